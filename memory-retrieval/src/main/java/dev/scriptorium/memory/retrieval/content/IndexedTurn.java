package dev.scriptorium.memory.retrieval.content;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.Trust;
import org.jspecify.annotations.Nullable;

/**
 * One archived turn.
 *
 * @param ref its name
 * @param speakerId the platform's id of the speaker; null or empty when there is none
 * @param speakerName the name people see; null when only the label is known
 * @param label the speaker as the archive writes it, or the role
 * @param speakerTrusted whether the speaker comes from structured fields of a trusted turn
 * @param stamp the time stamp as archived; may be empty
 * @param text the words
 * @param trust whether it may be recalled
 * @param line its first line in the archive, from 0
 */
public record IndexedTurn(
        SourceRef ref,
        @Nullable String speakerId,
        @Nullable String speakerName,
        String label,
        boolean speakerTrusted,
        String stamp,
        String text,
        Trust trust,
        int line) {

    /** The speaker as recall shows it. */
    public String speaker() {
        return speakerName == null || speakerName.isEmpty() ? label : speakerName;
    }
}
