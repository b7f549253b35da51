package dev.scriptorium.memory.bench.search;

import java.math.BigDecimal;

/** What searches of a workspace of one size came to; times in milliseconds, the median where nothing else is said. */
record SearchFigures(
        BigDecimal megabytes,
        long textBytes,
        long indexBytes,
        double buildSeconds,
        Cold cold,
        Warm warm,
        Refresh refresh) {
    /** What a search may cost beyond a multiple of the bare index: noticing, tokens, the fence. */
    private static final double ALLOWANCE = .3;

    /**
     * The first answer of a new process.
     *
     * @param filesRead topics and archives that it read
     */
    record Cold(double ours, double bare, long filesRead) {}

    /**
     * Answers of an open backend.
     *
     * @param answered share of the questions to which there was an answer
     */
    record Warm(double p50, double p99, double bare, double fullText, double answered) {}

    /** The first answer after an outside edit. */
    record Refresh(double ours, double bare) {}

    double ratioToBare() {
        return (warm.p50() - ALLOWANCE) / warm.bare();
    }

    double ratioOfFullText() {
        return warm.fullText() / warm.p50();
    }
}
