package dev.scriptorium.memory.retrieval;

import dev.scriptorium.memory.retrieval.content.IndexMark;
import dev.scriptorium.memory.retrieval.content.IndexedFile;
import dev.scriptorium.memory.retrieval.internal.lucene.IndexBuild;

/**
 * An index being written anew. Nobody else can write the directory meanwhile. Closing it without {@link #finish} leaves
 * everything as it was.
 */
public final class IndexBuilding implements AutoCloseable {
    private final IndexBuild build;

    IndexBuilding(IndexBuild build) {
        this.build = build;
    }

    /** Adds a whole file, each path once; several threads may add. */
    public void add(IndexedFile file) {
        build.add(file);
    }

    /**
     * Makes what was added the saved index and what its instance answers from. What was applied to the instance since
     * the build began stays as applied.
     */
    public void finish(long generation, String revision) {
        build.finish(new IndexMark(generation, revision));
    }

    @Override
    public void close() {
        build.close();
    }
}
