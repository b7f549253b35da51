package dev.scriptorium.memory.docs.snippets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.local.MemoryWorkspace;
import dev.scriptorium.memory.local.UpdateRequest;
import dev.scriptorium.memory.local.UpdateResult;
import dev.scriptorium.memory.markdown.change.ChangeReader;
import dev.scriptorium.memory.markdown.change.DeclaredSource;
import dev.scriptorium.memory.markdown.change.SourceProvenance;
import dev.scriptorium.memory.markdown.change.UnifiedDiff;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changing topics from a program: the examples of the guide. */
final class ChangingTopicsTests {
    @Test
    void a_record_is_made_corrected_and_refused(@TempDir Path directory) {
        try (LocalMemoryBackend memory =
                LocalMemoryBackend.open(LocalMemoryConfig.builder(directory, new ChatLog(Clock.systemUTC()))
                        .build())) {
            MemoryWorkspace workspace = memory.workspace();

            // snippet a change
            SourceProvenance owner = workspace.change().owner("my-application/notes");
            String words = "The spare key is with Ines.";
            var said = new DeclaredSource("new-source-call", "user", words, "2026-03-18T10:00:00Z");
            Map<String, Object> create = Map.of(
                    "op",
                    "create_record",
                    "content",
                    words,
                    "time",
                    "2026-03-18",
                    "sources",
                    List.of(Map.of("source", "new-source-call", "label", "on the phone")),
                    "destination",
                    Map.of("topic_path", "topics/home.md", "headings", List.of("Home"), "position", "end"));
            UpdateRequest request = UpdateRequest.changes(owner, ChangeReader.read(List.of(create)))
                    .sources(List.of(said))
                    .message("where the key is")
                    .build();
            UpdateResult result = workspace.change().update(request);
            // end of snippet

            BlockId id = result.blockIds().values().iterator().next();
            assertThat(workspace.read().file("home.md")).contains("The spare key is with Ines.[^e-");

            String patch = "--- a/topics/home.md\n+++ b/topics/home.md\n@@ -3,1 +3,1 @@\n-"
                    + workspace
                            .read()
                            .file("home.md")
                            .lines()
                            .skip(2)
                            .findFirst()
                            .orElseThrow()
                    + "\n+The spare key is with Bengt.\n";
            // snippet a refusal
            UpdateRequest broken =
                    UpdateRequest.patch(owner, UnifiedDiff.parse(patch)).build();
            try {
                workspace.change().update(broken);
            } catch (MemoryException refused) {
                for (Violation violation : refused.violations()) {
                    System.err.println(violation.path() + ":" + violation.line() + " breaks " + violation.rule());
                    System.err.println("  found: " + violation.found() + "; " + violation.hint());
                }
            }
            // end of snippet
            MemoryException refused = catchThrowableOfType(
                    MemoryException.class, () -> workspace.change().update(broken));
            assertThat(refused.violations()).extracting(Violation::rule).contains("uncited-prose");
            assertThat(workspace.read().file("home.md")).contains("with Ines").contains("^" + id);
        }
    }
}
