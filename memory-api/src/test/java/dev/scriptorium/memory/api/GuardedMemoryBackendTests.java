package dev.scriptorium.memory.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.scriptorium.memory.api.model.ModelException;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.session.BrokenBranchException;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.write.DiscardOutcome;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.ReorganizeReport;
import dev.scriptorium.memory.api.write.ReorganizeRequest;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.api.write.WriteRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class GuardedMemoryBackendTests {
    private static final SessionId SESSION = new SessionId("s");
    private static final SessionContext CONTEXT = SessionContext.of(SESSION);
    private static final MemoryQuery QUERY = MemoryQuery.of("coffee");
    private static final WriteRequest WRITE = WriteRequest.of(SESSION);
    private static final DiscardRequest DISCARD = DiscardRequest.of(SESSION, List.of());
    private static final String SECRET = "what Ada said about coffee";

    private LogCapture log;

    @BeforeEach
    void listen() {
        log = new LogCapture(GuardedMemoryBackend.class);
    }

    @AfterEach
    void stop() {
        log.close();
        assertThat(Thread.interrupted()).isFalse();
    }

    static Stream<Throwable> accidents() {
        return Stream.of(
                new IllegalStateException(SECRET),
                new MemoryException(ErrorCode.WORKSPACE_BUSY, SECRET),
                new AssertionError(SECRET),
                new NoClassDefFoundError(SECRET),
                new java.io.IOException(SECRET));
    }

    @ParameterizedTest
    @MethodSource("accidents")
    void everyHookAnswersWithItsNeutralValue(Throwable accident) {
        try (MemoryBackend guarded = MemoryBackends.guard(new Throwing(accident))) {
            assertThat(guarded.name()).isEqualTo("throwing");
            assertThat(guarded.isAvailable()).isFalse();
            guarded.initialize(CONTEXT);
            assertThat(guarded.systemPrompt(CONTEXT)).isEmpty();
            assertThat(guarded.search(QUERY)).isEmpty();
            assertThat(guarded.write(WRITE)).isPresent();
            assertThat(guarded.reorganize(ReorganizeRequest.install()).status())
                    .isEqualTo(ReorganizeReport.Status.FAILED);
            assertThat(guarded.extractBeforeDiscard(DISCARD).archived()).isFalse();
            guarded.shutdown();
        }
        assertThat(log.levels()).isNotEmpty();
        assertThat(log.text()).doesNotContain("Ada").doesNotContain("coffee");
    }

    @Test
    void aBackendThatBehavesIsHeardAsItIs() {
        MemoryBackend guarded = MemoryBackends.guard(new Behaving());
        assertThat(guarded.name()).isEqualTo("behaving");
        assertThat(guarded.isAvailable()).isTrue();
        assertThat(guarded.systemPrompt(CONTEXT)).contains("prompt");
        assertThat(guarded.search(QUERY)).contains("recall");
        assertThat(guarded.write(WRITE))
                .hasValueSatisfying(failure -> assertThat(failure.code()).isEqualTo(FailureCode.COMMIT_REJECTED));
        assertThat(guarded.reorganize(ReorganizeRequest.dryRun()).status()).isEqualTo(ReorganizeReport.Status.EMPTY);
        assertThat(guarded.extractBeforeDiscard(DISCARD).text()).isEqualTo("summary");
        assertThat(log.levels()).isEmpty();
    }

    @Test
    void nullIsNoAnswer() {
        MemoryBackend guarded = MemoryBackends.guard(new Absent());
        assertThat(guarded.name()).isEqualTo("unnamed");
        assertThat(guarded.systemPrompt(CONTEXT)).isEmpty();
        assertThat(guarded.search(QUERY)).isEmpty();
        assertThat(failureOf(guarded).code()).isEqualTo(FailureCode.WRITER_FAILURE_UNKNOWN);
        assertThat(guarded.reorganize(ReorganizeRequest.install()).status()).isEqualTo(ReorganizeReport.Status.FAILED);
        assertThat(guarded.extractBeforeDiscard(DISCARD).archived()).isFalse();
    }

    @Test
    void errorsOfTheVirtualMachinePass() {
        MemoryBackend guarded = MemoryBackends.guard(new Throwing(new OutOfMemoryError("none left")));
        assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> guarded.search(QUERY));
    }

    @Test
    void anUnknownAccidentIsNotWorthARetry() {
        WriteFailure failure = failureOf(new IllegalStateException(SECRET));
        assertThat(failure.code()).isEqualTo(FailureCode.WRITER_FAILURE_UNKNOWN);
        assertThat(failure.retryable()).isFalse();
        assertThat(failure.reason()).isEqualTo("write ended with java.lang.IllegalStateException");
    }

    @ParameterizedTest
    @EnumSource
    void aRefusalKeepsItsCodeAndItsVerdict(ErrorCode code) {
        WriteFailure failure = failureOf(new MemoryException(code, SECRET));
        assertThat(failure.retryable()).isEqualTo(code.retryable());
        assertThat(failure.reason()).isEqualTo("write ended with " + code);
        switch (code) {
            case SOURCE_MODIFIED, MEMORY_NOT_FOUND, MEMORY_DISABLED, NOT_PERMITTED ->
                assertThat(failure.code()).isEqualTo(FailureCode.TRANSACTION_FAILURE_UNKNOWN);
            default -> assertThat(failure.code().name()).isEqualTo(code.name());
        }
    }

    @Test
    void aModelsFailureKeepsItsCodeAndItsVerdict() {
        WriteFailure failure = failureOf(new ModelException(FailureCode.MODEL_TIMEOUT, SECRET)
                .withRetryable(true)
                .withRetryAfter(Duration.ofSeconds(30)));
        assertThat(failure.code()).isEqualTo(FailureCode.MODEL_TIMEOUT);
        assertThat(failure.retryable()).isTrue();
        assertThat(failure.retryAfter()).contains(Duration.ofSeconds(30));
        assertThat(failure.reason()).doesNotContain("Ada");
    }

    @ParameterizedTest
    @EnumSource
    void aBrokenBranchIsWorthARetryOnlyWhenItsTipMayCome(BrokenBranchException.Kind kind) {
        WriteFailure failure = failureOf(new BrokenBranchException(kind, SESSION, new TurnId("t")));
        assertThat(failure.code()).isEqualTo(FailureCode.SESSION_NODES_UNAVAILABLE);
        assertThat(failure.retryable()).isEqualTo(kind == BrokenBranchException.Kind.UNKNOWN_TIP);
    }

    @Test
    void eachCauseIsAWarningOnce() {
        MemoryBackend guarded = MemoryBackends.guard(new Throwing(new IllegalStateException(SECRET)));
        for (int i = 0; i < 3; i++) {
            assertThat(guarded.search(QUERY)).isEmpty();
        }
        assertThat(log.levels()).containsExactly(Level.WARNING, Level.FINE, Level.FINE);
        assertThat(guarded.systemPrompt(CONTEXT)).isEmpty();
        assertThat(log.levels()).endsWith(Level.WARNING);
        assertThat(log.text())
                .contains("search of the memory backend " + Throwing.class.getName())
                .contains("java.lang.IllegalStateException at ")
                .doesNotContain("Ada");
    }

    @Test
    void aGuardIsNotGuardedAgain() {
        MemoryBackend guarded = MemoryBackends.guard(new Behaving());
        assertThat(MemoryBackends.guard(guarded)).isSameAs(guarded);
        assertThat(MemoryBackends.guard(MemoryBackends.none())).isSameAs(MemoryBackends.none());
        MemoryBackend background = MemoryBackends.background(new Behaving(), Runnable::run);
        assertThat(MemoryBackends.guard(background)).isSameAs(background);
    }

    @Test
    void nothingIsNoBackend() {
        assertThatNullPointerException().isThrownBy(() -> MemoryBackends.guard(null));
    }

    @Test
    void anInterruptThatWasThrownIsSetAgain() {
        MemoryBackend guarded =
                MemoryBackends.guard(new Throwing(new IllegalStateException("wrapped", new InterruptedException())));
        assertThat(guarded.search(QUERY)).isEmpty();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void anInterruptThatIsSetStaysSet() {
        MemoryBackend guarded = MemoryBackends.guard(new Throwing(new IllegalStateException(SECRET)));
        Thread.currentThread().interrupt();
        assertThat(guarded.search(QUERY)).isEmpty();
        assertThat(failureOf(guarded).retryable()).isFalse();
        assertThat(Thread.interrupted()).isTrue();
    }

    private static WriteFailure failureOf(Throwable accident) {
        return failureOf(MemoryBackends.guard(new Throwing(accident)));
    }

    private static WriteFailure failureOf(MemoryBackend backend) {
        return backend.write(WRITE).orElseThrow();
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> RuntimeException sneak(Throwable accident) throws E {
        throw (E) accident;
    }

    /** Throws from every hook but its name. */
    private record Throwing(Throwable accident) implements MemoryBackend {
        private RuntimeException accidentally() {
            return GuardedMemoryBackendTests.<RuntimeException>sneak(accident);
        }

        @Override
        public String name() {
            return "throwing";
        }

        @Override
        public boolean isAvailable() {
            throw accidentally();
        }

        @Override
        public void initialize(SessionContext context) {
            throw accidentally();
        }

        @Override
        public void shutdown() {
            throw accidentally();
        }

        @Override
        public Optional<String> systemPrompt(SessionContext context) {
            throw accidentally();
        }

        @Override
        public Optional<String> search(MemoryQuery query) {
            throw accidentally();
        }

        @Override
        public Optional<WriteFailure> write(WriteRequest request) {
            throw accidentally();
        }

        @Override
        public ReorganizeReport reorganize(ReorganizeRequest request) {
            throw accidentally();
        }

        @Override
        public DiscardOutcome extractBeforeDiscard(DiscardRequest request) {
            throw accidentally();
        }
    }

    private static final class Behaving implements MemoryBackend {
        @Override
        public String name() {
            return "behaving";
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
            return Optional.of(WriteFailure.of(FailureCode.COMMIT_REJECTED, "no"));
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

    /** Returns null from every hook, as code without null checks may. */
    private static final class Absent implements MemoryBackend {
        @Override
        public String name() {
            return null;
        }

        @Override
        public Optional<String> systemPrompt(SessionContext context) {
            return null;
        }

        @Override
        public Optional<String> search(MemoryQuery query) {
            return null;
        }

        @Override
        public Optional<WriteFailure> write(WriteRequest request) {
            return null;
        }

        @Override
        public ReorganizeReport reorganize(ReorganizeRequest request) {
            return null;
        }

        @Override
        public DiscardOutcome extractBeforeDiscard(DiscardRequest request) {
            return null;
        }
    }
}
