package dev.scriptorium.memory.api.session;

import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One message of a session. Immutable: a host that changes a message makes a new turn.
 *
 * @since 0.1
 */
public final class Turn {
    private final TurnId id;
    private final @Nullable TurnId parent;
    private final TurnKind kind;
    private final String text;
    private final @Nullable OffsetDateTime time;
    private final @Nullable Speaker speaker;
    private final SpeakerKind speakerKind;
    private final @Nullable String principal;
    private final AuthorityTier tier;
    private final Trust trust;
    private final boolean rewound;
    private final List<TextSpan> injectedRecall;
    private final @Nullable TurnId covers;

    private Turn(Builder builder) {
        this.id = builder.id;
        this.parent = builder.parent;
        this.kind = builder.kind;
        this.text = builder.text;
        this.time = builder.time;
        this.speaker = builder.speaker;
        this.speakerKind = builder.speakerKind;
        this.principal = builder.principal;
        this.tier = builder.tier;
        this.trust = builder.trust;
        this.rewound = builder.rewound;
        this.injectedRecall = List.copyOf(builder.injectedRecall);
        this.covers = builder.covers;
    }

    /** Starts a turn with what every turn has. */
    public static Builder builder(TurnId id, TurnKind kind, String text) {
        return new Builder(id, kind, text);
    }

    /** Its stable name. */
    public TurnId id() {
        return id;
    }

    /** The turn before it; empty at the root. */
    public Optional<TurnId> parent() {
        return Optional.ofNullable(parent);
    }

    /** What it is. */
    public TurnKind kind() {
        return kind;
    }

    /** What was said, verbatim. */
    public String text() {
        return text;
    }

    /** When it was said; a turn without time is archived with an empty stamp. */
    public Optional<OffsetDateTime> time() {
        return Optional.ofNullable(time);
    }

    /** Who said it. */
    public Optional<Speaker> speaker() {
        return Optional.ofNullable(speaker);
    }

    /** What sort of speaker. */
    public SpeakerKind speakerKind() {
        return speakerKind;
    }

    /** On whose account, for the archive. */
    public Optional<String> principal() {
        return Optional.ofNullable(principal);
    }

    /** Whose request it was. */
    public AuthorityTier tier() {
        return tier;
    }

    /** Whether it may be built upon. */
    public Trust trust() {
        return trust;
    }

    /** Whether the host has taken it out of the conversation; such a turn is never archived, shown or counted. */
    public boolean rewound() {
        return rewound;
    }

    /** Stretches of the text that the host put there from recall; left out of the archive. */
    public List<TextSpan> injectedRecall() {
        return injectedRecall;
    }

    /** For a summary: the last turn it stands for. */
    public Optional<TurnId> covers() {
        return Optional.ofNullable(covers);
    }

    /** Whether another turn says the same of everything. */
    boolean isSameAs(Turn other) {
        return facts().equals(other.facts());
    }

    private List<Object> facts() {
        return List.of(
                id,
                parent(),
                kind,
                text,
                time(),
                speaker(),
                speakerKind,
                principal(),
                tier,
                trust,
                rewound,
                injectedRecall.stream()
                        .map(span -> List.of(span.start(), span.end()))
                        .toList(),
                covers());
    }

    @Override
    public String toString() {
        return "Turn[" + id + ", " + kind + "]";
    }

    /** Builder of {@link Turn}. Not thread-safe. */
    public static final class Builder {
        private final TurnId id;
        private final TurnKind kind;
        private final String text;
        private @Nullable TurnId parent;
        private @Nullable OffsetDateTime time;
        private @Nullable Speaker speaker;
        private SpeakerKind speakerKind = SpeakerKind.UNKNOWN;
        private @Nullable String principal;
        private AuthorityTier tier = AuthorityTier.OWNER;
        private Trust trust = Trust.TRUSTED;
        private boolean rewound;
        private List<TextSpan> injectedRecall = List.of();
        private @Nullable TurnId covers;

        private Builder(TurnId id, TurnKind kind, String text) {
            this.id = id;
            this.kind = kind;
            this.text = text;
        }

        /** The turn before it; null for a root. */
        public Builder parent(@Nullable TurnId value) {
            this.parent = value;
            return this;
        }

        /** When it was said. */
        public Builder time(@Nullable OffsetDateTime value) {
            this.time = value;
            return this;
        }

        /** Who said it. */
        public Builder speaker(@Nullable Speaker value) {
            this.speaker = value;
            return this;
        }

        /** What sort of speaker. */
        public Builder speakerKind(SpeakerKind value) {
            this.speakerKind = value;
            return this;
        }

        /** On whose account. */
        public Builder principal(@Nullable String value) {
            this.principal = value;
            return this;
        }

        /** Whose request it was. */
        public Builder tier(AuthorityTier value) {
            this.tier = value;
            return this;
        }

        /** Whether it may be built upon. */
        public Builder trust(Trust value) {
            this.trust = value;
            return this;
        }

        /** Whether the host has taken it out of the conversation. */
        public Builder rewound(boolean value) {
            this.rewound = value;
            return this;
        }

        /** Stretches that came from recall. */
        public Builder injectedRecall(List<TextSpan> value) {
            this.injectedRecall = List.copyOf(value);
            return this;
        }

        /** The last turn that a summary stands for. */
        public Builder covers(@Nullable TurnId value) {
            this.covers = value;
            return this;
        }

        /**
         * Builds the turn.
         *
         * @throws IllegalArgumentException when a span of recall lies outside the text
         */
        public Turn build() {
            for (TextSpan span : injectedRecall) {
                if (span.end() > text.length()) {
                    throw new IllegalArgumentException("recall span ends at " + span.end() + ", after the text of " + id
                            + " (" + text.length() + ")");
                }
            }
            return new Turn(this);
        }
    }
}
