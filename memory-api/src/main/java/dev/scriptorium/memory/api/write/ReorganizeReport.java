package dev.scriptorium.memory.api.write;

import dev.scriptorium.memory.api.ref.TopicPath;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an organise pass did. Immutable.
 *
 * @since 0.1
 */
public final class ReorganizeReport {

    /** How the pass ended. More may come in a minor release. */
    public enum Status {
        /** It ran; the changes say what it did. */
        OK,
        /** There was nothing to organise. */
        EMPTY,
        /** This backend does not organise. */
        SKIPPED,
        /** Another pass is running. */
        BUSY,
        /** Memory is switched off. */
        DISABLED,
        /** It failed; the failure says why. */
        FAILED
    }

    /** One file that the pass changed. Immutable. */
    public static final class Change {
        private final TopicPath path;
        private final int charactersBefore;
        private final int charactersAfter;

        private Change(TopicPath path, int charactersBefore, int charactersAfter) {
            this.path = path;
            this.charactersBefore = charactersBefore;
            this.charactersAfter = charactersAfter;
        }

        /** A file with its length in characters before and after; 0 where it did not or does not exist. */
        public static Change of(TopicPath path, int charactersBefore, int charactersAfter) {
            return new Change(path, charactersBefore, charactersAfter);
        }

        /** The file. */
        public TopicPath path() {
            return path;
        }

        /** Its length before; 0 when it is new. */
        public int charactersBefore() {
            return charactersBefore;
        }

        /** Its length after; 0 when it is gone. */
        public int charactersAfter() {
            return charactersAfter;
        }
    }

    private final Status status;
    private final List<Change> changes;
    private final @Nullable WriteFailure failure;

    private ReorganizeReport(Status status, List<Change> changes, @Nullable WriteFailure failure) {
        this.status = status;
        this.changes = List.copyOf(changes);
        this.failure = failure;
    }

    /** A pass that ran. */
    public static ReorganizeReport ok(List<Change> changes) {
        return new ReorganizeReport(Status.OK, changes, null);
    }

    /** A backend that does not organise. */
    public static ReorganizeReport skipped() {
        return of(Status.SKIPPED);
    }

    /** A pass that changed nothing. */
    public static ReorganizeReport of(Status status) {
        return new ReorganizeReport(status, List.of(), null);
    }

    /** A pass that failed. */
    public static ReorganizeReport failed(WriteFailure failure) {
        return new ReorganizeReport(Status.FAILED, List.of(), failure);
    }

    /** How it ended. */
    public Status status() {
        return status;
    }

    /** The files it changed, in path order. */
    public List<Change> changes() {
        return changes;
    }

    /** Why it failed. */
    public Optional<WriteFailure> failure() {
        return Optional.ofNullable(failure);
    }
}
