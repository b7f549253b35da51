package dev.scriptorium.memory.testkit.local;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.recall.MemoryContext;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.TextSpan;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.local.writer.BatchTurn;
import dev.scriptorium.memory.testkit.Recalls;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.session.InMemorySession;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Speech is archived and shown, all of it and nothing else. */
@ExtendWith(WorkspaceExtension.class)
class EligibilityTests {
    private final ScriptedTopicWriter writer = ScriptedTopicWriter.of();
    private TemporaryWorkspace memory;
    private InMemorySession session;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace.use(writer);
        session = memory.store().session("s");
    }

    private List<String> shown() {
        return writer.tasks().stream()
                .flatMap(task -> task.batch().stream())
                .map(BatchTurn::text)
                .toList();
    }

    @Test
    void onlyWhatPeopleAndTheAgentSaidIsArchived() {
        session.add("t0", TurnKind.TOOL, "an orphaned tool result", same -> {})
                .say("u1", "I live in Lisbon.")
                .add("t1", TurnKind.TOOL, "{\"weather\":\"sunny\"}", same -> {})
                .add("r1", TurnKind.RUNTIME, "heartbeat", same -> {})
                .reply("a1", "It is sunny there.")
                .say("u2", " \t\n ")
                .say("u3", "");
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(writer.turnsShown()).containsExactly(List.of("u1", "a1"));
        MemoryAssertions.assertThat(memory).hasArchived(2).hasPending(0);
        assertThat(memory.text("sources/local/_v2/s.md")).doesNotContain("weather", "heartbeat", "orphaned");
    }

    @Test
    void aSessionOfNothingButToolsIsNothingToDo() {
        session.add("t0", TurnKind.TOOL, "result", same -> {}).add("r", TurnKind.RUNTIME, "tick", same -> {});
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(writer.tasks()).isEmpty();
    }

    @Test
    void spansThatTheHostMarksAsInjectedAreLeftOut() {
        String recall = "RECALLED\n";
        session.add(
                "u1",
                TurnKind.USER,
                recall + "I live in Lisbon." + recall,
                turn -> turn.injectedRecall(List.of(
                        TextSpan.of(recall.length() + 17, 2 * recall.length() + 17), TextSpan.of(0, recall.length()))));
        session.add("u2", TurnKind.USER, recall, turn -> turn.injectedRecall(List.of(TextSpan.of(0, recall.length()))));
        session.add(
                "u3",
                TurnKind.USER,
                "abcdef tail",
                turn -> turn.injectedRecall(List.of(TextSpan.of(0, 4), TextSpan.of(2, 6), TextSpan.of(3, 3))));
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(shown()).containsExactly("I live in Lisbon.", " tail");
        assertThat(memory.text("sources/local/_v2/s.md")).doesNotContain("RECALLED");
    }

    private String recallOf(String words, String forSession) {
        MemoryQuery query =
                MemoryQuery.builder(words).session(new SessionId(forSession)).build();
        return Recalls.of(memory.backend(), query)
                .orElseThrow(() -> new AssertionError("nothing was recalled for " + words));
    }

    @Test
    void aRecallThatThisSessionWasGivenIsNotSpeech() {
        session.say("u1", "I live in Lisbon.");
        memory.write("s");
        String recall = recallOf("Where in Lisbon?", "s");
        session.say("u2", recall + "\n\nI moved to the Alfama quarter.")
                .say("u3", "Before.\n" + recall + "\nAfter.")
                .say("u4", recall)
                .say("u5", recall + "\n" + recall + "\nTwice.");
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(shown())
                .containsExactly("I live in Lisbon.", "\nI moved to the Alfama quarter.", "Before.\nAfter.", "Twice.");
        assertThat(memory.text("sources/local/_v2/s.md")).doesNotContain(MemoryContext.OPEN);
        MemoryAssertions.assertThat(memory).hasPending(0).hasArchived(4);
    }

    @Test
    void anyOtherMentionOfTheFenceIsSpeech() {
        session.say("u1", "I live in Lisbon.");
        memory.write("s");
        String recall = recallOf("Where in Lisbon?", "s");
        String changed = recall.replace("Lisbon", "Madrid");
        String indented = " " + recall;
        String openOnly = MemoryContext.OPEN + "\nis the tag I see in my logs";
        String inOneLine = "See <memory-context> and </memory-context>.";
        String unclosed = recall.substring(0, recall.length() - MemoryContext.CLOSE.length());
        String trailing = recall + " and more on the closing line";
        session.say("u2", changed)
                .say("u3", indented)
                .say("u4", openOnly)
                .say("u5", inOneLine)
                .say("u6", unclosed)
                .say("u7", trailing)
                .say("u8", changed + "\n" + recall + "\nend");
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(shown())
                .containsExactly(
                        "I live in Lisbon.",
                        changed,
                        indented,
                        openOnly,
                        inOneLine,
                        unclosed,
                        trailing,
                        changed + "\nend");
    }

    @Test
    void aRecallOfAnotherSessionIsSpeech() {
        session.say("u1", "I live in Lisbon.");
        memory.write("s");
        String recall = recallOf("Where in Lisbon?", "other");
        session.say("u2", recall);
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(shown()).containsExactly("I live in Lisbon.", recall);
    }

    @Test
    void theLast32RecallsAreRememberedAndNoMore() {
        for (int i = 0; i < 33; i++) {
            session.say("f" + i, "The code of locker number " + (100 + i) + " is " + (5_000 + 7 * i) + ".");
        }
        memory.write("s");
        String first = recallOf("What is the code of locker number 100?", "s");
        String second = recallOf("What is the code of locker number 101?", "s");
        assertThat(second).isNotEqualTo(first);
        for (int i = 2; i < 33; i++) {
            recallOf("What is the code of locker number " + (100 + i) + "?", "s");
        }
        session.say("u1", first + "\nfirst").say("u2", second + "\nsecond");
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(shown()).endsWith(first + "\nfirst", "second");
    }

    @Test
    void aSessionDeletedAfterItWasArchivedKeepsItsSources() {
        session.say("u1", "I live in Lisbon.");
        memory.write("s");
        memory.store().delete("s");
        assertThatWrite(memory.write("s")).succeeded();
        MemoryAssertions.assertThat(memory)
                .hasArchived(1)
                .hasPending(0)
                .hasBlock("Lisbon")
                .quoting("I live in Lisbon.");
    }

    @Test
    void aTurnWithoutTimeOrSpeakerIsArchivedWithAnEmptyStamp() {
        session.add("u1", TurnKind.USER, "I live in Lisbon.", turn -> turn.time(null));
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(memory.text("sources/local/_v2/s.md")).contains("[] user: I live in Lisbon.\n");
        MemoryAssertions.assertThat(memory).hasBlock("Lisbon").citing("local/s/u1");
        assertThat(memory.workspace().read().recent(1).get(0).when()).isEmpty();
    }
}
