package dev.scriptorium.memory.testkit.migrate;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.api.session.WrittenMarks;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.markdown.source.SourceLocations;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.session.InMemorySession;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A workspace whose older program kept, by number, how far it had written each session. */
@ExtendWith(WorkspaceExtension.class)
class PositionalCursorsTests {
    private static final String STATE = ".scriptorium/runtime.json";
    private static final String WITH =
            "{\n  \"creation_order\": {\n    \"4be8947d\": 0\n  },\n  \"cursors\": {\n    \"s1\": 2\n  },\n"
                    + "  \"local_batches\": 1\n}\n";

    private final ScriptedTopicWriter writer = ScriptedTopicWriter.of();
    private TemporaryWorkspace memory;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) throws IOException {
        memory = workspace.use(writer);
        save(STATE, WITH);
    }

    private void save(String path, String text) throws IOException {
        Path file = memory.directory().resolve(path);
        Files.createDirectories(file.getParent());
        Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    private void open() {
        memory.open(config -> config.sourceNamespace("openprogram"));
    }

    /** A frame of an archive as the older program wrote it, without the empty line before it. */
    private static String frame(String session, String turn, String text) {
        String ref = "openprogram/" + session + "/" + turn;
        return "<a id=\"" + SourceLocations.anchor(new SourceRef(ref)) + "\"></a>\n<!-- source-id:" + ref
                + " -->\n<!-- record-lines:1 -->\n[2024-05-06T08:00:00+00:00] user: " + text + "\n";
    }

    private void archived(String session, String... turns) throws IOException {
        StringBuilder text = new StringBuilder("<!-- openprogram-source-archive:v2 -->\n");
        for (String turn : turns) {
            text.append('\n').append(frame(session, turn, "I keep " + turn + "."));
        }
        save("sources/openprogram/_v2/" + session + ".md", text.toString());
    }

    /** The form before that: a title, then turns without a frame. */
    private static String older(String session, String turn, String text) {
        return "# " + session + "\n\n" + frame(session, turn, text).replace("<!-- record-lines:1 -->\n", "");
    }

    private InMemorySession said(String session, String... turns) {
        InMemorySession conversation = memory.store().session(session);
        for (String turn : turns) {
            conversation.say(turn, "I keep " + turn + ".");
        }
        return conversation;
    }

    private void write(String session) {
        assertThatWrite(memory.write(session)).succeeded();
    }

    @Test
    void whatIsArchivedIsMarkedAndOnlyTheRestIsWritten() throws IOException {
        archived("s1", "m1", "m2");
        said("s1", "m1", "m2", "m3");
        open();
        write("s1");

        assertThat(writer.turnsShown()).containsExactly(List.of("m3"));
        assertThat(memory.written("s1")).containsExactly("m1", "m2", "m3");
        assertThat(memory.text(STATE))
                .doesNotContain("cursors")
                .contains("\"creation_order\"", "\"4be8947d\"", "\"local_batches\"");
    }

    @Test
    void theSecondTimeThereIsNothingToDo() throws IOException {
        archived("s1", "m1", "m2");
        said("s1", "m1", "m2");
        open();
        write("s1");
        String once = memory.text(STATE);

        memory.close();
        open();
        write("s1");

        assertThat(writer.tasks()).isEmpty();
        assertThat(memory.text(STATE)).isEqualTo(once);
        assertThat(memory.commits()).isEqualTo(1);
    }

    @Test
    void everySessionIsTakenOverByTheFirstWriteOfAny() throws IOException {
        archived("s1", "m1");
        archived("s2", "n1");
        said("s1", "m1");
        said("s2", "n1");
        open();
        write("s2");

        assertThat(memory.written("s1")).containsExactly("m1");
        assertThat(memory.written("s2")).containsExactly("n1");
        assertThat(writer.tasks()).isEmpty();
    }

    @Test
    void behindAGapNothingIsMarked() throws IOException {
        archived("s1", "m1", "m3");
        said("s1", "m1", "m2", "m3");
        open();
        write("s1");

        assertThat(writer.turnsShown()).containsExactly(List.of("m2", "m3"));
    }

    @Test
    void whatIsNoSpeechMakesNoGap() throws IOException {
        archived("s1", "m1", "m2");
        said("s1", "m1").add("cron", TurnKind.RUNTIME, "It is three.", same -> {});
        said("s1", "m2", "m3");
        open();
        write("s1");

        assertThat(writer.turnsShown()).containsExactly(List.of("m3"));
    }

    @Test
    void eachBranchIsMarkedByWhatIsArchivedOfIt() throws IOException {
        archived("s1", "m1", "left1", "right1");
        InMemorySession session = said("s1", "m1", "left1", "left2");
        session.fork("m1");
        said("s1", "right1", "right2");
        open();
        write("s1");

        assertThat(memory.written("s1")).contains("m1", "left1", "right1", "right2");
        assertThat(writer.turnsShown()).containsExactly(List.of("right2"));
        assertThat(memory.workspace().read().status().waitingTurns()).isEqualTo(1);
    }

    @Test
    void ofTheFormBeforeOnlyTheFirstTurnCountsAndItJoinsWhatFollows() throws IOException {
        save("sources/openprogram/s1.md", older("s1", "m1", "I keep m1.") + "\n" + frame("s1", "m3", "I keep m3."));
        archived("s1", "m2");
        said("s1", "m1", "m2", "m3");
        open();
        write("s1");

        assertThat(writer.turnsShown()).containsExactly(List.of("m3"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "# s2\n\n%s", // another title
                "# s1\n%s", // no empty line
                "# s1\n\nhello\n%s",
                "\n# s1\n\n%s",
                "# s1\r\n\r\n%s"
            })
    void aHeaderThatStandsAnywhereElseMayBeSomebodysWords(String file) throws IOException {
        String header = older("s1", "m1", "I keep m1.").substring("# s1\n\n".length());
        save("sources/openprogram/s1.md", String.format(file, header));
        said("s1", "m1");
        open();
        write("s1");

        assertThat(writer.turnsShown()).containsExactly(List.of("m1"));
        assertThat(memory.text(STATE)).doesNotContain("cursors");
    }

    @Test
    void anotherAnchorOrAnotherFileProvesNothing() throws IOException {
        save(
                "sources/openprogram/s1.md",
                older("s1", "m1", "x").replaceFirst("source-[0-9a-f]{16}", "source-0000000000000000"));
        save("sources/openprogram/s2.md", older("s3", "n1", "x"));
        said("s1", "m1");
        said("s3", "n1");
        open();
        write("s1");
        write("s3");

        assertThat(writer.turnsShown()).containsExactly(List.of("m1"), List.of("n1"));
    }

    @Test
    void theEndOfAnArchiveThatIsCutOffProvesNothing() throws IOException {
        archived("s1", "m1", "m2");
        Path file = memory.directory().resolve("sources/openprogram/_v2/s1.md");
        String text = Files.readString(file);
        Files.writeString(file, text.substring(0, text.lastIndexOf("[2024")));
        said("s1", "m1", "m2");
        open();
        memory.write("s1");

        assertThat(memory.written("s1")).containsExactly("m1");
        memory.leaveUnchecked();
    }

    @Test
    void aSessionThatTheHostNoLongerKnowsIsNoTrouble() throws IOException {
        archived("gone", "m1");
        said("s1", "n1");
        open();
        write("s1");

        assertThat(memory.text(STATE)).doesNotContain("cursors");
        assertThat(writer.turnsShown()).containsExactly(List.of("n1"));
    }

    @Test
    void aHostUnderAnotherNameLeavesThemForTheOneWhoseTheyAre() throws IOException {
        archived("s1", "m1");
        said("s1", "m1");
        memory.open();
        write("s1");

        assertThat(memory.text(STATE)).isEqualTo(WITH);
        assertThat(memory.written("s1")).containsExactly("m1");
        assertThat(writer.turnsShown()).containsExactly(List.of("m1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "{\"cursors\"", "{\"local_batches\": 3}"})
    void aStateThatCannotBeReadOrHasNoneIsLeftAsItIs(String state) throws IOException {
        save(STATE, state);
        said("s1", "m1");
        open();
        write("s1");

        assertThat(memory.text(STATE)).isEqualTo(state);
        assertThat(writer.turnsShown()).containsExactly(List.of("m1"));
    }

    @Test
    void aHostThatFailsLeavesThemAndTheNextWriteTriesAgain() throws IOException {
        archived("s1", "m1");
        said("s1", "m1", "m2");
        boolean[] down = {true};
        SessionStore store = new SessionStore() {
            @Override
            public Optional<Turn> turn(SessionId session, TurnId turn) {
                if (down[0]) {
                    throw new IllegalStateException("no connection");
                }
                return memory.store().turn(session, turn);
            }

            @Override
            public Optional<TurnId> head(SessionId session) {
                return memory.store().head(session);
            }

            @Override
            public Optional<WrittenMarks> marks() {
                return memory.store().marks();
            }
        };
        LocalMemoryConfig config = LocalMemoryConfig.builder(memory.directory(), store)
                .writer(writer)
                .clock(memory.clock())
                .zone(ZoneOffset.UTC)
                .sourceNamespace("openprogram")
                .build();
        try (LocalMemoryBackend backend = LocalMemoryBackend.open(config)) {
            WriteRequest request = WriteRequest.force(new SessionId("s1"));
            assertThat(backend.write(request)).isPresent();
            assertThat(memory.text(STATE)).isEqualTo(WITH);
            assertThat(writer.tasks()).isEmpty();

            down[0] = false;
            assertThat(backend.write(request)).isEmpty();
        }
        assertThat(writer.turnsShown()).containsExactly(List.of("m2"));
        assertThat(memory.text(STATE)).doesNotContain("cursors");
    }

    @Test
    void aBranchThatCannotBeReadKeepsThemAndHarmsNoOther() throws IOException {
        archived("s1", "m2");
        archived("s2", "n1");
        memory.store()
                .session("s1")
                .put(Turn.builder(new TurnId("m2"), TurnKind.USER, "I keep m2.")
                        .parent(new TurnId("lost"))
                        .build());
        said("s2", "n1", "n2");
        open();
        write("s2");

        assertThat(writer.turnsShown()).containsExactly(List.of("n2"));
        assertThat(memory.text(STATE)).isEqualTo(WITH);
    }
}
