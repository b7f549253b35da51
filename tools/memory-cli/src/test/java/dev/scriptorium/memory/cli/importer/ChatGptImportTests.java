package dev.scriptorium.memory.cli.importer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.scriptorium.memory.api.recall.MemoryContext;
import dev.scriptorium.memory.api.session.SessionQuery;
import dev.scriptorium.memory.api.session.SpeakerKind;
import dev.scriptorium.memory.api.session.TurnKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChatGptImportTests {
    private static final String BOAT = "67c1a0b2-5d4c-8012-9a77-1f2e3d4c5b6a";
    private static final String CRANE = "3f0c9d1e-0000-4000-8000-0123456789ab";
    private static final Path EXPORT = ImportedSession.resource("conversations.json");

    @TempDir
    private Path scratch;

    private ImportedSession session(String id) {
        return new ImportedSession(scratch, id);
    }

    private static String node(String id, String role, String text, String parent) {
        return "\"" + id + "\":{\"id\":\"" + id + "\",\"parent\":" + (parent == null ? "null" : "\"" + parent + "\"")
                + ",\"children\":[],\"message\":{\"author\":{\"role\":\"" + role
                + "\"},\"content\":{\"content_type\":\"text\",\"parts\":[\"" + text + "\"]}}}";
    }

    private static String conversation(String current, String... nodes) {
        return "[{\"conversation_id\":\"c\",\"current_node\":\"" + current + "\",\"mapping\":{"
                + String.join(",", nodes) + "}}]";
    }

    @Test
    void aConversationBecomesASessionWithItsIdAndItsNodesBecomeTurns() throws Exception {
        ImportedSession boat = session(BOAT);

        ImportResult result = boat.run(ImportFormat.CHATGPT, EXPORT);

        assertThat(result.sessions()).isEqualTo(2);
        assertThat(boat.head()).isEqualTo("dalle-2");
        assertThat(boat.turn("a-1").parent()).hasToString("Optional[u-1]");
        assertThat(boat.turn("u-1").time()).contains(OffsetDateTime.parse("2025-02-28T10:32:18.123Z"));
        assertThat(boat.turn("u-1").speakerKind()).isEqualTo(SpeakerKind.OWNER);
        assertThat(boat.turn("a-1").speakerKind()).isEqualTo(SpeakerKind.RUNTIME);
    }

    /** Faults 45 and 47. */
    @Test
    void toolsReasoningInstructionsAndRecallAreNotSpeech() throws Exception {
        ImportedSession boat = session(BOAT);
        boat.run(ImportFormat.CHATGPT, EXPORT);

        assertThat(boat.speech("dalle-2"))
                .containsExactly(
                        "USER: We launch the boat on 14 May from the yard in Kalmar.",
                        "ASSISTANT: I would check the seacocks before the launch.",
                        "USER: How cold is the sea there in May?",
                        "ASSISTANT: About eleven degrees.\nWear a drysuit.",
                        "USER: This is Selma on her cradle.",
                        "USER: Call the yard about the crane.");
        assertThat(boat.turn("tool-1").kind()).isEqualTo(TurnKind.TOOL);
        assertThat(boat.turn("ctx-1").kind()).isEqualTo(TurnKind.RUNTIME);
        assertThat(boat.turn("tool-1").text()).isEmpty();
    }

    @Test
    void editedQuestionsAndRegeneratedRepliesStayAsBranches() throws Exception {
        ImportedSession boat = session(BOAT);
        boat.run(ImportFormat.CHATGPT, EXPORT);

        assertThat(boat.tips()).containsExactly("dalle-2", "a-1b", "a-2b");
        assertThat(boat.speech("a-2b"))
                .contains("USER: How windy is it there in May?")
                .doesNotContain("USER: How cold is the sea there in May?");
        assertThat(boat.speech("a-1b")).endsWith("ASSISTANT: Shall I make a list for the launch?");
    }

    @Test
    void aNodeWithoutAMessageIsPassedThroughAndAMissingParentBeginsARootWithANote() throws Exception {
        ImportedSession crane = session(CRANE);
        crane.run(ImportFormat.CHATGPT, EXPORT);

        assertThat(crane.turn("x1").parent()).isEmpty();
        assertThat(crane.walk("x2")).containsExactly("x2", "x1");
        assertThat(crane.walk("y2")).containsExactly("y2", "y1");
        assertThat(crane.walk("z1")).containsExactly("z1");
        assertThat(crane.walk("k2")).containsExactly("k2", "k1");
        assertThat(crane.notes()).hasSize(2);
        assertThat(crane.notes().get(0)).contains(CRANE, "z1", "gone-for-good");
        assertThat(crane.notes().get(1)).contains(CRANE, "k1", "its own ancestors");
    }

    @Test
    void missingTimesAreNoTimesAndWrittenOnesAreRead() throws Exception {
        ImportedSession crane = session(CRANE);
        crane.run(ImportFormat.CHATGPT, EXPORT);

        assertThat(crane.turn("x1").time()).isEmpty();
        assertThat(crane.turn("x2").time()).isEmpty();
        assertThat(crane.turn("y1").time()).contains(OffsetDateTime.parse("2025-03-01T08:00:00+01:00"));
    }

    @Test
    void importingAgainChangesNoByte() throws Exception {
        ImportedSession boat = session(BOAT);
        ImportResult first = boat.run(ImportFormat.CHATGPT, EXPORT);
        Path file = scratch.resolve("sessions").resolve(BOAT + ".jsonl");
        byte[] before = Files.readAllBytes(file);

        ImportResult second = boat.run(ImportFormat.CHATGPT, EXPORT);

        assertThat(second.added()).isZero();
        assertThat(second.known()).isEqualTo(first.added());
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    @Test
    void aGrownExportAddsWhatIsNewAndMovesTheHead() throws Exception {
        ImportedSession chat = session("c");
        String first = node("m1", "user", "first", null);
        String second = node("m2", "assistant", "second", "m1");
        chat.run(ImportFormat.CHATGPT, conversation("m2", first, second));

        ImportResult grown = chat.run(
                ImportFormat.CHATGPT,
                conversation(
                        "n2", first, second, node("m3", "user", "third", "m2"), node("n2", "user", "other", "m1")));

        assertThat(grown.added()).isEqualTo(2);
        assertThat(chat.head()).isEqualTo("n2");
        assertThat(chat.tips()).containsExactly("n2", "m3");
        assertThat(chat.walk("m3")).containsExactly("m3", "m2", "m1");
    }

    @Test
    void aPartOfAConversationIsJoinedToWhatIsThere() throws Exception {
        ImportedSession chat = session("c");
        chat.run(ImportFormat.CHATGPT, conversation("m1", node("m1", "user", "first", null)));

        chat.run(ImportFormat.CHATGPT, conversation("m2", node("m2", "assistant", "second", "m1")));

        assertThat(chat.walk("m2")).containsExactly("m2", "m1");
        assertThat(chat.notes()).isEmpty();
    }

    @Test
    void ofARepeatedIdTheFirstWinsAndAnotherTextIsNoted() throws Exception {
        ImportedSession chat = session("c");

        ImportResult result = chat.run(
                ImportFormat.CHATGPT,
                conversation(
                        "m1",
                        node("m1", "user", "first", null),
                        node("m1", "user", "first", null),
                        node("m1", "user", "second", null)));

        assertThat(result.added()).isEqualTo(1);
        assertThat(chat.turn("m1").text()).isEqualTo("first");
        assertThat(chat.notes()).hasSize(1);
        assertThat(chat.notes().get(0)).contains("m1", "says something else");
    }

    /** Fault 45: what merely speaks of a fence is speech. */
    @Test
    void onlyWholeFencesAtLineStartsAreRecall() throws Exception {
        ImportedSession chat = session("c");
        String fence = MemoryContext.fence("Ada lives in Lisbon.").replace("\n", "\\n");
        chat.run(
                ImportFormat.CHATGPT,
                conversation(
                        "m4",
                        node("m1", "user", "before\\n" + fence + "\\nafter", null),
                        node("m2", "user", "see " + fence, "m1"),
                        node("m3", "user", fence.replace("\\n</memory-context>", ""), "m2"),
                        node("m4", "user", fence + "\\n" + fence, "m3")));

        assertThat(chat.speech("m4"))
                .containsExactly(
                        "USER: before\nafter",
                        "USER: see " + MemoryContext.fence("Ada lives in Lisbon."),
                        "USER: " + MemoryContext.fence("Ada lives in Lisbon.").replace("\n</memory-context>", ""),
                        "USER: ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    [{"conversation_id":"c","mapping":{}},        | 1 | end-of-input
                    {"a                                           | 1 | too early
                    42                                            | 1 | array of objects
                    [{"title":"t"}]                               | 0 | nothing
                    [{"id":"c","messages":[]}]                    | 0 | none
                    [{"id":7,"mapping":{}}]                       | 0 | something else
                    [{"id":"c","mapping":[1]}]                    | 0 | something else
                    [{"id":"a[b]","mapping":{}}]                  | 0 | a[b]
                    [{"id":"c","mapping":{"a<b":{}}}]             | 0 | a<b
                    """)
    void whatIsNoExportIsRefusedWithItsPlaceAndNothingIsImported(String text, int line, String found) {
        ImportedSession chat = session("c");

        assertThatThrownBy(() -> chat.run(ImportFormat.CHATGPT, text))
                .asInstanceOf(type(ImportProblem.class))
                .satisfies(e -> assertThat(e.getMessage()).contains(found))
                .satisfies(e -> assertThat(e.places().get(0).line()).isEqualTo(line == 0 ? 0 : 1))
                .satisfies(e -> assertThat(e.places().get(0).hint()).contains("conversations.json"));
        assertThat(chat.store().sessions(SessionQuery.first(1))).isEmpty();
    }

    @Test
    void aFileThatBreaksOffBehindAConversationImportsNone() throws IOException {
        ImportedSession boat = session(BOAT);
        String text = Files.readString(EXPORT);

        assertThatThrownBy(() -> boat.run(ImportFormat.CHATGPT, text.substring(0, text.length() - 3)))
                .isInstanceOf(ImportProblem.class);
        assertThat(boat.store().sessions(SessionQuery.first(1))).isEmpty();
    }

    @Test
    void anEmptyExportAndAConversationWithoutAnythingAreNoted() throws Exception {
        ImportedSession chat = session("c");

        assertThat(chat.run(ImportFormat.CHATGPT, "[]").added()).isZero();
        assertThat(chat.notes()).hasSize(1);
        ImportResult result = chat.run(
                ImportFormat.CHATGPT,
                "[{\"id\":\"d\",\"mapping\":null},"
                        + conversation("m1", node("m1", "user", "x", null)).substring(1));

        assertThat(result.added()).isEqualTo(1);
        assertThat(chat.notes()).singleElement().asString().contains("d has no mapping");
    }
}
