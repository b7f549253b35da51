package dev.scriptorium.memory.testkit.contract;

import dev.scriptorium.memory.api.MemoryBackend;
import dev.scriptorium.memory.api.MemoryBackends;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import java.time.Clock;

class NoMemoryContractTests extends MemoryBackendContract {

    @Override
    protected MemoryBackend open(InMemorySessionStore sessions, Clock clock) {
        return MemoryBackends.none();
    }

    @Override
    protected boolean remembers() {
        return false;
    }
}
