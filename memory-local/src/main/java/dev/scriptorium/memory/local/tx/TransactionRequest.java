package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.normalize.EditPolicy;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import dev.scriptorium.memory.markdown.source.SourceFrame;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a caller wants changed, all or nothing. Immutable.
 *
 * @since 0.1
 */
public final class TransactionRequest {
    private final String operation;
    private final String caller;
    private final String message;
    private final @Nullable TopicTree base;
    private final Map<TopicPath, Optional<String>> edit;
    private final EditPolicy policy;
    private final boolean exact;
    private final List<SourceFrame> frames;
    private final Map<String, byte[]> repaired;
    private final List<OwedSource> owing;
    private final @Nullable Admission admission;
    private final @Nullable BatchRecord batch;
    private final UnaryOperator<Counters> counters;

    private TransactionRequest(Builder builder) {
        this.operation = builder.operation;
        this.caller = builder.caller;
        this.message = builder.message;
        this.base = builder.base;
        this.edit = new TreeMap<>(builder.edit);
        this.policy = builder.policy;
        this.exact = builder.exact;
        this.frames = List.copyOf(builder.frames);
        this.repaired = new TreeMap<>(builder.repaired);
        this.owing = List.copyOf(builder.owing);
        this.admission = builder.admission;
        this.batch = builder.batch;
        this.counters = builder.counters;
    }

    /** Starts a request of a caller, under an operation id, with the message of its commit. */
    public static Builder builder(String operation, String caller, String message) {
        return new Builder(operation, caller, message);
    }

    String operation() {
        return operation;
    }

    String caller() {
        return caller;
    }

    String message() {
        return message;
    }

    /** The topics that the edit was made from; null for those there are. */
    @Nullable
    TopicTree base() {
        return base;
    }

    /** Whether nothing of the edit may have been changed since. */
    boolean exact() {
        return exact;
    }

    Map<TopicPath, Optional<String>> edit() {
        return edit;
    }

    EditPolicy policy() {
        return policy;
    }

    List<SourceFrame> frames() {
        return frames;
    }

    Map<String, byte[]> repaired() {
        return repaired;
    }

    List<OwedSource> owing() {
        return owing;
    }

    /** What is decided while the install lock is held; null for nothing. */
    @Nullable
    Admission admission() {
        return admission;
    }

    @Nullable
    BatchRecord batch() {
        return batch;
    }

    UnaryOperator<Counters> counters() {
        return counters;
    }

    /** Builder of {@link TransactionRequest}. Not thread-safe. */
    public static final class Builder {
        private final String operation;
        private final String caller;
        private final String message;
        private @Nullable TopicTree base;
        private Map<TopicPath, Optional<String>> edit = Map.of();
        private EditPolicy policy = EditPolicy.keepingAll();
        private boolean exact;
        private List<SourceFrame> frames = List.of();
        private Map<String, byte[]> repaired = Map.of();
        private List<OwedSource> owing = List.of();
        private @Nullable Admission admission;
        private @Nullable BatchRecord batch;
        private UnaryOperator<Counters> counters = UnaryOperator.identity();

        private Builder(String operation, String caller, String message) {
            this.operation = operation;
            this.caller = caller;
            this.message = message;
        }

        /** The new texts of topics, the state they were made from, and what the edit may do. */
        public Builder edit(Map<TopicPath, Optional<String>> value, Snapshot from, EditPolicy allowed) {
            return edit(value, from.topics(), allowed);
        }

        /** The new texts of topics, the topics they were made from, and what the edit may do. */
        public Builder edit(Map<TopicPath, Optional<String>> value, TopicTree from, EditPolicy allowed) {
            this.edit = value;
            this.base = from;
            this.policy = allowed;
            return this;
        }

        /** Whether an edit is refused, and not rebased, when somebody changed one of its topics since. */
        public Builder exact(boolean value) {
            this.exact = value;
            return this;
        }

        /** Turns to archive; those archived already are left out. */
        public Builder archive(List<SourceFrame> value) {
            this.frames = value;
            return this;
        }

        /** Archives that somebody changed, cut or removed, with the bytes that they held. */
        public Builder repair(Map<String, byte[]> value) {
            this.repaired = value;
            return this;
        }

        /** Archived turns that a later pass is to be shown, unless they are written before. */
        public Builder owing(List<OwedSource> value) {
            this.owing = value;
            return this;
        }

        /** An archived turn that is to be trusted from now on. */
        public Builder trusting(TrustedSource value) {
            this.admission = value;
            return this;
        }

        /** Archives the turns only while a quota has room for them. */
        public Builder within(ArchiveQuota value) {
            this.admission = value;
            return this;
        }

        /** The turns that are written by it. */
        public Builder batch(BatchRecord value) {
            this.batch = value;
            return this;
        }

        /** What becomes of the counters. */
        public Builder counters(UnaryOperator<Counters> value) {
            this.counters = value;
            return this;
        }

        /** Builds the request. */
        public TransactionRequest build() {
            return new TransactionRequest(this);
        }
    }
}
