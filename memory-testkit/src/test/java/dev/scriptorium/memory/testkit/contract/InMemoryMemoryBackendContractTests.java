package dev.scriptorium.memory.testkit.contract;

import dev.scriptorium.memory.api.MemoryBackend;
import dev.scriptorium.memory.testkit.backend.InMemoryMemoryBackend;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import java.time.Clock;

class InMemoryMemoryBackendContractTests extends MemoryBackendContract {

    @Override
    protected MemoryBackend open(InMemorySessionStore sessions, Clock clock) {
        return new InMemoryMemoryBackend(sessions, clock);
    }
}
