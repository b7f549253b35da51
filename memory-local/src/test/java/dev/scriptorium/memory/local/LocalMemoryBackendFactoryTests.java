package dev.scriptorium.memory.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scriptorium.memory.api.BackendSettings;
import dev.scriptorium.memory.api.MemoryBackend;
import dev.scriptorium.memory.api.MemoryBackends;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.SessionStores;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalMemoryBackendFactoryTests {
    private static final SessionStore NOTHING_SAID = SessionStores.ofList(new SessionId("s"), List.of());

    @Test
    void theLocalBackendIsOpenedByItsName(@TempDir Path directory) {
        BackendSettings settings = BackendSettings.builder(NOTHING_SAID)
                .directory(directory.resolve("memory"))
                .build();
        try (MemoryBackend memory = MemoryBackends.open("local", settings)) {
            assertThat(memory.name()).isEqualTo("local");
            assertThat(memory.isAvailable()).isTrue();
        }
        assertThat(directory.resolve("memory/topics")).isDirectory();
    }

    @Test
    void anOptionItDoesNotKnowIsRefusedBeforeADirectoryIsMade(@TempDir Path directory) {
        BackendSettings settings = BackendSettings.builder(NOTHING_SAID)
                .directory(directory.resolve("memory"))
                .option("colour", "red")
                .build();
        assertThatThrownBy(() -> MemoryBackends.open("local", settings))
                .isInstanceOf(MemoryException.class)
                .hasMessageContaining("colour");
        assertThat(directory.resolve("memory")).doesNotExist();
    }
}
