package dev.scriptorium.memory.api.recall;

import dev.scriptorium.memory.api.ref.SourceRef;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One archived turn that a hit rests on. Immutable.
 *
 * @since 0.1
 */
public final class HitSource {
    private final SourceRef ref;
    private final String label;
    private final @Nullable String speaker;
    private final @Nullable String speakerId;
    private final boolean speakerTrusted;
    private final @Nullable String time;
    private final String quote;

    private HitSource(Builder builder) {
        this.ref = builder.ref;
        this.label = builder.label;
        this.speaker = builder.speaker;
        this.speakerId = builder.speakerId;
        this.speakerTrusted = builder.speakerTrusted;
        this.time = builder.time;
        this.quote = builder.quote;
    }

    /** Starts a source. */
    public static Builder builder(SourceRef ref) {
        return new Builder(ref);
    }

    /** The archived turn. */
    public SourceRef ref() {
        return ref;
    }

    /** The label of the link in the block's evidence; the reference itself for a turn. */
    public String label() {
        return label;
    }

    /** The speaker's display name. */
    public Optional<String> speaker() {
        return Optional.ofNullable(speaker);
    }

    /** The speaker's id on its platform. */
    public Optional<String> speakerId() {
        return Optional.ofNullable(speakerId);
    }

    /** Whether the speaker is known from structured fields of a trusted turn. */
    public boolean speakerTrusted() {
        return speakerTrusted;
    }

    /** The time stamp of the turn as archived. */
    public Optional<String> time() {
        return Optional.ofNullable(time);
    }

    /** The words of the turn. */
    public String quote() {
        return quote;
    }

    /** Builder of {@link HitSource}. Not thread-safe. */
    public static final class Builder {
        private final SourceRef ref;
        private String label;
        private @Nullable String speaker;
        private @Nullable String speakerId;
        private boolean speakerTrusted;
        private @Nullable String time;
        private String quote = "";

        private Builder(SourceRef ref) {
            this.ref = ref;
            this.label = ref.value();
        }

        /** The label of the link. */
        public Builder label(String value) {
            this.label = value;
            return this;
        }

        /** The speaker's display name. */
        public Builder speaker(@Nullable String value) {
            this.speaker = value;
            return this;
        }

        /** The speaker's id. */
        public Builder speakerId(@Nullable String value) {
            this.speakerId = value;
            return this;
        }

        /** Whether the speaker is known from structured fields. */
        public Builder speakerTrusted(boolean value) {
            this.speakerTrusted = value;
            return this;
        }

        /** The time stamp as archived. */
        public Builder time(@Nullable String value) {
            this.time = value;
            return this;
        }

        /** The words of the turn. */
        public Builder quote(String value) {
            this.quote = value;
            return this;
        }

        /** Builds the source. */
        public HitSource build() {
            return new HitSource(this);
        }
    }
}
