package dev.scriptorium.memory.api;

import dev.scriptorium.memory.api.model.ModelException;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.session.BrokenBranchException;
import dev.scriptorium.memory.api.write.DiscardOutcome;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.ReorganizeReport;
import dev.scriptorium.memory.api.write.ReorganizeRequest;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.api.write.WriteRequest;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Keeps a backend's accidents from its host: whatever a hook throws, or null in place of an answer, becomes the neutral
 * value and a warning. Only errors of the virtual machine pass.
 */
final class GuardedMemoryBackend implements MemoryBackend {
    private static final int MAX_CAUSES = 16;

    private final MemoryBackend backend;
    private final WarnOnce warnings = new WarnOnce(GuardedMemoryBackend.class);
    private final String name;

    GuardedMemoryBackend(MemoryBackend backend) {
        this.backend = backend;
        this.name = answer("name", backend::name, problem -> "unnamed");
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isAvailable() {
        return answer("isAvailable", backend::isAvailable, problem -> false);
    }

    @Override
    public void initialize(SessionContext context) {
        run("initialize", () -> backend.initialize(context));
    }

    @Override
    public void shutdown() {
        run("shutdown", backend::shutdown);
    }

    @Override
    public void close() {
        run("close", backend::close);
    }

    @Override
    public Optional<String> systemPrompt(SessionContext context) {
        return answer("systemPrompt", () -> backend.systemPrompt(context), problem -> Optional.empty());
    }

    @Override
    public Optional<String> search(MemoryQuery query) {
        return answer("search", () -> backend.search(query), problem -> Optional.empty());
    }

    @Override
    public Optional<WriteFailure> write(WriteRequest request) {
        return answer("write", () -> backend.write(request), problem -> Optional.of(failure("write", problem)));
    }

    @Override
    public ReorganizeReport reorganize(ReorganizeRequest request) {
        return answer(
                "reorganize",
                () -> backend.reorganize(request),
                problem -> ReorganizeReport.failed(failure("reorganize", problem)));
    }

    @Override
    public DiscardOutcome extractBeforeDiscard(DiscardRequest request) {
        return answer(
                "extractBeforeDiscard", () -> backend.extractBeforeDiscard(request), problem -> DiscardOutcome.none());
    }

    private void run(String hook, Runnable call) {
        answer(
                hook,
                () -> {
                    call.run();
                    return true;
                },
                problem -> false);
    }

    // Throwable and not RuntimeException: other languages throw checked exceptions without saying so.
    private <T> T answer(String hook, Supplier<T> call, Function<Throwable, T> neutral) {
        Throwable problem;
        try {
            T answer = call.get();
            if (answer != null) {
                return answer;
            }
            problem = new NullPointerException();
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable e) {
            problem = e;
        }
        warnings.complain(hook + " of the memory backend " + backend.getClass().getName(), problem);
        if (isInterrupt(problem)) {
            Thread.currentThread().interrupt();
        }
        return neutral.apply(problem);
    }

    private static boolean isInterrupt(Throwable problem) {
        Throwable cause = problem;
        for (int i = 0; cause != null && i < MAX_CAUSES; i++) {
            if (cause instanceof InterruptedException) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    private static WriteFailure failure(String hook, Throwable problem) {
        String reason = hook + " ended with " + WarnOnce.describe(problem);
        if (problem instanceof MemoryException refusal) {
            return WriteFailure.of(sameName(refusal.code()), reason).withRetryable(refusal.retryable());
        }
        if (problem instanceof ModelException e) {
            WriteFailure failure = WriteFailure.of(e.code(), reason).withRetryable(e.retryable());
            return e.retryAfter().map(failure::withRetryAfter).orElse(failure);
        }
        if (problem instanceof BrokenBranchException e) {
            boolean mayCome = e.kind() == BrokenBranchException.Kind.UNKNOWN_TIP;
            return WriteFailure.of(FailureCode.SESSION_NODES_UNAVAILABLE, reason + " (" + e.kind() + ")")
                    .withRetryable(mayCome);
        }
        return WriteFailure.of(FailureCode.WRITER_FAILURE_UNKNOWN, reason);
    }

    private static FailureCode sameName(ErrorCode code) {
        return Arrays.stream(FailureCode.values())
                .filter(candidate -> candidate.name().equals(code.name()))
                .findFirst()
                .orElse(FailureCode.TRANSACTION_FAILURE_UNKNOWN);
    }
}
