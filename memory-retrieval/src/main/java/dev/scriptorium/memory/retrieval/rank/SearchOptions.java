package dev.scriptorium.memory.retrieval.rank;

import dev.scriptorium.memory.retrieval.embedding.Meaning;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** How a search is carried out, apart from what is looked for. Immutable. */
public final class SearchOptions {
    private static final double DEFAULT_FLOOR = .16;

    private final boolean includePending;
    private final boolean withSources;
    private final boolean explained;
    private final double floor;
    private final @Nullable Meaning meaning;
    private final Set<Component> without;
    private final BooleanSupplier stop;

    private SearchOptions(Builder builder) {
        this.includePending = builder.includePending;
        this.withSources = builder.withSources;
        this.explained = builder.explained;
        this.floor = builder.floor;
        this.meaning = builder.meaning;
        this.without = Set.copyOf(builder.without);
        this.stop = builder.stop;
    }

    /** What automatic recall uses: nothing pending, no words of the sources. */
    public static SearchOptions recall() {
        return builder().build();
    }

    /** What a search on request uses: pending hits, marked, and the words that blocks rest on. */
    public static SearchOptions onRequest() {
        return builder().includePending(true).withSources(true).build();
    }

    /** Starts from what automatic recall uses. */
    public static Builder builder() {
        return new Builder();
    }

    /** Whether pending blocks and turns may be found. */
    public boolean includePending() {
        return includePending;
    }

    /** Whether blocks come with the words of the turns they cite. */
    public boolean withSources() {
        return withSources;
    }

    /** Whether hits say why they were found. */
    public boolean explained() {
        return explained;
    }

    /** The least share of the question that a hit's own words must match, from 0 to 1. */
    public double floor() {
        return floor;
    }

    /** What the question means; empty when it is looked for by words only. */
    public Optional<Meaning> meaning() {
        return Optional.ofNullable(meaning);
    }

    /** Whether a part of the ranking is used. */
    public boolean with(Component component) {
        return !without.contains(component);
    }

    /** Whether to stop collecting now and answer with what there is. */
    public BooleanSupplier stop() {
        return stop;
    }

    /** Builder of {@link SearchOptions}. Not thread-safe. */
    public static final class Builder {
        private boolean includePending;
        private boolean withSources;
        private boolean explained;
        private double floor = DEFAULT_FLOOR;
        private @Nullable Meaning meaning;
        private Set<Component> without = Set.of();
        private BooleanSupplier stop = () -> false;

        private Builder() {}

        /** Whether pending blocks and turns may be found. */
        public Builder includePending(boolean value) {
            this.includePending = value;
            return this;
        }

        /** Whether blocks come with the words of the turns they cite. */
        public Builder withSources(boolean value) {
            this.withSources = value;
            return this;
        }

        /** Whether hits say why they were found. */
        public Builder explained(boolean value) {
            this.explained = value;
            return this;
        }

        /** The least share of the question that a hit must match; used when the query asks for a floor. */
        public Builder floor(double value) {
            this.floor = value;
            return this;
        }

        /** What the question means; null to look for words only. */
        public Builder meaning(@Nullable Meaning value) {
            this.meaning = value;
            return this;
        }

        /** Parts of the ranking to go without; for measuring. */
        public Builder without(Set<Component> value) {
            this.without = value;
            return this;
        }

        /** Asked now and then while collecting; must be cheap, such as a look at a deadline or the interrupt flag. */
        public Builder stop(BooleanSupplier value) {
            this.stop = value;
            return this;
        }

        /** Builds the options. */
        public SearchOptions build() {
            if (!(floor >= 0 && floor <= 1)) {
                throw new IllegalArgumentException("a floor is a share from 0 to 1: " + floor);
            }
            return new SearchOptions(this);
        }
    }
}
