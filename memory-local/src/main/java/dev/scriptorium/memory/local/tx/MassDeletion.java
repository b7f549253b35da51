package dev.scriptorium.memory.local.tx;

/**
 * So many blocks vanished between two looks that nothing of it is adopted until a person says so. Immutable.
 *
 * @param gone how many vanished
 * @param before how many there were
 * @since 0.1
 */
public record MassDeletion(int gone, int before) {
    private static final int SMALL = 10;
    private static final int PERCENT = 25;

    /** Whether so many are too many to believe. */
    static boolean is(int gone, int before) {
        return gone > SMALL && gone * 100L > (long) before * PERCENT;
    }
}
