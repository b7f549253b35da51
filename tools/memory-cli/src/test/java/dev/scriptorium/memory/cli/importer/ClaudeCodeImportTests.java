package dev.scriptorium.memory.cli.importer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.scriptorium.memory.api.session.SessionQuery;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.TurnKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClaudeCodeImportTests {
    private static final String SESSION = "5c7d1d9e-2f6e-4c0a-9a39-4a6bd40a7a10";
    private static final Path EXPORT = ImportedSession.resource("session.jsonl");

    @TempDir
    private Path scratch;

    private ImportedSession session;

    @BeforeEach
    void begin() {
        session = new ImportedSession(scratch, SESSION);
    }

    private static String line(String type, String id, String parent, String content) {
        return "{\"parentUuid\":" + (parent == null ? "null" : "\"" + parent + "\"")
                + ",\"isSidechain\":false,\"sessionId\":\"" + SESSION + "\",\"type\":\"" + type
                + "\",\"message\":{\"role\":\"" + type + "\",\"content\":\"" + content + "\"},\"uuid\":\"" + id
                + "\"}\n";
    }

    @Test
    void linesBecomeTurnsAndTheLastSpeechIsTheHead() throws Exception {
        ImportResult result = session.run(ImportFormat.CLAUDE_CODE, EXPORT);

        assertThat(result.sessions()).isEqualTo(1);
        assertThat(session.head()).isEqualTo("a-8");
        assertThat(session.turn("a-2").parent()).contains(new TurnId("a-1"));
        assertThat(session.turn("a-2").time()).contains(OffsetDateTime.parse("2025-06-01T10:00:13.123Z"));
        assertThat(session.turn("a-8").time()).isEmpty();
    }

    /** Faults 41, 45 and 47. */
    @Test
    void toolsSideChainsMetaLinesAndRecallAreNotSpeech() throws Exception {
        session.run(ImportFormat.CLAUDE_CODE, EXPORT);

        assertThat(session.speech("a-6"))
                .containsExactly(
                        "USER: The yard in Kalmar launches Selma on 14 May.",
                        "ASSISTANT: I will look for the tide tables.",
                        "ASSISTANT: High water is at 09:40.",
                        "USER: Better launch at half past nine.",
                        "ASSISTANT: Half past nine it is.");
        for (String id : List.of("a-3", "a-4", "t-1", "t-2", "t-3")) {
            assertThat(session.turn(id).kind()).as(id).isEqualTo(TurnKind.TOOL);
            assertThat(session.turn(id).text()).as(id).isEmpty();
        }
        for (String id : List.of("m-1", "m-2", "m-3", "m-4", "a-1", "e-1", "p-1", "at-1", "u-2x", "c-1", "q-1")) {
            assertThat(session.turn(id).kind()).as(id).isEqualTo(TurnKind.RUNTIME);
            assertThat(session.turn(id).text()).as(id).isEmpty();
        }
        assertThat(session.store().turn(session.id(), new TurnId("s-2"))).isEmpty();
    }

    @Test
    void partsAreJoinedAndPicturesLeftOut() throws Exception {
        session.run(ImportFormat.CLAUDE_CODE, EXPORT);

        assertThat(session.turn("u-2").text()).isEqualTo("Then launch at nine.\nThe picture shows the slip.");
    }

    @Test
    void whatWasRewoundStaysAsABranch() throws Exception {
        session.run(ImportFormat.CLAUDE_CODE, EXPORT);

        assertThat(session.tips()).startsWith("a-8").contains("u-2x", "o-1");
        assertThat(session.speech("u-2x")).endsWith("USER: Then launch at nine.\nThe picture shows the slip.");
    }

    /** Fault 40: a compaction is a summary that covers what it replaced, and no speech. */
    @Test
    void aCompactionIsASummaryThatCoversWhatItReplaced() throws Exception {
        session.run(ImportFormat.CLAUDE_CODE, EXPORT);

        assertThat(session.turn("c-2").kind()).isEqualTo(TurnKind.SUMMARY);
        assertThat(session.turn("c-2").covers()).contains(new TurnId("a-6"));
        assertThat(session.speech("a-7"))
                .containsExactly("USER: Who calls the crane?", "ASSISTANT: You said that you would.");
    }

    @Test
    void aMissingParentBeginsARootAndARepeatedIdIsTakenOnce() throws Exception {
        session.run(ImportFormat.CLAUDE_CODE, EXPORT);

        assertThat(session.walk("o-1")).containsExactly("o-1");
        assertThat(session.turn("u-1").text()).contains("launches Selma");
        assertThat(session.notes()).hasSize(2);
        assertThat(session.notes().get(0)).contains("line 31", "o-1", "not-in-this-file");
        assertThat(session.notes().get(1)).contains("line 32", "u-1", "says something else");
    }

    @Test
    void importingAgainChangesNoByte() throws Exception {
        session.run(ImportFormat.CLAUDE_CODE, EXPORT);
        Path file = scratch.resolve("sessions").resolve(SESSION + ".jsonl");
        byte[] before = Files.readAllBytes(file);

        assertThat(session.run(ImportFormat.CLAUDE_CODE, EXPORT).added()).isZero();
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    @Test
    void aGrownFileAddsOnlyWhatIsNewWhereverItWasCut() throws Exception {
        String text = Files.readString(EXPORT);
        List<String> lines = text.lines().toList();
        Path whole = Files.createDirectory(scratch.resolve("whole"));
        ImportedSession undisturbed = new ImportedSession(whole, SESSION);
        undisturbed.run(ImportFormat.CLAUDE_CODE, EXPORT);
        for (int length = 8; length <= lines.size(); length++) {
            session.run(ImportFormat.CLAUDE_CODE, String.join("\n", lines.subList(0, length)) + "\n");
        }

        assertThat(session.head()).isEqualTo("a-8");
        assertThat(session.tips()).containsExactlyElementsOf(undisturbed.tips());
        for (String tip : undisturbed.tips()) {
            assertThat(session.walk(tip)).isEqualTo(undisturbed.walk(tip));
            assertThat(session.speech(tip)).isEqualTo(undisturbed.speech(tip));
        }
    }

    /** The program may be writing while we read. */
    @Test
    void aLastLineThatIsNotWholeIsPassedOverAndComesWithTheNextImport() throws Exception {
        String first = line("user", "m1", null, "first");
        String second = line("assistant", "m2", "m1", "second");

        session.run(ImportFormat.CLAUDE_CODE, first + second.substring(0, 60));
        assertThat(session.head()).isEqualTo("m1");
        assertThat(session.notes()).singleElement().asString().contains("line 2", "not whole");

        session.run(ImportFormat.CLAUDE_CODE, first + second);
        assertThat(session.walk("m2")).containsExactly("m2", "m1");
    }

    @Test
    void aPersonWhoWritesOfTheProgramsElementsIsHeard() throws Exception {
        session.run(
                ImportFormat.CLAUDE_CODE,
                line("user", "m1", null, "What does <command-name>/clear</command-name> do?")
                        + line("user", "m2", "m1", "<bash-input>ls</bash-input> is what I typed")
                        + line("user", "m3", "m2", "<system-reminder>never closed"));

        assertThat(session.speech("m3")).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {"type":"user","sessionId":"s","uuid":"a"}\\n{"type":\\n{"type":"user"}   | 2
                    {"type":"user","sessionId":7,"uuid":"a"}                                  | 1
                    {"type":"user","sessionId":"s","uuid":["a"]}                              | 1
                    {"type":"user","sessionId":"s","uuid":"a<b>"}                             | 1
                    {"type":"user","sessionId":"s","uuid":"a","parentUuid":7}                 | 1
                    [1]                                                                       | 1
                    {"session":"s","id":"a","kind":"USER","text":"ours"}                      | 0
                    """)
    void whatIsNoSessionFileIsRefusedWithItsLineAndNothingIsImported(String text, int line) throws IOException {
        assertThatThrownBy(() -> session.run(ImportFormat.CLAUDE_CODE, text.replace("\\n", "\n")))
                .asInstanceOf(type(ImportProblem.class))
                .satisfies(e -> assertThat(e.places().get(0).line()).isEqualTo(line));
        assertThat(session.store().sessions(SessionQuery.first(1))).isEmpty();
    }

    @Test
    void aFileOfASubAgentHoldsNoSpeech() throws Exception {
        ImportResult result = session.run(
                ImportFormat.CLAUDE_CODE,
                line("user", "s1", null, "Find tides").replace("\"isSidechain\":false", "\"isSidechain\":true"));

        assertThat(result.added()).isZero();
        assertThat(session.notes()).singleElement().asString().contains("sub-agent");
        assertThat(session.store().sessions(SessionQuery.first(1))).isEmpty();
    }
}
