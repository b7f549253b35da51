package dev.scriptorium.memory.testkit.contract;

import dev.scriptorium.memory.api.MemoryBackend;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.time.Clock;
import org.junit.jupiter.api.extension.RegisterExtension;

class LocalMemoryBackendContractTests extends MemoryBackendContract {
    @RegisterExtension
    private final WorkspaceExtension memory = new WorkspaceExtension();

    @Override
    protected MemoryBackend open(InMemorySessionStore sessions, Clock clock) {
        return memory.workspace().use(sessions).open(config -> config.clock(clock));
    }
}
