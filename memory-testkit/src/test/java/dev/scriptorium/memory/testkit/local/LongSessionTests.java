package dev.scriptorium.memory.testkit.local;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.local.tx.WorkspaceLock;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.processes.ChildJvm;
import dev.scriptorium.memory.testkit.session.InMemorySession;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What finding the pending turns costs follows their number, and below the threshold next to nothing is done. */
@ExtendWith(WorkspaceExtension.class)
class LongSessionTests {
    private static final int WRITTEN = 200_000;
    private static final int PENDING = 10;

    private final ScriptedTopicWriter writer = ScriptedTopicWriter.of();
    private TemporaryWorkspace memory;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace.use(writer);
    }

    /** Ten turns after many that are written, of which it is enough that the last one is marked and archived. */
    private void aLongSession() {
        InMemorySession session = memory.store().session("s");
        for (int i = 0; i < WRITTEN; i++) {
            session.say("t" + i, "Said before.");
        }
        TurnId last = session.head().orElseThrow();
        memory.store().marks().orElseThrow().mark(session.id(), List.of(last), memory.id());
        memory.backend()
                .extractBeforeDiscard(DiscardRequest.of(
                        session.id(),
                        List.of(memory.store().turn(session.id(), last).orElseThrow())));
        for (int i = 0; i < PENDING; i++) {
            session.say("p" + i, "Pending number " + i + ".");
        }
    }

    private long read(Runnable work) {
        long before = memory.store().turnsRead();
        work.run();
        return memory.store().turnsRead() - before;
    }

    @Test
    void tenPendingTurnsOfTwoHundredThousandAreFoundByReadingEleven() {
        aLongSession();
        assertThat(read(() -> assertThat(memory.workspace().read().status().pendingTurns())
                        .isEqualTo(PENDING)))
                .as("to count them")
                .isLessThanOrEqualTo(PENDING + 1);
        assertThat(read(() -> assertThatWrite(memory.writeDue("s")).succeeded()))
                .as("to see that they are not due")
                .isLessThanOrEqualTo(PENDING + 1);
        assertThat(writer.tasks()).isEmpty();
        memory.clock().advance(Duration.ofHours(2));
        assertThat(read(() -> assertThatWrite(memory.writeDue("s")).succeeded()))
                .as("to write them")
                .isLessThanOrEqualTo(PENDING + 1);
        assertThat(writer.turnsShown())
                .singleElement()
                .satisfies(turns -> assertThat(turns).hasSize(PENDING));
    }

    @Test
    void whetherAHostStillHoldsWhatIsOwedIsAskedOnlyWhenItMayBeDue() {
        InMemorySession other = memory.store().session("o");
        for (int i = 0; i < 50; i++) {
            other.say("o" + i, "Said before.");
        }
        memory.backend().extractBeforeDiscard(DiscardRequest.of(other.id(), other.turns()));
        memory.store().session("s").say("u1", "I live in Lisbon.");
        assertThat(read(() -> assertThatWrite(memory.writeDue("s")).succeeded()))
                .isLessThanOrEqualTo(2);
        assertThat(writer.tasks()).isEmpty();
    }

    @Test
    void belowTheThresholdNoLockIsTakenAndNothingIsWritten() {
        memory.store().session("s").say("u1", "I live in Lisbon.");
        memory.open(settings -> settings.backgroundLockTimeout(Duration.ofMillis(1)));
        ByteSnapshot before = memory.bytes();
        WorkspaceLock install = new WorkspaceLock(memory.directory().resolve(".scriptorium/write.lock"));
        WorkspaceLock lease = new WorkspaceLock(memory.directory().resolve(".scriptorium/writer.lock"));
        try (WorkspaceLock.Held one = install.acquire(Duration.ofSeconds(5));
                WorkspaceLock.Held other = lease.acquire(Duration.ofSeconds(5))) {
            assertThat(one.isValid() && other.isValid()).isTrue();
            assertThatWrite(memory.writeDue("s")).succeeded();
        }
        List<String> locks = List.of(
                ".scriptorium/write.lock.owner",
                ".scriptorium/writer.lock.owner",
                ".scriptorium/writer.lock",
                ".scriptorium");
        assertThat(memory.bytes().differences(before))
                .as("but for the locks that this test has held")
                .allSatisfy(line -> assertThat(locks).anyMatch(line::startsWith));
        assertThat(writer.tasks()).isEmpty();
    }

    @Test
    void belowTheThresholdNoTokeniserIsLoaded() throws IOException {
        try (ChildJvm child = ChildJvm.start(SmallWrite.class, memory.beside().toString())) {
            assertThat(child.line()).isEqualTo("not due: not loaded");
            assertThat(child.line()).isEqualTo("due: loaded");
        }
    }
}
