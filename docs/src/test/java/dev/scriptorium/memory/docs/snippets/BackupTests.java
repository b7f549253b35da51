package dev.scriptorium.memory.docs.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStores;
import dev.scriptorium.memory.local.ExportReport;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.local.RestoredExport;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/guide/backup.md shows. */
final class BackupTests {

    private static LocalMemoryConfig at(Path directory) {
        return LocalMemoryConfig.builder(directory, SessionStores.ofList(new SessionId("s"), List.of()))
                .build();
    }

    @Test
    void a_workspace_goes_into_a_file_and_comes_back(@TempDir Path home) {
        Path file = home.resolve("backup.zip");
        try (LocalMemoryBackend backend = LocalMemoryBackend.open(at(home.resolve("memory")))) {
            // snippet backup
            ExportReport report = backend.workspace().maintain().export(file);
            // end of snippet
            LocalMemoryConfig config = at(home.resolve("elsewhere"));
            // snippet restore where there is no workspace
            RestoredExport restored = LocalMemoryBackend.restoreExport(file, config);
            // end of snippet
            // snippet restore in its own workspace
            RestoredExport changed = backend.workspace().maintain().restoreExport(file);
            // end of snippet
            assertThat(restored.revision()).isEqualTo(report.revision());
            assertThat(changed.revision()).isEqualTo(report.revision());
        }
    }
}
