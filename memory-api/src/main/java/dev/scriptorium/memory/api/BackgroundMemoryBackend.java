package dev.scriptorium.memory.api;

import dev.scriptorium.memory.api.event.MemoryEvent;
import dev.scriptorium.memory.api.event.MemoryListener;
import dev.scriptorium.memory.api.event.Operation;
import dev.scriptorium.memory.api.event.WriteEnded;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.write.DiscardOutcome;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.ReorganizeReport;
import dev.scriptorium.memory.api.write.ReorganizeRequest;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.api.write.WriteRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Hands writes to an executor, for each session one that runs and one that waits; everything else goes straight on. */
final class BackgroundMemoryBackend implements MemoryBackend {
    private static final String OVER_BEFORE_ITS_START = "the write was given up before it began";

    private final MemoryBackend backend;
    private final Executor executor;
    private final MemoryListener listener;
    private final WarnOnce warnings = new WarnOnce(BackgroundMemoryBackend.class);
    private final AtomicLong operations = new AtomicLong();

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<SessionId, Line> lines = new HashMap<>();
    private boolean closed;

    /** The writes of one session; there is a line as long as one runs or waits. Guarded by the lock. */
    private static final class Line {
        final SessionId session;
        boolean running;

        @Nullable
        WriteRequest waiting;

        Line(SessionId session) {
            this.session = session;
        }
    }

    BackgroundMemoryBackend(MemoryBackend backend, Executor executor, MemoryListener listener) {
        this.backend = backend;
        this.executor = executor;
        this.listener = listener;
    }

    @Override
    public Optional<WriteFailure> write(WriteRequest request) {
        Line line;
        lock.lock();
        try {
            if (closed) {
                return Optional.empty();
            }
            line = lines.get(request.session());
            if (line != null) {
                line.waiting = line.waiting == null ? request : coalesced(line.waiting, request);
                return Optional.empty();
            }
            line = new Line(request.session());
            line.waiting = request;
            lines.put(line.session, line);
        } finally {
            lock.unlock();
        }
        Optional<WriteRequest> refused = submit(line);
        if (refused.isPresent() && refused.get() != request) {
            // Somebody else has joined meanwhile and been told that all is well.
            report(line.session, notBegun());
        }
        return refused.map(waiting -> notBegun());
    }

    /** The newer request, forced if either is. */
    private static WriteRequest coalesced(WriteRequest older, WriteRequest newer) {
        WriteRequest.Builder both = WriteRequest.builder(newer.session())
                .force(older.force() || newer.force())
                .tier(newer.tier());
        newer.turns().ifPresent(both::turns);
        return both.build();
    }

    /** Has the line run some time; returns what will not be written when the executor refuses. */
    private Optional<WriteRequest> submit(Line line) {
        try {
            executor.execute(() -> run(line));
            return Optional.empty();
        } catch (RuntimeException e) {
            warnings.complain("the executor of background writes", e);
            return withdraw(line);
        } catch (Error e) {
            // No thread left, perhaps: without this the session would wait for ever.
            withdraw(line);
            throw e;
        }
    }

    private Optional<WriteRequest> withdraw(Line line) {
        lock.lock();
        try {
            Optional<WriteRequest> waiting = Optional.ofNullable(line.waiting);
            line.waiting = null;
            if (!line.running) {
                lines.remove(line.session, line);
            }
            return waiting;
        } finally {
            lock.unlock();
        }
    }

    private void run(Line line) {
        WriteRequest request;
        lock.lock();
        try {
            request = line.waiting;
            if (request == null || line.running) {
                return;
            }
            line.waiting = null;
            line.running = true;
        } finally {
            lock.unlock();
        }
        @Nullable WriteFailure outcome = WriteFailure.of(FailureCode.WRITER_FAILURE_UNKNOWN, "the write broke off");
        try {
            outcome = backend.write(request).orElse(null);
        } finally {
            try {
                report(line.session, outcome);
            } finally {
                goOn(line);
            }
        }
    }

    private void goOn(Line line) {
        lock.lock();
        try {
            line.running = false;
            if (line.waiting == null) {
                lines.remove(line.session, line);
                return;
            }
        } finally {
            lock.unlock();
        }
        if (submit(line).isPresent()) {
            report(line.session, notBegun());
        }
    }

    private static WriteFailure notBegun() {
        return WriteFailure.of(FailureCode.WRITER_PRECONDITION_FAILED, OVER_BEFORE_ITS_START)
                .withRetryable(true);
    }

    private void report(SessionId session, @Nullable WriteFailure outcome) {
        String id = "background-" + operations.incrementAndGet();
        MemoryEvent event = WriteEnded.of(Operation.of(id).forSession(session), outcome);
        try {
            event.deliverTo(listener);
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable e) {
            warnings.complain("the listener to background writes", e);
        }
    }

    @Override
    public void shutdown() {
        List<SessionId> givenUp = new ArrayList<>();
        lock.lock();
        try {
            closed = true;
            for (Line line : List.copyOf(lines.values())) {
                if (withdraw(line).isPresent()) {
                    givenUp.add(line.session);
                }
            }
        } finally {
            lock.unlock();
        }
        backend.shutdown();
        givenUp.forEach(session -> report(session, notBegun()));
    }

    @Override
    public String name() {
        return backend.name();
    }

    @Override
    public boolean isAvailable() {
        return backend.isAvailable();
    }

    @Override
    public void initialize(SessionContext context) {
        backend.initialize(context);
    }

    @Override
    public Optional<String> systemPrompt(SessionContext context) {
        return backend.systemPrompt(context);
    }

    @Override
    public Optional<String> search(MemoryQuery query) {
        return backend.search(query);
    }

    @Override
    public ReorganizeReport reorganize(ReorganizeRequest request) {
        return backend.reorganize(request);
    }

    @Override
    public DiscardOutcome extractBeforeDiscard(DiscardRequest request) {
        return backend.extractBeforeDiscard(request);
    }
}
