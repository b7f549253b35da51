package dev.scriptorium.memory.local.git;

import java.time.OffsetDateTime;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A commit to be made: what it says, when it was, and which files it writes or removes. Immutable.
 *
 * @since 0.1
 */
public final class CommitDraft {
    /** The trailer with the operation id, the same as in the journal entry and the log line. */
    public static final String OPERATION = "Scriptorium-Operation";
    /** The trailer with the caller. */
    public static final String CALLER = "Scriptorium-Caller";

    private static final Pattern KEY = Pattern.compile("[A-Za-z][A-Za-z0-9-]*");

    private final String message;
    private final OffsetDateTime at;
    private final Map<String, String> trailers;
    private final SortedMap<String, Optional<BlobContent>> changes;
    private final Optional<String> expectedHead;

    private CommitDraft(Builder builder) {
        message = builder.message;
        at = builder.at;
        trailers = Collections.unmodifiableMap(new LinkedHashMap<>(builder.trailers));
        changes = Collections.unmodifiableSortedMap(new TreeMap<>(builder.changes));
        expectedHead = builder.expectedHead;
    }

    /** A draft with its message and the time it bears as author's and committer's time. */
    public static Builder builder(String message, OffsetDateTime at) {
        return new Builder(message, at);
    }

    /** What it says, without trailers. */
    public String message() {
        return message;
    }

    /** The time it bears. */
    public OffsetDateTime at() {
        return at;
    }

    /** The lines that end its message, in order. */
    public Map<String, String> trailers() {
        return trailers;
    }

    /** The operation it belongs to. */
    public Optional<String> operation() {
        return Optional.ofNullable(trailers.get(OPERATION));
    }

    /** The files it writes, and those it removes (empty), by workspace path. */
    public SortedMap<String, Optional<BlobContent>> changes() {
        return changes;
    }

    /** The commit the caller left our branch at; empty for the one the history itself has noted. */
    public Optional<String> expectedHead() {
        return expectedHead;
    }

    /** Collects a draft. Not thread-safe. */
    public static final class Builder {
        private final String message;
        private final OffsetDateTime at;
        private final Map<String, String> trailers = new LinkedHashMap<>();
        private final SortedMap<String, Optional<BlobContent>> changes = new TreeMap<>();
        private Optional<String> expectedHead = Optional.empty();

        private Builder(String message, OffsetDateTime at) {
            this.message = message;
            this.at = at;
        }

        /** Names the operation. A draft whose operation the history holds already is not committed again. */
        public Builder operation(String id) {
            return trailer(OPERATION, id);
        }

        /** Names on whose behalf it is. */
        public Builder caller(String caller) {
            return trailer(CALLER, caller);
        }

        /** Adds a line to the end of the message; line ends in the value become spaces. */
        public Builder trailer(String key, String value) {
            if (!KEY.matcher(key).matches()) {
                throw new IllegalArgumentException("a trailer key is letters, digits and hyphens: \"" + key + "\"");
            }
            trailers.put(key, value);
            return this;
        }

        /** Writes a file. */
        public Builder put(String path, BlobContent content) {
            changes.put(checked(path), Optional.of(content));
            return this;
        }

        /** Writes a file; the array is not copied. */
        public Builder put(String path, byte[] content) {
            return put(path, () -> content);
        }

        /** Removes a file; nothing happens when the history does not hold it. */
        public Builder delete(String path) {
            changes.put(checked(path), Optional.empty());
            return this;
        }

        /** Says at which commit the caller left our branch, where that is not the last one the history made. */
        public Builder expectedHead(Optional<String> commit) {
            expectedHead = commit;
            return this;
        }

        /**
         * The draft.
         *
         * @throws IllegalArgumentException when it writes a file and another one below that file
         */
        public CommitDraft build() {
            changes.forEach((path, content) -> {
                for (int slash = path.indexOf('/'); content.isPresent() && slash > 0; ) {
                    if (changes.getOrDefault(path.substring(0, slash), Optional.empty())
                            .isPresent()) {
                        throw new IllegalArgumentException("a file and a directory at once: \"" + path + "\"");
                    }
                    slash = path.indexOf('/', slash + 1);
                }
            });
            return new CommitDraft(this);
        }

        private static String checked(String path) {
            for (String name : path.split("/", -1)) {
                if (name.isEmpty() || name.equals(".") || name.equals("..") || name.indexOf('\0') >= 0) {
                    throw new IllegalArgumentException("no path of a file in the workspace: \"" + path + "\"");
                }
            }
            return path;
        }
    }
}
