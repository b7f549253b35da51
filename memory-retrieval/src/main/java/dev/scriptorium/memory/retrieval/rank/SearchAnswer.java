package dev.scriptorium.memory.retrieval.rank;

import dev.scriptorium.memory.api.recall.Corpus;
import dev.scriptorium.memory.api.recall.MemoryHit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a search found, best first. Immutable. */
public final class SearchAnswer {
    private final List<RankedHit> ranked;
    private final Map<String, Double> weights;
    private final @Nullable Corpus narrowedTo;
    private final boolean complete;

    /**
     * An answer.
     *
     * @param ranked the hits, best first
     * @param weights the terms of the question with what each counts
     * @param narrowedTo the part of the memory that a filter alone made it answer from; null for none
     * @param complete false when it was stopped before it had seen everything
     */
    public SearchAnswer(
            List<RankedHit> ranked, Map<String, Double> weights, @Nullable Corpus narrowedTo, boolean complete) {
        this.ranked = List.copyOf(ranked);
        this.weights = Map.copyOf(weights);
        this.narrowedTo = narrowedTo;
        this.complete = complete;
    }

    /** An answer without hits. */
    public static SearchAnswer empty(@Nullable Corpus narrowedTo, boolean complete) {
        return new SearchAnswer(List.of(), Map.of(), narrowedTo, complete);
    }

    /** The hits, best first. */
    public List<MemoryHit> hits() {
        return ranked.stream().map(RankedHit::hit).toList();
    }

    /** The hits with what recall needs to show them. */
    public List<RankedHit> ranked() {
        return ranked;
    }

    /** The part of the memory that a speaker filter confined the answer to. */
    public Optional<Corpus> narrowedTo() {
        return Optional.ofNullable(narrowedTo);
    }

    /** False when the search was stopped, or the index could not be read. */
    public boolean complete() {
        return complete;
    }

    /** What the terms of the question count. */
    Map<String, Double> weights() {
        return weights;
    }
}
