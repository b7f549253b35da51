package dev.scriptorium.memory.bench.report;

import java.util.Arrays;

/** Durations of one thing done many times, in nanoseconds. Not thread-safe. */
public final class Samples {
    private static final double NANOS = 1e6;

    private long[] values = new long[64];
    private int size;

    /** No durations yet. */
    public Samples() {}

    /** Adds one. */
    public void add(long nanos) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = nanos;
    }

    /** How many there are. */
    public int size() {
        return size;
    }

    /** The least duration, in milliseconds, that this share of them do not exceed; 0 when there are none. */
    public double millis(double share) {
        if (size == 0) {
            return 0;
        }
        long[] sorted = Arrays.copyOf(values, size);
        Arrays.sort(sorted);
        return sorted[Math.max(0, (int) Math.ceil(share * size) - 1)] / NANOS;
    }

    /** The median, in milliseconds. */
    public double p50() {
        return millis(0.50);
    }

    /** What 99 of 100 do not exceed, in milliseconds. */
    public double p99() {
        return millis(0.99);
    }

    /** A figure as it is printed: three digits behind the point. */
    public static double rounded(double value) {
        return Math.round(value * 1000) / 1000.0;
    }
}
