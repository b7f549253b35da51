package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ref.SourceRef;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One archived turn that a block cites. Immutable.
 *
 * @since 0.1
 */
public final class CitedTurn {
    private final @Nullable String time;
    private final String label;
    private final SourceRef ref;
    private final @Nullable String speaker;
    private final @Nullable String saidAt;
    private final String quote;
    private final @Nullable String problem;

    CitedTurn(
            @Nullable String time,
            String label,
            SourceRef ref,
            @Nullable String speaker,
            @Nullable String saidAt,
            String quote,
            @Nullable String problem) {
        this.time = time;
        this.label = label;
        this.ref = ref;
        this.speaker = speaker;
        this.saidAt = saidAt;
        this.quote = quote;
        this.problem = problem;
    }

    /** The time of the evidence; empty when undated. */
    public Optional<String> time() {
        return Optional.ofNullable(time);
    }

    /** The label of the link. */
    public String label() {
        return label;
    }

    /** The turn. */
    public SourceRef ref() {
        return ref;
    }

    /** The speaker as the archive names it. */
    public Optional<String> speaker() {
        return Optional.ofNullable(speaker);
    }

    /** The time stamp of the turn. */
    public Optional<String> saidAt() {
        return Optional.ofNullable(saidAt);
    }

    /** Everything that was said in the turn; empty when the archive cannot say. */
    public String quote() {
        return quote;
    }

    /** What is wrong with the archive; empty when nothing is. The words are then from the history, or missing. */
    public Optional<String> problem() {
        return Optional.ofNullable(problem);
    }
}
