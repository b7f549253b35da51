package dev.scriptorium.memory.testkit.local;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.event.WriteCommitted;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.TextSpan;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.local.HistoryEntry;
import dev.scriptorium.memory.local.PromotionRequest;
import dev.scriptorium.memory.local.PromotionResult;
import dev.scriptorium.memory.local.WorkspaceChange;
import dev.scriptorium.memory.local.writer.BatchTurn;
import dev.scriptorium.memory.local.writer.WriterTask;
import dev.scriptorium.memory.markdown.token.TokenCounter;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.model.WriterSteps;
import dev.scriptorium.memory.testkit.session.InMemorySession;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A turn longer than a batch is archived whole, shown in pieces, and marked with its last one (D40, row 103). */
@ExtendWith(WorkspaceExtension.class)
class PiecesTests {
    private static final int BATCH = 100;

    private final ScriptedTopicWriter writer = ScriptedTopicWriter.of();
    private final String text = paragraphs();
    private TemporaryWorkspace memory;
    private InMemorySession session;

    private static String paragraphs() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 30; i++) {
            text.append("Boat number ").append(i).append(" is moored in Lisbon, and its owner is away.\n\n");
        }
        return text.toString();
    }

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace.use(writer);
        open();
        session = memory.store()
                .session("s")
                .say("u1", "I will read you my list.")
                .say("long", text);
    }

    private void open() {
        memory.open(settings ->
                settings.batchTokens(BATCH).organiseAfterBatches(1_000).organiseAfterTokens(1_000_000));
    }

    private List<String> shown(String turn) {
        List<String> pieces = new ArrayList<>();
        for (WriterTask task : writer.tasks()) {
            task.batch().stream()
                    .filter(one -> one.ref().turn().equals(turn))
                    .map(BatchTurn::text)
                    .forEach(pieces::add);
        }
        return pieces;
    }

    @Test
    void thePiecesAreConsecutiveAndNoneIsLongerThanABatch() {
        session.say("u2", "That is all.");
        assertThatWrite(memory.write("s")).succeeded();
        List<String> pieces = shown("long");
        assertThat(pieces).hasSizeGreaterThan(3);
        assertThat(String.join("", pieces)).isEqualTo(text);
        TokenCounter counter = new TokenCounter();
        assertThat(pieces).allSatisfy(piece -> {
            assertThat(counter.count(piece)).isLessThanOrEqualTo(BATCH);
            assertThat(piece).as("ends between paragraphs").endsWith("\n\n");
        });
        assertThat(writer.turnsShown().get(0)).containsExactly("u1", "long");
        assertThat(writer.turnsShown()).last().isEqualTo(List.of("long", "u2"));
        MemoryAssertions.assertThat(memory).hasArchived(3).hasPending(0);
        assertThat(memory.written("s")).containsExactly("u1", "long", "u2");
    }

    @Test
    void itIsMarkedWithItsLastPieceAndGoesOnAfterARestart() {
        for (int i = 0; i < 2; i++) {
            assertThatWrite(memory.writeDue("s")).succeeded();
            memory.close();
            open();
            assertThat(memory.written("s")).containsExactly("u1");
        }
        MemoryAssertions.assertThat(memory).hasArchived(2).hasPending(1);
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(memory.written("s")).containsExactly("u1", "long");
        assertThat(String.join("", shown("long"))).isEqualTo(text);
    }

    @Test
    void itCountsAsOneTurnInWhatIsTold() {
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(memory.events().of(WriteCommitted.class)).hasSizeGreaterThan(3);
        assertThat(memory.events().of(WriteCommitted.class).stream()
                        .mapToInt(WriteCommitted::turns)
                        .sum())
                .isEqualTo(2);
        List<String> messages = memory.workspace().history().log(Optional.empty(), 50).stream()
                .map(HistoryEntry::message)
                .toList();
        assertThat(messages)
                .contains("memory: write 1 turn of s", "memory: write a part of a turn of s")
                .noneMatch(message -> message.contains(" 0 turns"));
    }

    @Test
    void aPieceThatWasNotInstalledIsShownAgain() {
        assertThatWrite(memory.writeDue("s")).succeeded();
        writer.then(WriterSteps.noProgress());
        assertThatWrite(memory.writeDue("s")).failedWith(FailureCode.WRITER_NO_PROGRESS);
        assertThatWrite(memory.write("s")).succeeded();
        List<String> pieces = shown("long");
        assertThat(pieces.get(2)).isEqualTo(pieces.get(1));
        pieces.remove(1);
        assertThat(String.join("", pieces)).isEqualTo(text);
    }

    @Test
    void theLastPieceIsDueHoweverShortItIs() {
        for (int i = 0; i < 30; i++) {
            assertThatWrite(memory.writeDue("s")).succeeded();
        }
        assertThat(String.join("", shown("long"))).isEqualTo(text);
        MemoryAssertions.assertThat(memory).hasPending(0);
    }

    @Test
    void aLongTurnThatIsOwedIsShownInPiecesToo() {
        memory.backend().extractBeforeDiscard(DiscardRequest.of(session.id(), session.turns()));
        memory.store().delete("s");
        memory.store().session("t").say("v1", "Another matter.");
        assertThatWrite(memory.write("t")).succeeded();
        assertThat(String.join("", shown("long"))).isEqualTo(text);
        memory.reopen();
        int tasks = writer.tasks().size();
        memory.store().session("t").say("v2", "And another.");
        assertThatWrite(memory.write("t")).succeeded();
        assertThat(writer.tasks()).hasSize(tasks + 1);
    }

    @Test
    void theLastPieceIsDueWhateverIsOwedBesides() {
        assertThatWrite(memory.writeDue("s")).succeeded();
        InMemorySession other = memory.store().session("o").say("o1", "I live in Porto.");
        memory.backend().extractBeforeDiscard(DiscardRequest.of(other.id(), other.turns()));
        memory.store().delete("o");
        for (int i = 0; i < 30; i++) {
            assertThatWrite(memory.writeDue("s")).succeeded();
        }
        assertThat(String.join("", shown("long"))).isEqualTo(text);
        MemoryAssertions.assertThat(memory).hasPending(0);
        assertThat(shown("o1")).as("too little to be due").isEmpty();
    }

    @Test
    void theLastPieceOfATurnThatIsOwedIsDueHoweverShortItIs() {
        memory.backend().extractBeforeDiscard(DiscardRequest.of(session.id(), session.turns()));
        memory.store().delete("s");
        for (int i = 0; i < 30; i++) {
            assertThatWrite(memory.writeDue("t")).succeeded();
        }
        assertThat(String.join("", shown("long"))).isEqualTo(text);
    }

    @Test
    void thePiecesAreThoseOfTheArchivedWordsWhateverOfTheHostsIsKnownToBeRecall() {
        String recall = "What the memory had said of boats.\n\n";
        memory.store()
                .session("r")
                .add(
                        "recalling",
                        TurnKind.USER,
                        recall + text,
                        turn -> turn.injectedRecall(List.of(TextSpan.of(0, recall.length()))));
        assertThatWrite(memory.writeDue("r")).succeeded();
        assertThat(shown("recalling")).hasSize(1);
        memory.store().delete("r");
        memory.store().session("r").say("recalling", recall + text);
        assertThatWrite(memory.write("r")).succeeded();
        assertThat(String.join("", shown("recalling"))).isEqualTo(text);
    }

    @Test
    void howFarATurnThatIsTrustedLaterWasShownIsNotedToo() {
        memory.store().session("p").sayUntrusted("later", text);
        assertThatWrite(memory.write("p")).succeeded();
        assertThat(writer.tasks()).isEmpty();
        writer.then(
                WriterSteps.record("topics/boats.md"),
                WriterSteps.failing(WriteFailure.of(FailureCode.MODEL_TRANSPORT, "no line")));
        assertThat(promote("local/p/later").writerFailure()).isPresent();
        int first = shown("later").get(0).length();
        assertThat(memory.text(".scriptorium/last-entry.json"))
                .contains("{\"ref\":\"local/p/later\",\"until\":" + first + "}");
    }

    @Test
    void aTurnThatIsTrustedLaterIsShownToItsEnd() {
        memory.store().session("p").sayUntrusted("later", text);
        assertThatWrite(memory.write("p")).succeeded();
        assertThat(promote("local/p/later").writerFailure()).isEmpty();
        assertThat(String.join("", shown("later"))).isEqualTo(text);
        assertThat(memory.text(".scriptorium/last-entry.json")).doesNotContain("\"until\"");
    }

    private PromotionResult promote(String source) {
        WorkspaceChange change = memory.workspace().change();
        return change.promote(PromotionRequest.of(change.owner("test/turn"), new SourceRef(source))
                .interactive());
    }

    @Test
    void textWithoutAnyBreakIsPartedBetweenCharacters() {
        memory.store().session("x").say("emoji", "👩‍👩‍👧‍👦".repeat(200));
        assertThatWrite(memory.write("x")).succeeded();
        assertThat(String.join("", shown("emoji"))).isEqualTo("👩‍👩‍👧‍👦".repeat(200));
        assertThat(shown("emoji"))
                .allSatisfy(piece -> assertThat(piece).startsWith("👩").endsWith("👦"));
    }
}
