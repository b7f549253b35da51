package dev.scriptorium.memory.local.writer;

/**
 * How much a writer that asks a model may use for one task. Immutable.
 *
 * @since 0.1
 */
public final class WriterLimits {
    /** 24,000 tokens, 20 exchanges. */
    public static final WriterLimits DEFAULT = new WriterLimits(24_000, 20);

    private final int tokens;
    private final int exchanges;

    private WriterLimits(int tokens, int exchanges) {
        this.tokens = tokens;
        this.exchanges = exchanges;
    }

    /**
     * Limits.
     *
     * @param tokens of what the model is shown besides the batch, at the beginning; and again of what its tools show it
     * @param exchanges requests to the model
     * @throws IllegalArgumentException when one is not positive
     */
    public static WriterLimits of(int tokens, int exchanges) {
        if (tokens < 1 || exchanges < 1) {
            throw new IllegalArgumentException(
                    "limits are positive: " + tokens + " tokens, " + exchanges + " exchanges");
        }
        return new WriterLimits(tokens, exchanges);
    }

    /** Tokens of what the model is shown besides the batch, at the beginning; and again of what its tools show it. */
    public int tokens() {
        return tokens;
    }

    /** Requests to the model. */
    public int exchanges() {
        return exchanges;
    }
}
