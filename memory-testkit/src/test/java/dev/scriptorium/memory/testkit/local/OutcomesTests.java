package dev.scriptorium.memory.testkit.local;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.event.WriteEnded;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.api.session.WorkspaceId;
import dev.scriptorium.memory.api.session.WrittenMarks;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.local.WriterReport;
import dev.scriptorium.memory.local.tx.WorkspaceLock;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.fault.Fault;
import dev.scriptorium.memory.testkit.fault.FaultPoints;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.model.WriterSteps;
import dev.scriptorium.memory.testkit.session.ForwardingSessionStore;
import dev.scriptorium.memory.testkit.session.InMemorySession;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every way in which a write may fail is told: to the caller, as an event, and in the status. */
@ExtendWith(WorkspaceExtension.class)
class OutcomesTests {
    private final ScriptedTopicWriter writer = ScriptedTopicWriter.of();
    private TemporaryWorkspace memory;
    private InMemorySession session;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace.use(writer);
        session = memory.store().session("s").say("u1", "I live in Lisbon.").reply("a1", "Noted.");
    }

    private void told(FailureCode code, Optional<WriteFailure> answer) {
        assertThatWrite(answer).failedWith(code);
        boolean retryable = answer.orElseThrow().retryable();
        assertThat(memory.events().of(WriteEnded.class)).last().satisfies(event -> {
            assertThat(event.code()).contains(code);
            assertThat(event.retryable()).isEqualTo(retryable);
            assertThat(event.operationId()).startsWith("op-");
        });
        WriterReport report = memory.workspace().read().status().writer();
        assertThat(report.lastOutcome()).contains("failure");
        assertThat(report.lastFailureCode()).contains(code);
        assertThat(report.lastFailureRetryable()).isEqualTo(retryable);
        assertThat(memory.text(".scriptorium/writer-status.json")).doesNotContain("Lisbon");
    }

    @ParameterizedTest
    @EnumSource(FailureCode.class)
    void aWriterMayFailWithEveryCode(FailureCode code) {
        writer.then(WriterSteps.failing(WriteFailure.of(code, "as it happens")));
        told(code, memory.write("s"));
        MemoryAssertions.assertThat(memory).hasPending(2).hasArchived(2);
        assertThat(memory.written("s")).isEmpty();
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(memory.workspace().read().status().writer().lastOutcome()).contains("success");
    }

    @Test
    void aBrokenBranchIsTold() {
        session.put(Turn.builder(new TurnId("x2"), TurnKind.USER, "Lost.")
                        .parent(new TurnId("x1"))
                        .build())
                .head("x2");
        told(FailureCode.SESSION_NODES_UNAVAILABLE, memory.write("s"));
        memory.events().clear();
        told(FailureCode.SESSION_NODES_UNAVAILABLE, memory.writeDue("s"));
    }

    @Test
    void aLockThatIsHeldIsTold() {
        memory.open(settings -> settings.backgroundLockTimeout(Duration.ofMillis(20)));
        WorkspaceLock lease = new WorkspaceLock(memory.directory().resolve(".scriptorium/writer.lock"));
        try (WorkspaceLock.Held held = lease.acquire(Duration.ofSeconds(5))) {
            assertThat(held.isValid()).isTrue();
            told(FailureCode.WORKSPACE_BUSY, memory.write("s"));
        }
        MemoryAssertions.assertThat(memory).hasPending(2).hasArchived(0);
    }

    @Test
    void aCheckpointThatObjectsIsTold() {
        memory.open(settings -> settings.beforeInstall(state -> {
            throw new IllegalStateException("not now");
        }));
        told(FailureCode.CHECKPOINT_FAILED, memory.write("s"));
        MemoryAssertions.assertThat(memory).hasPending(2).hasArchived(2);
    }

    @Test
    void aDiskThatRefusesIsTold() {
        memory.open().close();
        FaultPoints points = FaultPoints.of(memory.directory());
        LocalMemoryConfig config = memory.config().build();
        try (LocalMemoryBackend backend = LocalMemoryBackend.open(config, points)) {
            points.at("rename tx/N.manifest", 1, Fault.refusal());
            Optional<WriteFailure> answer = backend.write(WriteRequest.force(session.id()));
            assertThatWrite(answer).failedWith(FailureCode.STORAGE_UNAVAILABLE).retryable();
            assertThat(memory.events().of(WriteEnded.class))
                    .last()
                    .satisfies(event -> assertThat(event.code()).contains(FailureCode.STORAGE_UNAVAILABLE));
            points.heal();
            assertThatWrite(backend.write(WriteRequest.force(session.id()))).succeeded();
        }
    }

    @Test
    void namesThatWouldShareAnArchiveAreTold() {
        assertThatWrite(memory.write("s")).succeeded();
        memory.store().session("S").say("u1", "I live in Porto.");
        told(FailureCode.SOURCE_COLLISION, memory.write("S"));
        MemoryAssertions.assertThat(memory).hasArchived(2);
    }

    /** Row 42: what another backend wrote between the look and the lease is not written again. */
    @Test
    void aBatchThatSomebodyElseWroteMeanwhileIsNotGivenAgain() {
        memory.open();
        LocalMemoryBackend other = memory.open();
        AtomicBoolean first = new AtomicBoolean(true);
        Runnable meanwhile = () -> {
            if (first.getAndSet(false)) {
                assertThatWrite(other.write(WriteRequest.force(session.id()))).succeeded();
            }
        };
        LocalMemoryConfig config = LocalMemoryConfig.builder(
                        memory.directory(), new InterruptedStore(memory.store(), meanwhile))
                .writer(writer)
                .clock(memory.clock())
                .batchTokens(2)
                .build();
        try (LocalMemoryBackend late = LocalMemoryBackend.open(config)) {
            assertThatWrite(late.write(WriteRequest.of(session.id()))).succeeded();
        }
        assertThat(first).isFalse();
        assertThat(writer.turnsShown()).containsExactly(List.of("u1", "a1"));
    }

    /** A store that lets something happen after its marks were read. */
    private static final class InterruptedStore extends ForwardingSessionStore {
        private final Runnable after;

        InterruptedStore(SessionStore store, Runnable after) {
            super(store);
            this.after = after;
        }

        @Override
        public Optional<WrittenMarks> marks() {
            return super.marks().map(marks -> new WrittenMarks() {
                @Override
                public Set<TurnId> marked(SessionId session, Collection<TurnId> turns, WorkspaceId workspace) {
                    Set<TurnId> marked = marks.marked(session, turns, workspace);
                    after.run();
                    return marked;
                }

                @Override
                public void mark(SessionId session, Collection<TurnId> turns, WorkspaceId workspace) {
                    marks.mark(session, turns, workspace);
                }
            });
        }
    }
}
