package dev.scriptorium.memory.testkit.local;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.SessionContext;
import dev.scriptorium.memory.api.event.MemoryEvent;
import dev.scriptorium.memory.api.event.WriteCommitted;
import dev.scriptorium.memory.api.event.WriteEnded;
import dev.scriptorium.memory.api.event.WriteStarted;
import dev.scriptorium.memory.api.recall.MemoryContext;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.ref.Revision;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.local.HistoryEntry;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.testkit.Recalls;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.model.WriterSteps;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A conversation goes in, a cited, validated, committed, searchable memory comes out. */
@ExtendWith(WorkspaceExtension.class)
class MainJobTests {
    private static final Speaker ADA = Speaker.of("u-1", "Ada");

    private static void chat(TemporaryWorkspace memory) {
        memory.store()
                .session("s")
                .say("u1", ADA, "I moved from Berlin to Lisbon in May 2023.")
                .reply("a1", "How nice!")
                .say("u2", ADA, "My sister Grace works at the Gulbenkian museum.")
                .reply("a2", "Shall I look up the opening hours?");
    }

    @Test
    void aForcedWriteArchivesFilesCitesCommitsAndMarks(TemporaryWorkspace memory) {
        chat(memory);
        assertThatWrite(memory.write("s")).succeeded();
        MemoryAssertions.assertThat(memory)
                .hasNoProblems()
                .hasArchived(4)
                .hasPending(0)
                .hasBlock("moved from Berlin to Lisbon")
                .citing("local/s/u1")
                .quoting("Lisbon in May 2023")
                .inTopic("topics/people/Ada.md")
                .and()
                .hasBlock("Gulbenkian")
                .citing("local/s/u2");
        assertThat(memory.written("s")).containsExactly("u1", "a1", "u2", "a2");
        HistoryEntry commit =
                memory.workspace().history().log(Optional.empty(), 1).get(0);
        assertThat(commit.message()).isEqualTo("memory: write 4 turns of s");
        assertThat(commit.by()).isEqualTo("writer/extractive");
        assertThat(commit.paths()).containsExactly("sources/local/_v2/s.md", "topics/people/Ada.md");
    }

    @Test
    void withRecallOffAChangeWaitsForASearchToBeIndexed(TemporaryWorkspace memory) {
        memory.open(settings -> settings.recall(LocalMemoryConfig.Recall.OFF));
        chat(memory);
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(memory.workspace().read().status().indexDocuments()).isZero();
        assertThat(memory.backend().search(MemoryQuery.of("Where does Grace work?")))
                .isEmpty();
        assertThat(memory.workspace()
                        .read()
                        .search(MemoryQuery.of("Gulbenkian"), false)
                        .hits())
                .isNotEmpty();
        assertThat(memory.workspace().read().status().indexDocuments()).isPositive();
        memory.open(settings -> settings.recall(LocalMemoryConfig.Recall.LEXICAL));
        assertThat(Recalls.of(memory.backend(), "Where does Grace work?"))
                .hasValueSatisfying(text -> assertThat(text).contains("Gulbenkian"));
    }

    @Test
    void theSameOperationIdIsInEveryEventAndInTheCommit(TemporaryWorkspace memory) {
        chat(memory);
        memory.write("s");
        assertThat(memory.events().all())
                .extracting(event -> (Object) event.getClass())
                .containsExactly(WriteStarted.class, WriteCommitted.class, WriteEnded.class);
        List<String> ids = memory.events().all().stream()
                .map(MemoryEvent::operationId)
                .distinct()
                .toList();
        assertThat(ids).hasSize(1);
        assertThat(memory.workspace().history().log(Optional.empty(), 1).get(0).operation())
                .contains(ids.get(0));
        WriteCommitted committed = memory.events().of(WriteCommitted.class).get(0);
        assertThat(committed.turns()).isEqualTo(4);
        assertThat(committed.files()).isEqualTo(1);
        assertThat(committed.session()).contains(new SessionId("s"));
        assertThat(committed.revision()).isEqualTo(revision(memory));
    }

