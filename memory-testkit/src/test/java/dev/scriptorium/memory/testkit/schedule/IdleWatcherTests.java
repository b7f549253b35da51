package dev.scriptorium.memory.testkit.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.event.NothingToRecord;
import dev.scriptorium.memory.api.event.WriteEnded;
import dev.scriptorium.memory.api.session.SessionActivity;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionQuery;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.WrittenMarks;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.local.WatcherReport;
import dev.scriptorium.memory.local.tx.WorkspaceLock;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.model.WriterSteps;
import dev.scriptorium.memory.testkit.time.ManualScheduler;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(WorkspaceExtension.class)
class IdleWatcherTests {
    private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);
    private static final Duration AN_HOUR = Duration.ofHours(1);
    private static final WriteFailure OVERLOADED = WriteFailure.of(FailureCode.MODEL_TRANSPORT, "later");

    private final ScriptedTopicWriter writer = ScriptedTopicWriter.of();
    private TemporaryWorkspace memory;
    private ManualScheduler scheduler;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace.use(writer);
        scheduler = ManualScheduler.with(memory.clock());
    }

    private LocalMemoryBackend watch() {
        return memory.open(config -> config.scheduler(scheduler));
    }

    private void watch(SessionStore other) {
        memory.open(config -> LocalMemoryConfig.builder(memory.directory(), other)
                .writer(writer)
                .clock(memory.clock())
                .zone(ZoneOffset.UTC)
                .listener(memory.events())
                .scheduler(scheduler));
    }

    private List<List<String>> shown() {
        return writer.turnsShown();
    }

    private Path handled() {
        return memory.directory().resolve(".scriptorium/session-end.jsonl");
    }

    @Test
    void aSessionBelowTheThresholdIsWrittenOnceItIsIdle() {
        watch();
        memory.store().session("s").say("u1", "I live in Lisbon.");

        scheduler.pass(Duration.ofMinutes(29));
        assertThat(shown()).isEmpty();

        scheduler.pass(Duration.ofMinutes(6));
        assertThat(shown()).containsExactly(List.of("u1"));
        assertThat(memory.written("s")).containsExactly("u1");
    }

    @Test
    void anUnchangedSessionIsNotLookedAtAgainAndOneThatWentOnIs() {
        watch();
        memory.store().session("s").say("u1", "I live in Lisbon.");
        scheduler.pass(AN_HOUR);
        long read = memory.store().turnsRead();

        scheduler.pass(AN_HOUR);
        assertThat(memory.store().turnsRead()).isEqualTo(read);

        memory.store().session("s").say("u2", "I moved to Porto.");
        scheduler.pass(AN_HOUR);
        assertThat(shown()).containsExactly(List.of("u1"), List.of("u2"));
    }

    @Test
    void aRestartForgetsNothingOfIt() {
        watch();
        memory.store().session("s").say("u1", "I live in Lisbon.");
        scheduler.pass(AN_HOUR);
        memory.close();
        assertThat(scheduler.waiting()).isZero();

        watch();
        long read = memory.store().turnsRead();
        scheduler.pass(AN_HOUR);
        assertThat(memory.store().turnsRead()).isEqualTo(read);
    }

    @Test
    void statusSaysWhenAnybodyLastLookedAndWhatCameOfIt() {
        memory.open();
        WatcherReport never = memory.workspace().read().status().watcher();
        assertThat(never.lastLookAt()).isEmpty();
        assertThat(never.lastNight()).isEmpty();
        memory.close();

        writer.then(WriterSteps.failing(OVERLOADED));
        watch();
        memory.store().session("a").say("u1", "I live in Lisbon.");
        memory.store().session("b").say("u2", "I live in Porto.");
        scheduler.pass(Duration.ofMinutes(35));
        WatcherReport look = memory.workspace().read().status().watcher();
        assertThat(look.lastLookAt()).contains(memory.clock().instant());
        assertThat(look.lastNight()).contains(Instant.parse("2024-05-06T03:00:00Z"));
        assertThat(List.of(look.sessions(), look.seenTo(), look.putOff())).containsExactly(2, 1, 1);

        scheduler.pass(FIVE_MINUTES);
        look = memory.workspace().read().status().watcher();
        assertThat(List.of(look.sessions(), look.seenTo(), look.putOff())).containsExactly(2, 1, 0);
        memory.close();

        // A process that does not look itself sees what another one did.
        memory.open();
        assertThat(memory.workspace().read().status().watcher().lastLookAt()).isEqualTo(look.lastLookAt());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{\"looked_at\":\"yesterday\"}", "{\"looked_at\":7}"})
    void aNoteOfTheLastLookThatCannotBeReadIsNone(String damaged) throws IOException {
        watch();
        scheduler.pass(FIVE_MINUTES);
        Files.writeString(handled().resolveSibling("watcher.json"), damaged);
        assertThat(memory.workspace().read().status().watcher().lastLookAt()).isEmpty();
        scheduler.pass(FIVE_MINUTES);
        assertThat(memory.workspace().read().status().watcher().lastLookAt())
                .contains(memory.clock().instant());
    }

    @Test
    void withoutASchedulerNothingRuns() {
        memory.open();
        memory.store().session("s").say("u1", "I live in Lisbon.");
        scheduler.pass(AN_HOUR);
        assertThat(scheduler.waiting()).isZero();
        assertThat(handled()).doesNotExist();
    }

    @Test
    void whereAutomaticWritingIsOffNothingRunsAndNothingCountsAsSeenTo() {
        memory.open(config -> config.scheduler(scheduler).automaticWriting(false));
        memory.store().session("s").say("u1", "I live in Lisbon.");
        scheduler.pass(AN_HOUR);
        assertThat(handled()).doesNotExist();
        memory.close();

        watch();
        scheduler.pass(AN_HOUR);
        assertThat(shown()).containsExactly(List.of("u1"));
    }

    @Test
    void whatMaySucceedLaterIsTriedAgain() {
        writer.then(WriterSteps.failing(OVERLOADED));
        watch();
        memory.store().session("s").say("u1", "I live in Lisbon.");

        scheduler.pass(Duration.ofMinutes(35));
        assertThat(memory.events().of(WriteEnded.class)).last().satisfies(ended -> {
            assertThat(ended.retryable()).isTrue();
            assertThat(ended.session()).contains(new SessionId("s"));
        });
        assertThat(handled()).doesNotExist();

        scheduler.pass(FIVE_MINUTES);
        assertThat(memory.written("s")).containsExactly("u1");
    }

    @Test
    void whatIsRefusedIsSeenToAndTold() {
        writer.then(WriterSteps.noProgress());
        watch();
        memory.store().session("s").say("u1", "I live in Lisbon.");
        scheduler.pass(AN_HOUR);

        assertThat(shown()).hasSize(1);
        assertThat(memory.events().of(WriteEnded.class))
                .singleElement()
                .satisfies(ended -> assertThat(ended.code()).contains(FailureCode.WRITER_NO_PROGRESS));
        assertThat(memory.written("s")).isEmpty();
    }

    @Test
    void nothingToRecordIsSeenToAndTold() {
        writer.then(WriterSteps.nothing("small talk"));
        watch();
        memory.store().session("s").say("u1", "Hello there.");
        scheduler.pass(AN_HOUR);

        assertThat(shown()).hasSize(1);
        assertThat(memory.events().of(NothingToRecord.class)).hasSize(1);
    }

    @Test
    void sessionsThatFailAgainAndAgainKeepNobodyWaiting() {
        writer.otherwise(WriterSteps.failing(OVERLOADED));
        watch();
        for (int i = 0; i < 4; i++) {
            memory.store().session("s" + i).say("u" + i, "I live in house number " + i + ".");
        }

        scheduler.pass(Duration.ofMinutes(35));
        assertThat(shown()).as("three failures in a row end a look").hasSize(3);

        scheduler.pass(FIVE_MINUTES);
        assertThat(shown()).last().isEqualTo(List.of("u3"));
    }

    @Test
    void whatAStoreThrowsAtOneSessionIsToldAndHarmsNoOther() {
        Delegate broken = new Delegate() {
            @Override
            public Optional<TurnId> head(SessionId session) {
                if (session.value().equals("a")) {
                    throw new IllegalStateException("no such table");
                }
                return super.head(session);
            }
        };
        memory.store().session("a").say("u1", "I live in Lisbon.");
        memory.store().session("b").say("u2", "I live in Porto.");
        watch(broken);
        scheduler.pass(AN_HOUR);

        assertThat(shown()).containsExactly(List.of("u2"));
        assertThat(memory.events().of(WriteEnded.class))
                .anySatisfy(ended -> assertThat(ended.code()).contains(FailureCode.WRITER_FAILURE_UNKNOWN));
    }

    @Test
    void aStoreThatHandsOutTheSamePagesForEverIsLeft() {
        List<SessionQuery> asked = new ArrayList<>();
        Delegate circling = new Delegate() {
            @Override
            public List<SessionActivity> sessions(SessionQuery query) {
                asked.add(query);
                return super.sessions(SessionQuery.first(2));
            }
        };
        memory.store().session("a").say("u1", "I live in Lisbon.");
        watch(circling);
        memory.clock().advance(AN_HOUR);
        scheduler.pass(FIVE_MINUTES);

        assertThat(asked).hasSize(2);
        assertThat(shown()).containsExactly(List.of("u1"));
    }

    @Test
    void aClockThatWasAheadMakesNoSessionWaitForIt() {
        memory.clock().advance(Duration.ofDays(400));
        memory.store().session("s").say("u1", "I live in Lisbon.");
        memory.clock().advance(Duration.ofDays(-400));
        watch();
        scheduler.pass(AN_HOUR);
        assertThat(shown()).containsExactly(List.of("u1"));
    }

    @Test
    void aClockThatIsSetBackStopsNoLook() {
        watch();
        scheduler.pass(FIVE_MINUTES);
        memory.clock().advance(Duration.ofDays(-30));
        memory.store().session("s").say("u1", "I live in Lisbon.");
        scheduler.pass(AN_HOUR);
        assertThat(shown()).containsExactly(List.of("u1"));
    }

    @Test
    void whileAnotherProcessLooksThisOneDoesNot() {
        watch();
        memory.store().session("s").say("u1", "I live in Lisbon.");
        WorkspaceLock.Held other = new WorkspaceLock(
                        memory.directory().toAbsolutePath().resolve(".scriptorium/session-end.lock"))
                .acquire(Duration.ofSeconds(1));
        scheduler.pass(AN_HOUR);
        assertThat(shown()).isEmpty();
        other.close();
        scheduler.pass(FIVE_MINUTES);
        assertThat(shown()).containsExactly(List.of("u1"));
    }

    @Test
    void aDamagedNoteOfWhatWasSeenToIsKeptAndTheWorkDoneAgain() throws IOException {
        watch();
        memory.store().session("s").say("u1", "I live in Lisbon.");
        scheduler.pass(AN_HOUR);
        Files.writeString(handled(), "not what we wrote\n");
        scheduler.pass(AN_HOUR);

        assertThat(shown()).as("its turns are marked").hasSize(1);
        assertThat(handled().resolveSibling("session-end.jsonl.damaged-1")).hasContent("not what we wrote\n");
    }

    @Test
    void closingWaitsForNoModelAndWhatItAnswersThenIsNotInstalled() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        writer.then(WriterSteps.waiting(begun, leave, WriterSteps.record("topics/late.md")));
        LocalMemoryBackend backend = watch();
        memory.store().session("s").say("u1", "I live in Lisbon.");
        Thread model = new Thread(() -> scheduler.pass(AN_HOUR));
        model.start();
        assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();

        backend.shutdown();
        assertThat(model.isAlive()).isTrue();

        leave.countDown();
        model.join(20_000);
        assertThat(model.isAlive()).isFalse();
        assertThat(memory.directory().resolve("topics/late.md")).doesNotExist();
        assertThat(scheduler.waiting()).isZero();

        watch();
        scheduler.pass(AN_HOUR);
        assertThat(memory.written("s")).containsExactly("u1");
    }

    /** The store of the test, for stores that differ from it in one point. */
    private class Delegate implements SessionStore {
        @Override
        public Optional<Turn> turn(SessionId session, TurnId turn) {
            return memory.store().turn(session, turn);
        }

        @Override
        public Optional<TurnId> head(SessionId session) {
            return memory.store().head(session);
        }

        @Override
        public List<SessionActivity> sessions(SessionQuery query) {
            return memory.store().sessions(query);
        }

        @Override
        public Optional<WrittenMarks> marks() {
            return memory.store().marks();
        }
    }
}
