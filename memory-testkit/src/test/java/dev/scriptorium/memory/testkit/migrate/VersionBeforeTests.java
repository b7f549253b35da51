package dev.scriptorium.memory.testkit.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A workspace that an earlier build wrote, history and marks included. Never made anew: what later builds write gets a
 * file of its own.
 */
@ExtendWith(WorkspaceExtension.class)
class VersionBeforeTests {
    private static final Path BEFORE = Path.of("src/test/resources/before/format-1.zip");
    private static final String REVISION = "432b73c5ec95c6d3905968313af80b3a";

    private final ScriptedTopicWriter writer = ScriptedTopicWriter.of();
    private TemporaryWorkspace memory;

    @BeforeEach
    void unpack(TemporaryWorkspace workspace) throws IOException {
        memory = workspace.use(writer).use(InMemorySessionStore.withoutMarks(workspace.clock()));
        try (InputStream in = Files.newInputStream(BEFORE);
                ZipInputStream zip = new ZipInputStream(in)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (entry.getName().startsWith("memory/")) {
                    Path file = memory.beside().resolve(entry.getName());
                    Files.createDirectories(file.getParent());
                    Files.write(file, zip.readAllBytes());
                }
            }
        }
    }

    @Test
    void itOpensAsItWas() {
        var status = memory.workspace().read().status();

        assertThat(status.revision().value()).isEqualTo(REVISION);
        assertThat(status.workspace().value()).isEqualTo("w-cf46df55");
        assertThat(status.blocks()).isEqualTo(4);
        assertThat(memory.commits()).isEqualTo(2);
        assertThat(memory.workspace().maintain().check().problems()).isEmpty();
    }

    @Test
    void whatWasWrittenIsNotWrittenAgainAndWhatIsNewIs() {
        memory.store()
                .session("garden")
                .say("m1", "I moved to Uppsala on 14 February 2026 and I work at the botanical garden.")
                .reply("m2", "How do you like it?")
                .say("m3", "I planted 40 tulip bulbs yesterday. I always prefer short answers.");
        assertThat(memory.write("garden")).isEmpty();
        assertThat(writer.tasks()).isEmpty();

        memory.store().session("garden").say("m4", "The tulips are in flower.");
        assertThat(memory.write("garden")).isEmpty();
        assertThat(writer.turnsShown()).singleElement().asString().contains("m4");
        assertThat(memory.commits()).isEqualTo(3);
    }
}