    private static Revision revision(TemporaryWorkspace memory) {
        return memory.workspace().read().status().revision();
    }

    @Test
    void aSecondForcedWriteChangesNoByteAndMakesNoCommit(TemporaryWorkspace memory) {
        chat(memory);
        memory.write("s");
        int commits = memory.commits();
        ByteSnapshot before = memory.bytes();
        assertThatWrite(memory.write("s")).succeeded();
        assertThatWrite(memory.writeDue("s")).succeeded();
        MemoryAssertions.assertThat(memory.bytes()).isUnchangedSince(before);
        assertThat(memory.commits()).isEqualTo(commits);
    }

    @Test
    void aRestartLosesNothingAndWritesNothingTwice(TemporaryWorkspace memory) {
        chat(memory);
        memory.write("s");
        Revision revision = revision(memory);
        int commits = memory.commits();
        memory.reopen();
        assertThat(revision(memory)).isEqualTo(revision);
        ByteSnapshot before = memory.bytes();
        assertThatWrite(memory.write("s")).succeeded();
        MemoryAssertions.assertThat(memory.bytes()).isUnchangedSince(before);
        assertThat(memory.commits()).isEqualTo(commits);
        assertThat(revision(memory)).isEqualTo(revision);
    }

    @Test
    void twoRunsFromScratchGiveTheSameTopicsToTheByte(TemporaryWorkspace memory) {
        chat(memory);
        memory.write("s");
        ByteSnapshot first = memory.bytes();
        TemporaryWorkspace again = TemporaryWorkspace.create();
        try {
            chat(again);
            again.write("s");
            MemoryAssertions.assertThat(again.bytes().below("topics").withoutTimes())
                    .isUnchangedSince(first.below("topics").withoutTimes());
        } finally {
            again.delete();
        }
    }

    @Test
    void withoutMarksInTheStoreTheyAreKeptBesideTheWorkspace(TemporaryWorkspace memory) {
        memory.use(InMemorySessionStore.withoutMarks(memory.clock()));
        chat(memory);
        assertThatWrite(memory.write("s")).succeeded();
        memory.reopen();
        ByteSnapshot before = memory.bytes();
        assertThatWrite(memory.write("s")).succeeded();
        MemoryAssertions.assertThat(memory.bytes()).isUnchangedSince(before);
        MemoryAssertions.assertThat(memory).hasPending(0).hasArchived(4);
        memory.store().session("s").say("u3", ADA, "I have played the cello since 2009.");
        assertThatWrite(memory.write("s")).succeeded();
        MemoryAssertions.assertThat(memory).hasArchived(5).hasBlock("cello").citing("local/s/u3");
    }

    @Test
    void belowTheThresholdNothingIsWrittenUntilTheSessionGoesIdle(TemporaryWorkspace memory) {
        chat(memory);
        memory.open();
        ByteSnapshot before = memory.bytes();
        assertThatWrite(memory.writeDue("s")).succeeded();
        MemoryAssertions.assertThat(memory.bytes()).isUnchangedSince(before);
        assertThat(memory.events().all()).isEmpty();
        MemoryAssertions.assertThat(memory).hasPending(4).hasArchived(0);
        memory.clock().advance(Duration.ofMinutes(61));
        assertThatWrite(memory.writeDue("s")).succeeded();
        MemoryAssertions.assertThat(memory).hasPending(0).hasArchived(4);
    }

    @Test
    void atTheThresholdOnePassWritesTheLeadingBatchAndForceWritesTheRest(TemporaryWorkspace memory) {
        ScriptedTopicWriter writer = ScriptedTopicWriter.of();
        memory.use(writer).open(settings -> settings.batchTokens(20));
        for (int i = 1; i <= 7; i++) {
            memory.store().session("s").say("u" + i, "The number of day " + i + " is one hundred and " + i + ".");
        }
        assertThatWrite(memory.writeDue("s")).succeeded();
        assertThat(writer.turnsShown()).containsExactly(List.of("u1", "u2"));
        assertThat(memory.written("s")).containsExactly("u1", "u2");
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(writer.turnsShown())
                .containsExactly(List.of("u1", "u2"), List.of("u3", "u4"), List.of("u5", "u6"), List.of("u7"));
        assertThat(memory.written("s")).hasSize(7);
    }

