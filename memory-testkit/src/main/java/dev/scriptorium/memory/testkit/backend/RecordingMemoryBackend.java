package dev.scriptorium.memory.testkit.backend;

import dev.scriptorium.memory.api.MemoryBackend;
import dev.scriptorium.memory.api.SessionContext;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.write.DiscardOutcome;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.api.write.ReorganizeReport;
import dev.scriptorium.memory.api.write.ReorganizeRequest;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.api.write.WriteRequest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A backend that goes to another and remembers which hooks were called, in order, each with its session: {@code
 * "search chat-1"}. It shows where a host calls which hook. The name is told and not recorded.
 *
 * <p>Safe for use by several threads.
 *
 * @since 0.1
 */
public final class RecordingMemoryBackend implements MemoryBackend {
    private final MemoryBackend backend;
    private final CopyOnWriteArrayList<String> calls = new CopyOnWriteArrayList<>();

    private RecordingMemoryBackend(MemoryBackend backend) {
        this.backend = backend;
    }

    /** Stands before a backend. */
    public static RecordingMemoryBackend before(MemoryBackend backend) {
        return new RecordingMemoryBackend(backend);
    }

    /** The calls so far, in order. */
    public List<String> calls() {
        return List.copyOf(calls);
    }

    private void record(String hook, Optional<SessionId> session) {
        calls.add(session.map(id -> hook + " " + id).orElse(hook));
    }

    @Override
    public String name() {
        return backend.name();
    }

    @Override
    public boolean isAvailable() {
        record("isAvailable", Optional.empty());
        return backend.isAvailable();
    }

    @Override
    public void initialize(SessionContext context) {
        record("initialize", context.session());
        backend.initialize(context);
    }

    @Override
    public void shutdown() {
        record("shutdown", Optional.empty());
        backend.shutdown();
    }

    @Override
    public Optional<String> systemPrompt(SessionContext context) {
        record("systemPrompt", context.session());
        return backend.systemPrompt(context);
    }

    @Override
    public Optional<String> search(MemoryQuery query) {
        record("search", query.session());
        return backend.search(query);
    }

    @Override
    public Optional<WriteFailure> write(WriteRequest request) {
        record(request.force() ? "write, forced," : "write", Optional.of(request.session()));
        return backend.write(request);
    }

    @Override
    public ReorganizeReport reorganize(ReorganizeRequest request) {
        record("reorganize", Optional.empty());
        return backend.reorganize(request);
    }

    @Override
    public DiscardOutcome extractBeforeDiscard(DiscardRequest request) {
        record("extractBeforeDiscard", Optional.of(request.session()));
        return backend.extractBeforeDiscard(request);
    }
}
