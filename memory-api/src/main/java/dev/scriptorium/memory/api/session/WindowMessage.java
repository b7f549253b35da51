package dev.scriptorium.memory.api.session;

import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One message of the window that a host holds: a turn that has no id, because its host has none. A {@link TurnLog} makes
 * turns of them. Immutable.
 *
 * @since 0.1
 */
public final class WindowMessage {
    private final TurnKind kind;
    private final String text;
    private final @Nullable Speaker speaker;
    private final SpeakerKind speakerKind;
    private final @Nullable String principal;
    private final AuthorityTier tier;
    private final Trust trust;
    private final @Nullable OffsetDateTime time;
    private final List<TextSpan> injectedRecall;

    private WindowMessage(Builder builder) {
        this.kind = builder.kind;
        this.text = builder.text;
        this.speaker = builder.speaker;
        this.speakerKind = builder.speakerKind;
        this.principal = builder.principal;
        this.tier = builder.tier;
        this.trust = builder.trust;
        this.time = builder.time;
        this.injectedRecall = List.copyOf(builder.injectedRecall);
    }

    /** A message of which nothing else is known. */
    public static WindowMessage of(TurnKind kind, String text) {
        return builder(kind, text).build();
    }

    /** Starts a message with what every message has. */
    public static Builder builder(TurnKind kind, String text) {
        return new Builder(kind, text);
    }

    /** What it is. */
    public TurnKind kind() {
        return kind;
    }

    /** What was said, verbatim. */
    public String text() {
        return text;
    }

    /** Who said it. */
    public Optional<Speaker> speaker() {
        return Optional.ofNullable(speaker);
    }

    Optional<String> principal() {
        return Optional.ofNullable(principal);
    }

    AuthorityTier tier() {
        return tier;
    }

    Trust trust() {
        return trust;
    }

    /** When it was said; without it, the log takes the time at which it first saw the message. */
    public Optional<OffsetDateTime> time() {
        return Optional.ofNullable(time);
    }

    /** Whether it is the message that a turn was made of: the same words of the same standing. */
    boolean isOf(Turn turn) {
        return saysTheSameAs(turn)
                && tier == turn.tier()
                && trust == turn.trust()
                && principal().equals(turn.principal());
    }

    /** Whether kind, speaker and words are the same, recall left out. */
    boolean saysTheSameAs(Turn turn) {
        return kind == turn.kind()
                && words().equals(words(turn.text(), turn.injectedRecall()))
                && speaker().equals(turn.speaker());
    }

    /** What was said, without what the host put there from recall: it may be gone the next time. */
    String words() {
        return words(text, injectedRecall);
    }

    private static String words(String text, List<TextSpan> recall) {
        if (recall.isEmpty()) {
            return text;
        }
        // Spans may overlap.
        boolean[] out = new boolean[text.length()];
        recall.forEach(span -> Arrays.fill(out, span.start(), span.end(), true));
        StringBuilder said = new StringBuilder();
        for (int at = 0; at < text.length(); at++) {
            if (!out[at]) {
                said.append(text.charAt(at));
            }
        }
        return said.toString();
    }

    /** The turn that it becomes. */
    Turn turn(TurnId id, @Nullable TurnId parent, OffsetDateTime seen, @Nullable TurnId covers) {
        return Turn.builder(id, kind, text)
                .parent(parent)
                .time(time == null ? seen : time)
                .speaker(speaker)
                .speakerKind(speakerKind)
                .principal(principal)
                .tier(tier)
                .trust(trust)
                .injectedRecall(injectedRecall)
                .covers(covers)
                .build();
    }

    @Override
    public String toString() {
        return "WindowMessage[" + kind + ", " + text.length() + " characters]";
    }

    /** Builder of {@link WindowMessage}. Not thread-safe. */
    public static final class Builder {
        private final TurnKind kind;
        private final String text;
        private @Nullable Speaker speaker;
        private SpeakerKind speakerKind = SpeakerKind.UNKNOWN;
        private @Nullable String principal;
        private AuthorityTier tier = AuthorityTier.OWNER;
        private Trust trust = Trust.TRUSTED;
        private @Nullable OffsetDateTime time;
        private List<TextSpan> injectedRecall = List.of();

        private Builder(TurnKind kind, String text) {
            this.kind = kind;
            this.text = text;
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

        /** When it was said. */
        public Builder time(@Nullable OffsetDateTime value) {
            this.time = value;
            return this;
        }

        /** Stretches that came from recall. */
        public Builder injectedRecall(List<TextSpan> value) {
            this.injectedRecall = List.copyOf(value);
            return this;
        }

        /**
         * Builds the message.
         *
         * @throws IllegalArgumentException when a span of recall lies outside the text
         */
        public WindowMessage build() {
            for (TextSpan span : injectedRecall) {
                if (span.end() > text.length()) {
                    throw new IllegalArgumentException(
                            "recall span ends at " + span.end() + ", after the text (" + text.length() + ")");
                }
            }
            return new WindowMessage(this);
        }
    }
}