    @Test
    void searchFindsWhatWasJustWritten(TemporaryWorkspace memory) {
        chat(memory);
        MemoryQuery query = MemoryQuery.builder("Where does my sister Grace work?")
                .session(new SessionId("s"))
                .build();
        assertThat(memory.backend().search(query)).isEmpty();
        memory.write("s");
        Optional<String> recalled = Recalls.of(memory.backend(), query);
        assertThat(recalled).hasValueSatisfying(text -> {
            assertThat(MemoryContext.isFence(text)).isTrue();
            assertThat(text).contains("My sister Grace works at the Gulbenkian museum.");
        });
        assertThat(memory.backend().search(MemoryQuery.of("quantum chromodynamics lattice")))
                .isEmpty();
    }

    @Test
    void aSessionStartsWithTheFencedResidentBlock(TemporaryWorkspace memory) {
        memory.store().session("s").say("u1", ADA, "I prefer tea over coffee, always.");
        assertThat(memory.backend().systemPrompt(SessionContext.none())).isEmpty();
        memory.write("s");
        Optional<String> prompt = memory.backend().systemPrompt(SessionContext.of(new SessionId("s")));
        assertThat(prompt).hasValueSatisfying(text -> {
            assertThat(MemoryContext.isFence(text)).isTrue();
            assertThat(text).contains("I prefer tea over coffee, always.").contains("# ");
        });
        assertThat(memory.workspace().read().core().rendered()).isEqualTo(memory.text("core.md"));
        assertThat(memory.backend().systemPrompt(SessionContext.none())).isEqualTo(prompt);
    }

    @Test
    void turnsGivenByTheHostAreWrittenWithoutAskingTheStore(TemporaryWorkspace memory) {
        chat(memory);
        memory.open();
        long read = memory.store().turnsRead();
        assertThatWrite(memory.backend()
                        .write(WriteRequest.builder(new SessionId("s"))
                                .turns(memory.store().session("s").branch())
                                .force(true)
                                .build()))
                .succeeded();
        // The live tips are looked at all the same: one of them may reach the threshold.
        assertThat(memory.store().turnsRead() - read).isLessThanOrEqualTo(4);
        assertThat(memory.written("s")).containsExactly("u1", "a1", "u2", "a2");
    }

    @Test
    void theCostOfFindingPendingTurnsFollowsThemAndNotTheSession(TemporaryWorkspace memory) {
        memory.use(ScriptedTopicWriter.of().otherwise(WriterSteps.nothing("small talk")));
        for (int i = 0; i < 2_000; i++) {
            memory.store().session("s").say("u" + i, "Word " + i);
        }
        assertThatWrite(memory.write("s")).succeeded();
        memory.store().session("s").say("last", "One more word");
        long before = memory.store().turnsRead();
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(memory.written("s")).hasSize(2_001);
        assertThat(memory.store().turnsRead() - before).isLessThan(1_000);
    }

    @Test
    void memorySwitchedToManualWritesNothing(TemporaryWorkspace memory) {
        chat(memory);
        memory.open(settings -> settings.automaticWriting(false));
        ByteSnapshot before = memory.bytes();
        assertThatWrite(memory.write("s")).succeeded();
        MemoryAssertions.assertThat(memory.bytes()).isUnchangedSince(before);
    }

    @Test
    void withoutHistoryEverythingElseIsAsWithIt(TemporaryWorkspace memory) {
        chat(memory);
        memory.open(settings -> settings.history(false));
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(memory.directory().resolve(".git")).doesNotExist();
        MemoryAssertions.assertThat(memory).hasNoProblems().hasArchived(4).hasPending(0);
        assertThat(memory.commits()).isZero();
        // Opened with history later, what is there is adopted.
        memory.reopen();
        assertThat(memory.workspace().history().log(Optional.empty(), 9))
                .singleElement()
                .satisfies(commit -> assertThat(commit.message()).isEqualTo("memory: adopt what is here"));
    }
}
