package dev.scriptorium.memory.bench.write;

import java.util.Map;
import java.util.OptionalDouble;

/**
 * What writes in one workspace came to.
 *
 * @param n blocks of the workspace at first
 * @param floor the median of the floor, in milliseconds; empty when there is none
 * @param counts files and forces of a typical transaction
 * @param steps the median of each step, in milliseconds
 */
record Figures(
        long n, double p50, double p99, OptionalDouble floor, FileTraffic.Counts counts, Map<String, Double> steps) {

    /** The same of a workspace of so many blocks. */
    Figures of(long blocks) {
        return new Figures(blocks, p50, p99, floor, counts, steps);
    }
}
