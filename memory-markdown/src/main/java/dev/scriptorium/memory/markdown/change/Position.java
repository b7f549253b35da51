package dev.scriptorium.memory.markdown.change;

import java.util.Locale;

/**
 * Where in a section something goes. The section ends at the next heading of any level.
 *
 * @since 0.1
 */
public enum Position {
    /** Right below the heading. */
    START,
    /** Behind everything else. */
    END,
    /** In front of the anchor. */
    BEFORE,
    /** Behind the anchor and its definitions. */
    AFTER;

    /** Whether the place is told by another record. */
    public boolean anchored() {
        return this == BEFORE || this == AFTER;
    }

    /** The word in requests: the name in lower case. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
