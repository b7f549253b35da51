package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.api.session.SpeakerKind;
import dev.scriptorium.memory.api.session.TurnKind;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One archived turn of a batch, as a writer is shown it. Immutable.
 *
 * @since 0.1
 */
public final class BatchTurn {
    private final SourceRef ref;
    private final TurnKind kind;
    private final AuthorityTier tier;
    private final SpeakerKind speakerKind;
    private final @Nullable Speaker speaker;
    private final @Nullable OffsetDateTime time;
    private final String label;
    private final String text;

    /**
     * A turn of a batch.
     *
     * @param label the speaker as the archive names it, the only thing that says who spoke
     * @param text what was said, or the piece of it that this pass is shown
     */
    public BatchTurn(
            SourceRef ref,
            TurnKind kind,
            AuthorityTier tier,
            SpeakerKind speakerKind,
            @Nullable Speaker speaker,
            @Nullable OffsetDateTime time,
            String label,
            String text) {
        this.ref = ref;
        this.kind = kind;
        this.tier = tier;
        this.speakerKind = speakerKind;
        this.speaker = speaker;
        this.time = time;
        this.label = label;
        this.text = text;
    }

    /** Its name in the archive, which citations use. */
    public SourceRef ref() {
        return ref;
    }

    /** User or assistant. */
    public TurnKind kind() {
        return kind;
    }

    /** Whose request it was. */
    public AuthorityTier tier() {
        return tier;
    }

    /** What sort of speaker. */
    public SpeakerKind speakerKind() {
        return speakerKind;
    }

    /** Who spoke. */
    public Optional<Speaker> speaker() {
        return Optional.ofNullable(speaker);
    }

    /** When. */
    public Optional<OffsetDateTime> time() {
        return Optional.ofNullable(time);
    }

    /** The speaker as the archive names it. */
    public String label() {
        return label;
    }

    /** What was said. */
    public String text() {
        return text;
    }
}
