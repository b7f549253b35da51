package dev.scriptorium.memory.testkit.local;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.markdown.source.SourceLocations;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two sessions never share an archive, whatever their names (row 63). */
@ExtendWith(WorkspaceExtension.class)
class SessionNamesTests {
    private TemporaryWorkspace memory;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace.use(ScriptedTopicWriter.of());
    }

    private void write(String session, String text) {
        memory.store().session(session).say("u1", text);
        assertThatWrite(memory.write(session)).succeeded();
    }

    @Test
    void namesInAnyScriptAndWithAnySignHaveArchivesOfTheirOwn() {
        List<String> names = List.of(
                "项目一",
                "项目二",
                "a/b",
                "a-b",
                "a%2Fb",
                "a%b",
                "a b",
                "a+b",
                "a.b",
                "..",
                "_v2",
                "ß",
                "مشروع",
                "😀",
                "CON",
                "a:b|c?*",
                "tilde~name",
                "\\back\\slash",
                "x".repeat(300),
                "项".repeat(100));
        for (String name : names) {
            write(name, "This was said in the session called " + names.indexOf(name) + ".");
        }
        MemoryAssertions.assertThat(memory).hasNoProblems().hasArchived(names.size());
        assertThat(memory.workspace().read().status().sources()).isEqualTo(names.size());
        for (String name : names) {
            MemoryAssertions.assertThat(memory)
                    .hasBlock("in the session called " + names.indexOf(name) + ".")
                    .quoting("in the session called " + names.indexOf(name) + ".");
            assertThat(memory.written(name)).containsExactly("u1");
        }
    }

    @ParameterizedTest
    @CsvSource({"Chat,chat", "caf\u00e9,cafe\u0301", "STRASSE,straße", "İstanbul,i\u0307stanbul", "A/b,a/B"})
    void namesThatAFileSystemMayTakeForOneAreRefusedWithBoth(String first, String second) {
        write(first, "This was said first.");
        memory.store().session(second).say("u1", "This was said second.").say("u2", "And this.");
        ByteSnapshot before = memory.bytes().without(".scriptorium");
        assertThatWrite(memory.write(second))
                .failedWith(FailureCode.SOURCE_COLLISION)
                .notRetryable()
                .because(archive(first), archive(second));
        MemoryAssertions.assertThat(memory.bytes().without(".scriptorium")).isUnchangedSince(before);
        assertThat(memory.written(second)).isEmpty();
        MemoryAssertions.assertThat(memory).hasArchived(1).hasPending(2);
        memory.store().session(first).say("u9", "The first one goes on.");
        assertThatWrite(memory.write(first)).succeeded();
        MemoryAssertions.assertThat(memory).hasArchived(2);
    }

    private static String archive(String session) {
        return SourceLocations.v2Path(SourceRef.of("local", new SessionId(session), new TurnId("u1")))
                .orElseThrow();
    }

    @Test
    void turnsWithStrangeIdsAreToldApart() {
        memory.store()
                .session("s")
                .say("u/1", "The first turn has a slash.")
                .say("u%2F1", "The second turn has an escape.")
                .say("U/1", "The third turn is in capitals.")
                .say("发言", "The fourth turn is in Chinese.");
        assertThatWrite(memory.write("s")).succeeded();
        MemoryAssertions.assertThat(memory)
                .hasArchived(4)
                .hasBlocks(4)
                .hasBlock("in capitals")
                .citing("local/s/U/1")
                .quoting("The third turn");
        MemoryAssertions.assertThat(memory).hasBlock("has a slash").quoting("The first turn");
    }
}
