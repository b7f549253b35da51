package dev.scriptorium.memory.api.model;

/**
 * How many tokens went in and came out, as the vendor counts them. Immutable.
 *
 * @since 0.1
 */
public final class TokenUsage {
    /** Nothing used, or nothing known. */
    public static final TokenUsage NONE = new TokenUsage(0, 0);

    private final long input;
    private final long output;

    private TokenUsage(long input, long output) {
        this.input = input;
        this.output = output;
    }

    /**
     * A usage.
     *
     * @throws IllegalArgumentException when a number is negative
     */
    public static TokenUsage of(long input, long output) {
        if (input < 0 || output < 0) {
            throw new IllegalArgumentException("tokens are not negative: " + input + " in, " + output + " out");
        }
        return new TokenUsage(input, output);
    }

    /** Tokens of the request. */
    public long input() {
        return input;
    }

    /** Tokens of the reply. */
    public long output() {
        return output;
    }

    /** Both together. */
    public long total() {
        return input + output;
    }

    /** This usage and another one. */
    public TokenUsage plus(TokenUsage other) {
        return new TokenUsage(input + other.input, output + other.output);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TokenUsage that && input == that.input && output == that.output;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(31 * input + output);
    }

    @Override
    public String toString() {
        return input + " in, " + output + " out";
    }
}
