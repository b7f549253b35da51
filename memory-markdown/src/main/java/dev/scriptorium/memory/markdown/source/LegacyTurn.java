package dev.scriptorium.memory.markdown.source;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.Speaker;
import org.jspecify.annotations.Nullable;

/**
 * One turn in an archive of an older form. Always trusted to cite; its speaker never is.
 *
 * @param ref its name
 * @param anchor its anchor
 * @param stamp the time stamp; empty when it has none
 * @param label the label before the words; empty when the line has none
 * @param content the words
 * @param line the line on which the record begins, from 0
 * @param hint who the words themselves say spoke, in archives that wrote it there; null when they do not
 * @since 0.1
 */
public record LegacyTurn(
        SourceRef ref,
        String anchor,
        String stamp,
        String label,
        String content,
        int line,
        @Nullable Speaker hint) {}
