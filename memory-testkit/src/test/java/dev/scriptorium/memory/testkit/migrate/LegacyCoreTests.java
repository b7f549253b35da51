package dev.scriptorium.memory.testkit.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.model.WriterSteps;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A workspace in which an older program wrote {@code core.md} itself. */
@ExtendWith(WorkspaceExtension.class)
class LegacyCoreTests {
    private static final Path ARCHIVE = Path.of("src/test/resources/golden/archive-s1.md");

    private final ScriptedTopicWriter writer = ScriptedTopicWriter.of();
    private TemporaryWorkspace memory;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) throws IOException {
        memory = workspace.use(writer);
        Path archive = memory.directory().resolve("sources/openprogram/_v2/s1.md");
        Files.createDirectories(archive.getParent());
        Files.write(archive, Files.readAllBytes(ARCHIVE));
    }

    private void core(String text) throws IOException {
        Files.write(memory.directory().resolve("core.md"), text.getBytes(StandardCharsets.UTF_8));
    }

    private String newest() {
        return memory.workspace().history().log(Optional.empty(), 1).get(0).message();
    }

    @Test
    void oneThatKeepsTheRulesBecomesTheMasterAndItsLinksLeadWhereTheyLed() throws IOException {
        core("# Core\n\nSpeaks of the first message.[^e1]\n\n"
                + "[^e1]: Time: `2026-08-09`; Sources: [m1](sources/openprogram/_v2/s1.md#source-d6511a17d50e19d2)\n");
        writer.otherwise(WriterSteps.nothing("nothing more"));

        memory.workspace().maintain().backfill();

        assertThat(memory.text("topics/core.md"))
                .contains("Speaks of the first message.")
                .contains("](../sources/openprogram/_v2/s1.md#source-d6511a17d50e19d2)");
        assertThat(memory.text("core.md"))
                .contains("Speaks of the first message.")
                .contains("](sources/openprogram/_v2/s1.md#source-d6511a17d50e19d2)");
        assertThat(memory.workspace().read().core().injected()).contains("Speaks of the first message.");

        ByteSnapshot once = memory.bytes();
        memory.workspace().maintain().backfill();
        assertThat(memory.bytes().below("topics").files())
                .allSatisfy(file -> assertThat(memory.bytes().text(file)).isEqualTo(once.text(file)));
    }

    @Test
    void oneThatBreaksThemIsArchivedAsItIsAndShownToTheWriterOnce() throws IOException {
        String text = "# Core\n\nNobody ever proved this.\r\nNor that.\n";
        core(text);
        writer.otherwise(WriterSteps.nothing("nothing more"));

        assertThat(memory.workspace().maintain().backfill().failure()).isEmpty();

        assertThat(memory.directory().resolve("topics/core.md")).doesNotExist();
        assertThat(memory.text("core.md")).isEqualTo(text);
        assertThat(memory.text("sources/openprogram-migration/_v2/legacy-core.md"))
                .contains("<!-- speaker-id:runtime%3Alegacy%2Dcore -->", "Nobody ever proved this.");
        assertThat(writer.tasks().stream().flatMap(task -> task.batch().stream()))
                .anySatisfy(turn -> assertThat(turn.text()).isEqualTo(text));
        int asked = writer.tasks().size();
        int commits = memory.commits();

        memory.workspace().maintain().backfill();

        assertThat(writer.tasks()).hasSize(asked);
        assertThat(memory.commits()).isEqualTo(commits);
    }

    @Test
    void openingLeavesItAlone() throws IOException {
        core("# Core\n\nNobody ever proved this.\n");
        memory.open();
        assertThat(memory.text("core.md")).isEqualTo("# Core\n\nNobody ever proved this.\n");
        assertThat(newest()).isEqualTo("memory: adopt what is here");
    }

    @Test
    void aViewThatWeRenderedIsNone() throws IOException {
        writer.then(WriterSteps.record("topics/core.md"));
        memory.store().session("s").say("u1", "I live in Lisbon.");
        assertThat(memory.write("s")).isEmpty();
        String rendered = memory.text("core.md");
        memory.workspace().history().restore(memory.workspace().change().owner("test"), firstCommit());
        core(rendered);
        memory.leaveUnchecked();
        writer.otherwise(WriterSteps.nothing("nothing more"));

        memory.workspace().maintain().backfill();

        assertThat(memory.directory().resolve("topics/core.md")).doesNotExist();
    }

    private String firstCommit() {
        var log = memory.workspace().history().log(Optional.empty(), 100);
        return log.get(log.size() - 1).id();
    }
}
