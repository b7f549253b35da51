package dev.scriptorium.memory.testkit.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.ExportReport;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.local.MemoryRef;
import dev.scriptorium.memory.local.RestoredExport;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Backups of a workspace that the reference made, and its blocks as other programs refer to them. */
@ExtendWith(WorkspaceExtension.class)
class GoldenBackupTests {
    private static final Path GOLDEN = Path.of("src/test/resources/golden");
    private static final List<String> CONTENT =
            List.of("topics", "sources", "timeline", "core.md", "recent_events.jsonl", "relations.json");

    private TemporaryWorkspace memory;

    @BeforeEach
    void copy(TemporaryWorkspace workspace) throws IOException {
        memory = workspace;
        Path from = GOLDEN.resolve("workspace");
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path to = memory.directory().resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(to);
                } else {
                    Files.write(to, Files.readAllBytes(file));
                }
            }
        }
    }

    private List<MemoryRef> refs(String text, int limit) {
        return memory.workspace().read().refs(Optional.of(text), limit);
    }

    /** As the reference prints them. */
    private static String json(List<MemoryRef> refs) {
        List<String> objects = new ArrayList<>();
        for (MemoryRef ref : refs) {
            objects.add("  {\n    \"workspace_id\": \"" + ref.workspace() + "\",\n    \"memory_id\": \"" + ref.id()
                    + "\",\n    \"topic_path\": \"" + ref.path().value().substring(TopicPath.ROOT.length())
                    + "\",\n    \"content\": \"" + ref.content().replace("\n", "\\n") + "\",\n    \"when\": "
                    + ref.when().map(when -> '"' + when + '"').orElse("null") + "\n  }");
        }
        return "[\n" + String.join(",\n", objects) + "\n]";
    }

    @Test
    void itsBlocksAreReferredToAsTheReferenceDoes() throws IOException {
        String expected = Files.readString(GOLDEN.resolve("expected/refs.json"));
        assertThat(json(memory.workspace().read().refs(Optional.empty(), 500))).isEqualTo(expected.strip());
        assertThat(json(refs(" ", 500))).isEqualTo(expected.strip());
    }

    @Test
    void aTextNarrowsThemWhateverTheCase() {
        assertThat(refs("FASTAPI", 500)).extracting(ref -> ref.id().value()).containsExactly("fde458ed");
        assertThat(refs("projects/budget", 500))
                .extracting(ref -> ref.id().value())
                .contains("fc15baa1", "1f90f631");
        assertThat(refs("^80f9958a", 500)).hasSize(1);
        assertThat(refs("五万", 500)).hasSize(1);
        assertThat(refs("no block says this", 500)).isEmpty();
        assertThat(refs("", 3)).hasSize(3);
        for (int limit : new int[] {0, -1, 501}) {
            assertThatExceptionOfType(MemoryException.class)
                    .isThrownBy(() -> refs("", limit))
                    .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
        }
    }

    @Test
    void itComesBackFromAnExportByteForByte() {
        // Opening it takes the rights of others away, and changes no byte.
        memory.open();
        ByteSnapshot golden = memory.bytes().withoutTimes();
        ExportReport exported =
                memory.workspace().maintain().export(memory.beside().resolve("golden.zip"));
        Path elsewhere = memory.beside().resolve("restored");
        LocalMemoryConfig config = LocalMemoryConfig.builder(elsewhere, memory.store())
                .clock(memory.clock())
                .zone(ZoneOffset.UTC)
                .build();

        RestoredExport restored = LocalMemoryBackend.restoreExport(exported.file(), config);

        assertThat(restored.workspace().value()).isEqualTo("w-0a1b2c3d");
        assertThat(restored.check().problems()).isEmpty();
        ByteSnapshot found = ByteSnapshot.of(elsewhere).withoutTimes();
        for (String part : CONTENT) {
            MemoryAssertions.assertThat(found.below(part)).isUnchangedSince(golden.below(part));
        }
        try (LocalMemoryBackend backend = LocalMemoryBackend.open(config)) {
            assertThat(json(backend.workspace().read().refs(Optional.empty(), 500)))
                    .isEqualTo(json(memory.workspace().read().refs(Optional.empty(), 500)));
        }
    }
}
