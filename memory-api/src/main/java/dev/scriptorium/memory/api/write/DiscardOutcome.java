package dev.scriptorium.memory.api.write;

/**
 * What became of turns about to be dropped. Immutable.
 *
 * @since 0.1
 */
public final class DiscardOutcome {
    private static final DiscardOutcome NONE = new DiscardOutcome("", false);

    private final String text;
    private final boolean archived;

    private DiscardOutcome(String text, boolean archived) {
        this.text = text;
        this.archived = archived;
    }

    /** Nothing was done: the turns are not safe. */
    public static DiscardOutcome none() {
        return NONE;
    }

    /** The turns are archived on disk; the text, possibly empty, belongs in the host's summary. */
    public static DiscardOutcome archived(String text) {
        return new DiscardOutcome(text, true);
    }

    /** What belongs in the summary; may be empty. */
    public String text() {
        return text;
    }

    /** Whether every eligible turn is safe on disk. */
    public boolean archived() {
        return archived;
    }
}
