package dev.scriptorium.memory.api.write;

/**
 * Asks to rewrite what has landed. Immutable.
 *
 * @since 0.1
 */
public final class ReorganizeRequest {
    private static final ReorganizeRequest REAL = new ReorganizeRequest(false);
    private static final ReorganizeRequest DRY = new ReorganizeRequest(true);

    private final boolean dryRun;

    private ReorganizeRequest(boolean dryRun) {
        this.dryRun = dryRun;
    }

    /** Rewrite and install. */
    public static ReorganizeRequest install() {
        return REAL;
    }

    /** Say what would change and install nothing. */
    public static ReorganizeRequest dryRun() {
        return DRY;
    }

    /** Whether nothing is to be installed. */
    public boolean isDryRun() {
        return dryRun;
    }
}
