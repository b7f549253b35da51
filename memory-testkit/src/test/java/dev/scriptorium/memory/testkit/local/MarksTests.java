package dev.scriptorium.memory.testkit.local;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.event.ReplayAfterRestore;
import dev.scriptorium.memory.api.session.SessionActivity;
import dev.scriptorium.memory.api.session.SessionQuery;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.local.HistoryEntry;
import dev.scriptorium.memory.local.writer.ExtractiveTopicWriter;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.session.InMemorySession;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Marks are set last, and what is owed is settled by whoever comes by. */
@ExtendWith(WorkspaceExtension.class)
class MarksTests {
    private final ScriptedTopicWriter writer = ScriptedTopicWriter.of();
    private TemporaryWorkspace memory;
    private InMemorySession session;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace.use(writer);
        session = memory.store().session("s").say("u1", "I live in Lisbon.").reply("a1", "Noted.");
    }

    private List<String> messages() {
        return memory.workspace().history().log(Optional.empty(), 99).stream()
                .map(HistoryEntry::message)
                .toList();
    }

    @Test
    void turnsWhoseMarksAreOwedCountAsWritten() {
        memory.store().failMarks(1);
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(memory.store().session("s").written(memory.id())).isEmpty();
        MemoryAssertions.assertThat(memory).hasPending(0).hasBlock("Lisbon").citing("local/s/u1");
        memory.store().failMarks(9);
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(writer.tasks()).as("never handed to the writer again").hasSize(1);
        memory.store().failMarks(0);
        memory.reopen();
        assertThat(memory.written("s")).containsExactly("u1", "a1");
    }

    @Test
    void owedMarksAreSettledByTheNextPass() {
        memory.store().failMarks(1);
        assertThatWrite(memory.write("s")).succeeded();
        session.say("u2", "I work as a baker.");
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(memory.written("s")).containsExactly("u1", "a1", "u2");
        assertThat(writer.turnsShown()).containsExactly(List.of("u1", "a1"), List.of("u2"));
    }

    @Test
    void marksThatFailAgainAndAgainCostNoCommitBeyondOneABatch() {
        memory.store().failMarks(1_000);
        for (int i = 2; i <= 6; i++) {
            assertThatWrite(memory.write("s")).succeeded();
            session.say("u" + i, "Fact number " + i + " of the list.");
        }
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(writer.tasks()).hasSize(6);
        assertThat(messages())
                .containsOnly("memory: write 1 turn of s", "memory: write 2 turns of s")
                .hasSize(6);
        memory.store().failMarks(0);
        memory.reopen();
        assertThat(memory.written("s")).hasSize(7);
        assertThat(messages()).hasSize(6);
    }

    @Test
    void owedMarksSurviveAProcessThatForgetsThem() {
        memory.store().failMarks(99);
        assertThatWrite(memory.write("s")).succeeded();
        memory.reopen();
        MemoryAssertions.assertThat(memory).hasPending(0);
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(writer.tasks()).hasSize(1);
        memory.store().failMarks(0);
    }

    @Test
    void marksThatCannotBeReadMeanThatWorkIsRepeatedWithoutHarm() {
        memory.use(new ExtractiveTopicWriter());
        session.say("u2", "I moved from Berlin to Lisbon in May 2023.");
        assertThatWrite(memory.write("s")).succeeded();
        ByteSnapshot before = memory.bytes();
        memory.store().unreadableMarks(true);
        MemoryAssertions.assertThat(memory).hasPending(3);
        assertThatWrite(memory.write("s")).failedWith(FailureCode.WRITER_NO_PROGRESS);
        for (String part : List.of("topics", "sources", "timeline", "recent_events.jsonl")) {
            MemoryAssertions.assertThat(memory.bytes().below(part)).isUnchangedSince(before.below(part));
        }
        memory.store().unreadableMarks(false);
        memory.reopen();
        MemoryAssertions.assertThat(memory).hasPending(0);
    }

    @Test
    void sidecarMarksThatAreDamagedMeanThatWorkIsRepeatedWithoutHarm() throws IOException {
        memory.use(InMemorySessionStore.withoutMarks(memory.clock()));
        memory.store().session("s").say("u1", "I live in Lisbon.").say("u2", "I work as a baker.");
        assertThatWrite(memory.write("s")).succeeded();
        try (Stream<Path> files = Files.list(memory.directory().resolve(".scriptorium/marks"))) {
            Path marks = files.findFirst().orElseThrow();
            // The last line is torn, and one in the middle is no id any more.
            Files.writeString(marks, "u1\n<<<\nu");
        }
        memory.reopen();
        MemoryAssertions.assertThat(memory).hasPending(1).hasArchived(2);
        assertThatWrite(memory.write("s")).succeeded();
        MemoryAssertions.assertThat(memory).hasPending(0).hasArchived(2);
    }

    @Test
    void aMarkCountsOnlyTogetherWithItsFrameInTheArchive() throws IOException {
        assertThatWrite(memory.write("s")).succeeded();
        TemporaryWorkspace restored =
                TemporaryWorkspace.create().use(memory.store()).use(ScriptedTopicWriter.of());
        try {
            // As after restoring a backup from before anything was written.
            Files.createDirectories(restored.directory().resolve(".scriptorium"));
            Files.writeString(restored.directory().resolve(".scriptorium/workspace-id"), memory.id() + "\n");
            assertThat(restored.id()).isEqualTo(memory.id());
            MemoryAssertions.assertThat(restored).hasPending(2);
            assertThatWrite(restored.write("s")).succeeded();
            MemoryAssertions.assertThat(restored).hasArchived(2).hasPending(0).hasBlock("Lisbon");
            assertThat(restored.events().of(ReplayAfterRestore.class))
                    .singleElement()
                    .satisfies(event -> assertThat(event.turns()).isEqualTo(2));
        } finally {
            restored.delete();
        }
    }

    @Test
    void marksChangeNoActivityOfTheSession() {
        Instant before = activity();
        memory.clock().advance(Duration.ofHours(2));
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(activity()).isEqualTo(before);
    }

    private Instant activity() {
        List<SessionActivity> sessions = memory.store().sessions(SessionQuery.first(9));
        assertThat(sessions).hasSize(1);
        return sessions.get(0).lastActivity();
    }
}
