package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.Revision;
import dev.scriptorium.memory.markdown.change.DeclaredSource;
import dev.scriptorium.memory.markdown.change.FileChange;
import dev.scriptorium.memory.markdown.change.MemoryChange;
import dev.scriptorium.memory.markdown.change.SourceProvenance;
import dev.scriptorium.memory.markdown.change.UnifiedDiff;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A change of topics in one of three forms, with who asks for it. Immutable.
 *
 * @since 0.1
 */
public final class UpdateRequest {
    private final SourceProvenance caller;
    private final @Nullable List<MemoryChange> changes;
    private final @Nullable List<FileChange> files;
    private final @Nullable UnifiedDiff patch;
    private final List<DeclaredSource> sources;
    private final Set<BlockId> deleteIds;
    private final @Nullable Revision base;
    private final boolean exact;
    private final @Nullable String message;

    private UpdateRequest(Builder builder) {
        this.caller = builder.caller;
        this.changes = builder.changes;
        this.files = builder.files;
        this.patch = builder.patch;
        this.sources = List.copyOf(builder.sources);
        this.deleteIds = Set.copyOf(builder.deleteIds);
        this.base = builder.base;
        this.exact = builder.exact;
        this.message = builder.message;
    }

    /** Structured changes, in the order in which they are carried out. */
    public static Builder changes(SourceProvenance caller, List<MemoryChange> changes) {
        Builder builder = new Builder(caller);
        builder.changes = List.copyOf(changes);
        return builder;
    }

    /** Whole files. */
    public static Builder files(SourceProvenance caller, List<FileChange> files) {
        Builder builder = new Builder(caller);
        builder.files = List.copyOf(files);
        return builder;
    }

    /** A patch. */
    public static Builder patch(SourceProvenance caller, UnifiedDiff patch) {
        Builder builder = new Builder(caller);
        builder.patch = patch;
        return builder;
    }

    /** Who asks, and from where. */
    public SourceProvenance caller() {
        return caller;
    }

    /** The structured changes; empty for another form. */
    public Optional<List<MemoryChange>> changes() {
        return Optional.ofNullable(changes);
    }

    /** The whole files; empty for another form. */
    public Optional<List<FileChange>> files() {
        return Optional.ofNullable(files);
    }

    /** The patch; empty for another form. */
    public Optional<UnifiedDiff> patch() {
        return Optional.ofNullable(patch);
    }

    /** Sources that the request brings along. */
    public List<DeclaredSource> sources() {
        return sources;
    }

    /** Blocks that a file or patch may drop. */
    public Set<BlockId> deleteIds() {
        return deleteIds;
    }

    /** The revision that the change was made for; empty for the present one. */
    public Optional<Revision> base() {
        return Optional.ofNullable(base);
    }

    /** Whether any difference from the base is refused. */
    public boolean exact() {
        return exact;
    }

    /** The message of the commit; empty for the usual one. */
    public Optional<String> message() {
        return Optional.ofNullable(message);
    }

    /** Builder of {@link UpdateRequest}. Not thread-safe. */
    public static final class Builder {
        private final SourceProvenance caller;
        private @Nullable List<MemoryChange> changes;
        private @Nullable List<FileChange> files;
        private @Nullable UnifiedDiff patch;
        private List<DeclaredSource> sources = List.of();
        private Collection<BlockId> deleteIds = List.of();
        private @Nullable Revision base;
        private boolean exact;
        private @Nullable String message;

        private Builder(SourceProvenance caller) {
            this.caller = caller;
        }

        /** Sources that the request brings along. */
        public Builder sources(List<DeclaredSource> value) {
            this.sources = value;
            return this;
        }

        /** Blocks that a file or patch may drop. */
        public Builder deleteIds(Collection<BlockId> value) {
            this.deleteIds = value;
            return this;
        }

        /** The revision that the change was made for. */
        public Builder base(@Nullable Revision value) {
            this.base = value;
            return this;
        }

        /** Whether any difference from the base is refused. */
        public Builder exact(boolean value) {
            this.exact = value;
            return this;
        }

        /** The message of the commit. */
        public Builder message(@Nullable String value) {
            this.message = value;
            return this;
        }

        /** Builds the request. */
        public UpdateRequest build() {
            return new UpdateRequest(this);
        }
    }
}
