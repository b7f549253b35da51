package dev.scriptorium.memory.api.recall;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.session.Trust;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One block or archived turn that answers a query. Immutable.
 *
 * @since 0.1
 */
public final class MemoryHit {
    private final String path;
    private final @Nullable BlockId block;
    private final List<String> headings;
    private final String text;
    private final List<String> dates;
    private final Trust trust;
    private final List<HitSource> sources;
    private final double score;
    private final String explanation;

    private MemoryHit(Builder builder) {
        this.path = builder.path;
        this.block = builder.block;
        this.headings = List.copyOf(builder.headings);
        this.text = builder.text;
        this.dates = List.copyOf(builder.dates);
        this.trust = builder.trust;
        this.sources = List.copyOf(builder.sources);
        this.score = builder.score;
        this.explanation = builder.explanation;
    }

    /** Starts a hit in a file of the workspace. */
    public static Builder builder(String path, String text) {
        return new Builder(path, text);
    }

    /** Workspace path of the topic or archive. */
    public String path() {
        return path;
    }

    /** The block; empty when the hit is an archived turn. */
    public Optional<BlockId> block() {
        return Optional.ofNullable(block);
    }

    /** The headings above the block, outermost first. */
    public List<String> headings() {
        return headings;
    }

    /** The words, without citations and ids. */
    public String text() {
        return text;
    }

    /** The dates of the evidence in order, each {@code YYYY}, {@code YYYY-MM} or {@code YYYY-MM-DD}. */
    public List<String> dates() {
        return dates;
    }

    /** Trusted when every source is. */
    public Trust trust() {
        return trust;
    }

    /** What it rests on, in the order of its citations; the turn itself for a turn. */
    public List<HitSource> sources() {
        return sources;
    }

    /** Larger is better; comparable within one answer only. */
    public double score() {
        return score;
    }

    /** Why it was found, for people; empty unless asked for. */
    public String explanation() {
        return explanation;
    }

    /** Builder of {@link MemoryHit}. Not thread-safe. */
    public static final class Builder {
        private final String path;
        private final String text;
        private @Nullable BlockId block;
        private List<String> headings = List.of();
        private List<String> dates = List.of();
        private Trust trust = Trust.TRUSTED;
        private List<HitSource> sources = List.of();
        private double score;
        private String explanation = "";

        private Builder(String path, String text) {
            this.path = path;
            this.text = text;
        }

        /** The block. */
        public Builder block(@Nullable BlockId value) {
            this.block = value;
            return this;
        }

        /** The headings above. */
        public Builder headings(List<String> value) {
            this.headings = value;
            return this;
        }

        /** The dates. */
        public Builder dates(List<String> value) {
            this.dates = value;
            return this;
        }

        /** The trust. */
        public Builder trust(Trust value) {
            this.trust = value;
            return this;
        }

        /** What it rests on. */
        public Builder sources(List<HitSource> value) {
            this.sources = value;
            return this;
        }

        /** The score. */
        public Builder score(double value) {
            this.score = value;
            return this;
        }

        /** Why it was found. */
        public Builder explanation(String value) {
            this.explanation = value;
            return this;
        }

        /** Builds the hit. */
        public MemoryHit build() {
            return new MemoryHit(this);
        }
    }
}
