package dev.scriptorium.memory.api.recall;

import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.SessionId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What to look for. The text is never parsed as query syntax. Immutable.
 *
 * @since 0.1
 */
public final class MemoryQuery {
    private final String text;
    private final @Nullable SessionId session;
    private final AuthorityTier tier;
    private final int limit;
    private final @Nullable String pathPrefix;
    private final DateRange dates;
    private final @Nullable String speaker;
    private final Corpus corpus;
    private final boolean floor;

    private MemoryQuery(Builder builder) {
        this.text = builder.text;
        this.session = builder.session;
        this.tier = builder.tier;
        this.limit = builder.limit;
        this.pathPrefix = builder.pathPrefix;
        this.dates = builder.dates;
        this.speaker = builder.speaker;
        this.corpus = builder.corpus;
        this.floor = builder.floor;
    }

    /** A query with every setting at its default. */
    public static MemoryQuery of(String text) {
        return builder(text).build();
    }

    /** Starts a query. */
    public static Builder builder(String text) {
        return new Builder(text);
    }

    /** The coming turn, or the words looked for. */
    public String text() {
        return text;
    }

    /** The session that asks. */
    public Optional<SessionId> session() {
        return Optional.ofNullable(session);
    }

    /** Whose request this is. */
    public AuthorityTier tier() {
        return tier;
    }

    /** How many hits at most. */
    public int limit() {
        return limit;
    }

    /** Only paths that begin so; {@code topics/} is put before what begins with neither {@code topics} nor
     * {@code sources}. */
    public Optional<String> pathPrefix() {
        return Optional.ofNullable(pathPrefix);
    }

    /** Only what is dated in these days. */
    public DateRange dates() {
        return dates;
    }

    /** Only turns of this speaker, by id or display name, whatever the case. */
    public Optional<String> speaker() {
        return Optional.ofNullable(speaker);
    }

    /** Where to look. */
    public Corpus corpus() {
        return corpus;
    }

    /** Whether hits below the least relevance are left out. */
    public boolean floor() {
        return floor;
    }

    /** Builder of {@link MemoryQuery}. Not thread-safe. */
    public static final class Builder {
        private final String text;
        private @Nullable SessionId session;
        private AuthorityTier tier = AuthorityTier.OWNER;
        private int limit = 5;
        private @Nullable String pathPrefix;
        private DateRange dates = DateRange.ALWAYS;
        private @Nullable String speaker;
        private Corpus corpus = Corpus.ALL;
        private boolean floor = true;

        private Builder(String text) {
            this.text = text;
        }

        /** The session that asks. */
        public Builder session(@Nullable SessionId value) {
            this.session = value;
            return this;
        }

        /** Whose request this is. */
        public Builder tier(AuthorityTier value) {
            this.tier = value;
            return this;
        }

        /** How many hits at most. */
        public Builder limit(int value) {
            this.limit = value;
            return this;
        }

        /** Only paths that begin so. */
        public Builder pathPrefix(@Nullable String value) {
            this.pathPrefix = value;
            return this;
        }

        /** Only what is dated in these days. */
        public Builder dates(DateRange value) {
            this.dates = value;
            return this;
        }

        /** Only turns of this speaker. */
        public Builder speaker(@Nullable String value) {
            this.speaker = value;
            return this;
        }

        /** Where to look. */
        public Builder corpus(Corpus value) {
            this.corpus = value;
            return this;
        }

        /** Whether hits below the least relevance are left out. */
        public Builder floor(boolean value) {
            this.floor = value;
            return this;
        }

        /**
         * Builds the query.
         *
         * @throws IllegalArgumentException when the limit is not positive
         */
        public MemoryQuery build() {
            if (limit < 1) {
                throw new IllegalArgumentException("a query asks for at least one hit: " + limit);
            }
            return new MemoryQuery(this);
        }
    }
}
