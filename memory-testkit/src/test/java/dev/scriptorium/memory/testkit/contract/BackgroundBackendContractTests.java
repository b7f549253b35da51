package dev.scriptorium.memory.testkit.contract;

import dev.scriptorium.memory.api.MemoryBackend;
import dev.scriptorium.memory.api.MemoryBackends;
import dev.scriptorium.memory.testkit.backend.InMemoryMemoryBackend;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import java.time.Clock;

/** Its writes run in the calling thread here, so that what they did can be seen. */
class BackgroundBackendContractTests extends MemoryBackendContract {

    @Override
    protected MemoryBackend open(InMemorySessionStore sessions, Clock clock) {
        return MemoryBackends.background(new InMemoryMemoryBackend(sessions, clock), Runnable::run);
    }

    @Override
    protected boolean writesInBackground() {
        return true;
    }
}
