package dev.scriptorium.memory.testkit.contract;

import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import java.time.Clock;

/** Opens a backend that breaks a promise. */
interface BackendMutant {
    FaultyBackend open(InMemorySessionStore sessions, Clock clock);
}
