package dev.scriptorium.memory.testkit.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(WorkspaceExtension.class)
class SupersededLayoutTests {
    private TemporaryWorkspace memory;
    private Path target;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) throws IOException {
        memory = workspace;
        target = memory.beside().resolve("superseded");
        Files.createDirectories(memory.directory().resolve("journal/2025"));
        Files.createDirectories(memory.directory().resolve("wiki"));
        Files.createDirectories(memory.directory().resolve(".state"));
        Files.writeString(memory.directory().resolve("journal/2025/06.md"), "# June\n");
        Files.writeString(memory.directory().resolve("wiki/Ada.md"), "Ada lives in Lisbon.\n");
        Files.writeString(memory.directory().resolve("index.sqlite"), "not ours");
    }

    private List<String> move(Path to) {
        return memory.workspace().maintain().moveSupersededTo(to);
    }

    private boolean isThere(String name) {
        return Files.exists(memory.directory().resolve(name));
    }

    @Test
    void openingMovesNothing() {
        memory.store().session("s").say("u1", "I live in Lisbon.");
        assertThat(memory.write("s")).isEmpty();
        assertThat(List.of("journal", "wiki", ".state", "index.sqlite")).allMatch(this::isThere);
    }

    @Test
    void onRequestAllOfItIsMovedAndTheSecondTimeNothingIs() {
        assertThat(move(target)).containsExactly("journal", "wiki", ".state", "index.sqlite");

        assertThat(List.of("journal", "wiki", ".state", "index.sqlite")).noneMatch(this::isThere);
        assertThat(target.resolve("journal/2025/06.md")).hasContent("# June\n");
        assertThat(move(target)).isEmpty();
    }

    @Test
    void whatTheTargetHasStaysAndSoDoesWhatHasTheSameName() throws IOException {
        Files.createDirectories(target.resolve("wiki"));
        Files.writeString(target.resolve("wiki/Ada.md"), "kept\n");

        assertThat(move(target)).containsExactly("journal", ".state", "index.sqlite");

        assertThat(target.resolve("wiki/Ada.md")).hasContent("kept\n");
        assertThat(memory.directory().resolve("wiki/Ada.md")).hasContent("Ada lives in Lisbon.\n");
    }

    @Test
    void aTargetInTheWorkspaceOrThatIsAFileIsRefusedAndNothingMoved() {
        for (Path wrong :
                List.of(memory.directory().resolve("old"), memory.directory().resolve("index.sqlite"))) {
            assertThatExceptionOfType(MemoryException.class)
                    .isThrownBy(() -> move(wrong))
                    .satisfies(refused -> assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
        }
        assertThat(List.of("journal", "wiki", ".state", "index.sqlite")).allMatch(this::isThere);
        assertThat(isThere("old")).isFalse();
    }
}
