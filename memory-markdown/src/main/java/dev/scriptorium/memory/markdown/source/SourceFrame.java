package dev.scriptorium.memory.markdown.source;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.Trust;
import org.jspecify.annotations.Nullable;

/**
 * One archived turn: who said it, when, and the words, verbatim.
 *
 * @param ref its name
 * @param anchor its anchor, which follows from the name
 * @param speakerId the platform's id of the speaker; empty when only a display name was known, null when nothing was
 * @param metadata what else is known; null in archives that had none
 * @param stamp the time stamp as archived; may be empty
 * @param label the speaker's label
 * @param content the words, every line break and trailing space kept
 * @param line the line on which the record begins, from 0; -1 before it is archived
 * @param offset where the frame begins in the file, in bytes; -1 before it is archived
 * @param length bytes up to and with the line feed that ends the record; -1 before it is archived
 * @since 0.1
 */
public record SourceFrame(
        SourceRef ref,
        String anchor,
        @Nullable String speakerId,
        @Nullable SourceMetadata metadata,
        String stamp,
        String label,
        String content,
        int line,
        int offset,
        int length) {

    /** A turn that is not archived yet. */
    public static SourceFrame of(
            SourceRef ref,
            @Nullable String speakerId,
            @Nullable SourceMetadata metadata,
            String stamp,
            String label,
            String content) {
        return new SourceFrame(
                ref, SourceLocations.anchor(ref), speakerId, metadata, stamp, label, content, -1, -1, -1);
    }

    /** Its trust; what has no metadata is trusted (D17). */
    public Trust trust() {
        return metadata == null ? Trust.TRUSTED : metadata.trust();
    }

    /** The same turn without its place in a file. */
    public SourceFrame unplaced() {
        return new SourceFrame(ref, anchor, speakerId, metadata, stamp, label, content, -1, -1, -1);
    }

    /** The same turn as UTF-8 can hold it; its speaker's label is printable as it is. */
    SourceFrame wellFormed() {
        String id = speakerId == null ? null : WellFormed.of(speakerId).text();
        return new SourceFrame(
                ref, anchor, id, metadata, stamp, label, WellFormed.of(content).text(), line, offset, length);
    }

    /** How many lone surrogates {@link #wellFormed} replaces. */
    int loneSurrogates() {
        return WellFormed.of(content).replaced()
                + (speakerId == null ? 0 : WellFormed.of(speakerId).replaced());
    }
}
