package dev.scriptorium.memory.docs.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.SessionStores;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/reference/settings.md shows. */
final class SettingsTests {

    @Test
    void settings_are_replaced_while_the_memory_is_open(@TempDir Path workspace) {
        SessionStore sessions = SessionStores.ofList(new SessionId("s"), List.of());
        try (LocalMemoryBackend backend = LocalMemoryBackend.open(
                LocalMemoryConfig.builder(workspace, sessions).build())) {
            // snippet reconfigure
            backend.reconfigure(LocalMemoryConfig.builder(workspace, sessions)
                    .coreTokens(2_000)
                    .build());
            // end of snippet
            assertThat(backend.workspace().read().status().coreBudget()).isEqualTo(2_000);
        }
    }
}
