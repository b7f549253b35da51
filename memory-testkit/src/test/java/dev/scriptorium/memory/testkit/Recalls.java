package dev.scriptorium.memory.testkit;

import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import java.util.Optional;

/** Recall for tests that want its answer and not its budget: a busy machine may need more than 150 ms the first time. */
public final class Recalls {
    private static final int TRIES = 20;

    private Recalls() {}

    /** What is recalled for words that something bears on; empty when nothing comes however often it is asked. */
    public static Optional<String> of(LocalMemoryBackend backend, MemoryQuery query) {
        Optional<String> recalled = backend.search(query);
        for (int i = 1; i < TRIES && recalled.isEmpty(); i++) {
            recalled = backend.search(query);
        }
        return recalled;
    }

    /** What is recalled for words that something bears on. */
    public static Optional<String> of(LocalMemoryBackend backend, String words) {
        return of(backend, MemoryQuery.of(words));
    }
}
