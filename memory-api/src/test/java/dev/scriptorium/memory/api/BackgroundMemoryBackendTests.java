package dev.scriptorium.memory.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.scriptorium.memory.api.event.MemoryListener;
import dev.scriptorium.memory.api.event.WriteEnded;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.api.write.DiscardOutcome;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.ReorganizeReport;
import dev.scriptorium.memory.api.write.ReorganizeRequest;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.api.write.WriteRequest;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class BackgroundMemoryBackendTests {
    private static final SessionId SESSION = new SessionId("s");
    private static final SessionId OTHER = new SessionId("o");

    private final Queue executor = new Queue();
    private final Recording backend = new Recording();
    private final Ended ended = new Ended();
    private final MemoryBackend background = MemoryBackends.background(backend, executor, ended);

    @Test
    void writeReturnsBeforeAnythingIsWritten() {
        assertThat(background.write(WriteRequest.of(SESSION))).isEmpty();
        assertThat(backend.requests).isEmpty();
        assertThat(ended.events).isEmpty();

        executor.runAll();
        assertThat(backend.requests).hasSize(1);
        assertThat(ended.events).singleElement().satisfies(event -> {
            assertThat(event.ok()).isTrue();
            assertThat(event.session()).contains(SESSION);
            assertThat(event.workspace()).isEmpty();
            assertThat(event.operationId()).isEqualTo("background-1");
        });
    }

    @Test
    void requestsThatWaitBecomeOne() {
        for (int i = 0; i < 5; i++) {
            assertThat(background.write(WriteRequest.of(SESSION))).isEmpty();
        }
        assertThat(executor.tasks).hasSize(1);
        executor.runAll();
        assertThat(backend.requests).hasSize(1);
        assertThat(ended.events).hasSize(1);
    }

    @Test
    void oneRunsAndOneWaits() {
        AtomicBoolean first = new AtomicBoolean(true);
        backend.answer = request -> {
            if (first.getAndSet(false)) {
                for (int i = 0; i < 3; i++) {
                    assertThat(background.write(WriteRequest.of(SESSION))).isEmpty();
                }
                assertThat(executor.tasks).as("none beside the one that runs").isEmpty();
            }
            return Optional.empty();
        };
        background.write(WriteRequest.of(SESSION));
        executor.runOne();
        assertThat(executor.tasks).hasSize(1);
        executor.runAll();
        assertThat(backend.requests).hasSize(2);
        assertThat(ended.events).extracting(WriteEnded::operationId).containsExactly("background-1", "background-2");
    }

    @Test
    void aSessionIsForgottenOnceNothingRunsOrWaits() {
        background.write(WriteRequest.of(SESSION));
        executor.runAll();
        background.write(WriteRequest.of(SESSION));
        assertThat(executor.tasks).hasSize(1);
        executor.runAll();
        assertThat(backend.requests).hasSize(2);
    }

    @Test
    void sessionsDoNotWaitForOneAnother() {
        background.write(WriteRequest.of(SESSION));
        background.write(WriteRequest.of(OTHER));
        assertThat(executor.tasks).hasSize(2);
        executor.runAll();
        assertThat(backend.requests).extracting(WriteRequest::session).containsExactly(SESSION, OTHER);
    }

    @Test
    void aWaitingRequestIsForcedIfAnyOfThemIs() {
        background.write(WriteRequest.of(SESSION));
        background.write(WriteRequest.force(SESSION));
        background.write(WriteRequest.of(SESSION));
        executor.runAll();
        assertThat(backend.requests).extracting(WriteRequest::force).containsExactly(true);

        background.write(WriteRequest.of(SESSION));
        executor.runAll();
        assertThat(backend.requests).extracting(WriteRequest::force).containsExactly(true, false);
    }

    @Test
    void theNewestTurnsAndTierCount() {
        Turn a = Turn.builder(new TurnId("a"), TurnKind.USER, "x").build();
        Turn b = Turn.builder(new TurnId("b"), TurnKind.USER, "x").build();
        background.write(WriteRequest.builder(SESSION)
                .turns(List.of(a))
                .tier(AuthorityTier.PAIRED)
                .force(true)
                .build());
        background.write(WriteRequest.builder(SESSION).turns(List.of(a, b)).build());
        executor.runAll();
        assertThat(backend.requests).singleElement().satisfies(request -> {
            assertThat(request.turns()).contains(List.of(a, b));
            assertThat(request.tier()).isEqualTo(AuthorityTier.OWNER);
            assertThat(request.force()).isTrue();
        });

        background.write(WriteRequest.builder(SESSION).turns(List.of(a)).build());
        background.write(WriteRequest.of(SESSION));
        executor.runAll();
        assertThat(backend.requests.get(1).turns()).as("read from the store").isEmpty();
    }

    @Test
    void aFailureIsAnEvent() {
        backend.answer = request -> Optional.of(
                WriteFailure.of(FailureCode.MODEL_RATE_LIMIT, "what Ada said").withRetryAfter(Duration.ofSeconds(9)));
        background.write(WriteRequest.of(SESSION));
        executor.runAll();
        assertThat(ended.events).singleElement().satisfies(event -> {
            assertThat(event.ok()).isFalse();
            assertThat(event.retryable()).isTrue();
            assertThat(event.code()).contains(FailureCode.MODEL_RATE_LIMIT);
            assertThat(event.retryAfter()).contains(Duration.ofSeconds(9));
            assertThat(event.toString()).doesNotContain("Ada");
        });
    }

    @Test
    void anAccidentOfTheBackendIsAnEventAndBlocksNothing() {
        try (LogCapture log = new LogCapture(GuardedMemoryBackend.class)) {
            backend.answer = request -> {
                throw new IllegalStateException("what Ada said");
            };
            background.write(WriteRequest.of(SESSION));
            executor.runAll();
            background.write(WriteRequest.of(SESSION));
            executor.runAll();
            assertThat(log.levels()).hasSize(2);
        }
        assertThat(backend.requests).hasSize(2);
        assertThat(ended.events)
                .hasSize(2)
                .allSatisfy(event -> assertThat(event.code()).contains(FailureCode.WRITER_FAILURE_UNKNOWN));
    }

    @Test
    void anErrorOfTheVirtualMachinePassesAndBlocksNothing() {
        backend.answer = request -> {
            throw new OutOfMemoryError("none left");
        };
        background.write(WriteRequest.of(SESSION));
        assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(executor::runAll);
        assertThat(ended.events)
                .singleElement()
                .satisfies(event -> assertThat(event.ok()).isFalse());

        backend.answer = request -> Optional.empty();
        background.write(WriteRequest.of(SESSION));
        executor.runAll();
        assertThat(ended.events)
                .hasSize(2)
                .last()
                .satisfies(event -> assertThat(event.ok()).isTrue());
    }

    @Test
    void aListenerThatThrowsIsHeardOfOnceAndBlocksNothing() {
        MemoryListener rude = new MemoryListener() {
            @Override
            public void writeEnded(WriteEnded event) {
                throw new IllegalStateException("what Ada said");
            }
        };
        MemoryBackend writes = MemoryBackends.background(backend, executor, rude);
        try (LogCapture log = new LogCapture(BackgroundMemoryBackend.class)) {
            for (int i = 0; i < 2; i++) {
                writes.write(WriteRequest.of(SESSION));
                executor.runAll();
            }
            assertThat(log.levels()).containsExactly(Level.WARNING, Level.FINE);
            assertThat(log.text()).doesNotContain("Ada");
        }
        assertThat(backend.requests).hasSize(2);
    }

    @Test
    void aListenerMayAskForMore() {
        AtomicInteger left = new AtomicInteger(3);
        MemoryBackend[] writes = new MemoryBackend[1];
        writes[0] = MemoryBackends.background(backend, executor, new MemoryListener() {
            @Override
            public void writeEnded(WriteEnded event) {
                if (left.getAndDecrement() > 0) {
                    writes[0].write(WriteRequest.of(SESSION));
                }
            }
        });
        writes[0].write(WriteRequest.of(SESSION));
        executor.runAll();
        assertThat(backend.requests).hasSize(4);
    }

    @Test
    void anExecutorThatRefusesIsAFailureAndNotSilence() {
        try (LogCapture log = new LogCapture(BackgroundMemoryBackend.class)) {
            executor.refuses = true;
            Optional<WriteFailure> failure = background.write(WriteRequest.of(SESSION));
            assertThat(failure.map(WriteFailure::code)).contains(FailureCode.WRITER_PRECONDITION_FAILED);
            assertThat(failure.map(WriteFailure::retryable)).contains(true);
            assertThat(ended.events).as("the caller has been told").isEmpty();
            assertThat(log.levels()).containsExactly(Level.WARNING);
        }
        executor.refuses = false;
        assertThat(background.write(WriteRequest.of(SESSION))).isEmpty();
        executor.runAll();
        assertThat(backend.requests).hasSize(1);
    }

    @Test
    void anExecutorThatRefusesTheWaitingOneIsAnEvent() {
        try (LogCapture log = new LogCapture(BackgroundMemoryBackend.class)) {
            backend.answer = request -> {
                assertThat(background.write(WriteRequest.of(SESSION))).isEmpty();
                executor.refuses = true;
                return Optional.empty();
            };
            background.write(WriteRequest.of(SESSION));
            executor.runAll();
            assertThat(log.levels()).containsExactly(Level.WARNING);
        }
        assertThat(ended.events).extracting(WriteEnded::ok).containsExactly(true, false);
        assertThat(ended.events.get(1).retryable()).isTrue();
    }

    @Test
    void aCallerThatJoinedWhatTheExecutorRefusesHearsOfIt() {
        MemoryBackend[] writes = new MemoryBackend[1];
        Executor joining = task -> {
            assertThat(writes[0].write(WriteRequest.force(SESSION))).isEmpty();
            throw new RejectedExecutionException();
        };
        writes[0] = MemoryBackends.background(backend, joining, ended);
        try (LogCapture log = new LogCapture(BackgroundMemoryBackend.class)) {
            assertThat(writes[0].write(WriteRequest.of(SESSION))).isPresent();
            assertThat(log.levels()).hasSize(1);
        }
        assertThat(ended.events).extracting(WriteEnded::ok).containsExactly(false);
    }

    @Test
    void shutdownTakesNothingMoreAndGivesUpWhatHasNotBegun() {
        backend.answer = request -> {
            background.write(WriteRequest.of(SESSION));
            background.shutdown();
            return Optional.empty();
        };
        background.write(WriteRequest.of(SESSION));
        background.write(WriteRequest.of(OTHER));
        executor.runAll();

        assertThat(backend.requests).hasSize(1);
        assertThat(backend.shutdowns).hasValue(1);
        Map<SessionId, List<Boolean>> outcomes = new HashMap<>();
        ended.events.forEach(event -> outcomes.computeIfAbsent(event.session().orElseThrow(), id -> new ArrayList<>())
                .add(event.ok()));
        assertThat(outcomes).containsEntry(SESSION, List.of(false, true)).containsEntry(OTHER, List.of(false));

        assertThat(background.write(WriteRequest.force(SESSION))).isEmpty();
        assertThat(executor.tasks).isEmpty();
        background.close();
        assertThat(backend.shutdowns).hasValue(2);
        assertThat(ended.events).hasSize(3);
    }

    @Test
    void aDirectExecutorWritesInTheCall() {
        MemoryBackend writes = MemoryBackends.background(backend, Runnable::run, ended);
        assertThat(writes.write(WriteRequest.of(SESSION))).isEmpty();
        assertThat(backend.requests).hasSize(1);
        assertThat(ended.events).hasSize(1);
    }

    @Test
    void everythingElseGoesStraightOn() {
        SessionContext context = SessionContext.of(SESSION);
        assertThat(background.name()).isEqualTo("recording");
        assertThat(background.isAvailable()).isTrue();
        background.initialize(context);
        assertThat(background.systemPrompt(context)).contains("prompt");
        assertThat(background.search(MemoryQuery.of("x"))).contains("recall");
        assertThat(background.reorganize(ReorganizeRequest.install()).status())
                .isEqualTo(ReorganizeReport.Status.EMPTY);
        assertThat(background
                        .extractBeforeDiscard(DiscardRequest.of(SESSION, List.of()))
                        .text())
                .isEqualTo("summary");
        assertThat(executor.tasks).isEmpty();
    }

    @Test
    void memoryThatIsOffStaysWhatItIs() {
        assertThat(MemoryBackends.background(MemoryBackends.none(), executor)).isSameAs(MemoryBackends.none());
    }

    @Test
    @Timeout(60)
    void underLoadNoSessionIsWrittenTwiceAtATimeAndNothingIsLeftWaiting() throws InterruptedException {
        Map<SessionId, AtomicInteger> running = new ConcurrentHashMap<>();
        Map<SessionId, AtomicInteger> seen = new ConcurrentHashMap<>();
        Map<SessionId, AtomicInteger> asked = new ConcurrentHashMap<>();
        AtomicBoolean twice = new AtomicBoolean();
        backend.answer = request -> {
            AtomicInteger now = running.computeIfAbsent(request.session(), id -> new AtomicInteger());
            if (now.incrementAndGet() > 1) {
                twice.set(true);
            }
            int known = asked.get(request.session()).get();
            seen.computeIfAbsent(request.session(), id -> new AtomicInteger()).set(known);
            now.decrementAndGet();
            return Optional.empty();
        };
        ExecutorService pool = Executors.newFixedThreadPool(4);
        Phaser tasks = new Phaser(1);
        Executor counting = task -> {
            tasks.register();
            pool.execute(() -> {
                try {
                    task.run();
                } finally {
                    tasks.arriveAndDeregister();
                }
            });
        };
        MemoryBackend writes = MemoryBackends.background(backend, counting, ended);
        List<Thread> hosts = new ArrayList<>();
        for (int h = 0; h < 4; h++) {
            Thread host = new Thread(() -> {
                for (int i = 0; i < 5_000; i++) {
                    SessionId session = new SessionId("s" + i % 3);
                    asked.computeIfAbsent(session, id -> new AtomicInteger()).incrementAndGet();
                    writes.write(WriteRequest.of(session));
                }
            });
            hosts.add(host);
            host.start();
        }
        for (Thread host : hosts) {
            host.join();
        }
        // A task hands on its successor before it ends, so that none is left once all have ended.
        tasks.arriveAndAwaitAdvance();
        pool.shutdown();
        assertThat(pool.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
        assertThat(twice).isFalse();
        assertThat(caughtUp(asked, seen)).isTrue();
        assertThat(ended.events).hasSameSizeAs(backend.requests).allMatch(WriteEnded::ok);
    }

    private static boolean caughtUp(Map<SessionId, AtomicInteger> asked, Map<SessionId, AtomicInteger> seen) {
        return asked.entrySet().stream().allMatch(entry -> {
            AtomicInteger known = seen.get(entry.getKey());
            return known != null && known.get() == entry.getValue().get();
        });
    }

    /** Runs nothing until told to. */
    private static final class Queue implements Executor {
        private final Deque<Runnable> tasks = new ArrayDeque<>();
        private boolean refuses;

        @Override
        public void execute(Runnable task) {
            if (refuses) {
                throw new RejectedExecutionException("full");
            }
            tasks.add(task);
        }

        void runOne() {
            tasks.remove().run();
        }

        void runAll() {
            while (!tasks.isEmpty()) {
                runOne();
            }
        }
    }

    private static final class Ended implements MemoryListener {
        private final List<WriteEnded> events = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void writeEnded(WriteEnded event) {
            events.add(event);
        }
    }

    private static final class Recording implements MemoryBackend {
        private final List<WriteRequest> requests = Collections.synchronizedList(new ArrayList<>());
        private final AtomicInteger shutdowns = new AtomicInteger();
        private volatile Function<WriteRequest, Optional<WriteFailure>> answer = request -> Optional.empty();

        @Override
        public String name() {
            return "recording";
        }

        @Override
        public void shutdown() {
            shutdowns.incrementAndGet();
        }

        @Override
        public Optional<String> systemPrompt(SessionContext context) {
            return Optional.of("prompt");
        }

        @Override
        public Optional<String> search(MemoryQuery query) {
            return Optional.of("recall");
        }

        @Override
        public Optional<WriteFailure> write(WriteRequest request) {
            requests.add(request);
            return answer.apply(request);
        }

        @Override
        public ReorganizeReport reorganize(ReorganizeRequest request) {
            return ReorganizeReport.of(ReorganizeReport.Status.EMPTY);
        }

        @Override
        public DiscardOutcome extractBeforeDiscard(DiscardRequest request) {
            return DiscardOutcome.archived("summary");
        }
    }
}
