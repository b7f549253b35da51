package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ref.Revision;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.local.ingest.Backfill;
import java.util.Optional;

/**
 * What a backfill did. Immutable.
 *
 * @since 0.1
 */
public final class BackfillReport {
    private final Backfill.Result result;
    private final Revision revision;

    BackfillReport(Backfill.Result result, Revision revision) {
        this.result = result;
        this.revision = revision;
    }

    /** Turns that were archived and trusted, that no block cited, and that no backfill had shown to a writer. */
    public int candidates() {
        return result.candidates();
    }

    /** Those of them that a writer has been shown. */
    public int processed() {
        return result.processed();
    }

    /** Those that are left for the next one. */
    public int remaining() {
        return result.candidates() - result.processed();
    }

    /** Why it did not get to the end; empty when it did. What was processed stays. */
    public Optional<WriteFailure> failure() {
        return result.failure();
    }

    /** The workspace's revision after it. */
    public Revision revision() {
        return revision;
    }
}
