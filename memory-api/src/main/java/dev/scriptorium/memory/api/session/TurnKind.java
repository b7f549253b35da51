package dev.scriptorium.memory.api.session;

/**
 * What a turn is. Only {@link #USER} and {@link #ASSISTANT} turns are speech and are ever archived.
 *
 * @since 0.1
 */
public enum TurnKind {
    /** Somebody spoke to the agent. */
    USER,
    /** The agent replied. */
    ASSISTANT,
    /** A tool call or its result. */
    TOOL,
    /** The runtime itself: schedules, follow-ups, notices. */
    RUNTIME,
    /** What stands in for turns that a compaction replaced. */
    SUMMARY;

    /** Whether turns of this kind are speech. */
    public boolean speech() {
        return this == USER || this == ASSISTANT;
    }
}
