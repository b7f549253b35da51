package dev.scriptorium.memory.api.model;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;

/**
 * The instant at which somebody stops waiting. It knows no clock: whoever asks brings one. Immutable.
 *
 * @since 0.1
 */
public final class Deadline implements Comparable<Deadline> {
    /** A deadline that never passes. */
    public static final Deadline NEVER = new Deadline(Instant.MAX);

    // Longer than anybody waits, and short enough to be counted in nanoseconds.
    private static final Duration LONGEST = Duration.ofDays(100 * 365);

    private final Instant instant;

    private Deadline(Instant instant) {
        this.instant = instant;
    }

    /** A deadline at an instant. */
    public static Deadline of(Instant instant) {
        return new Deadline(instant);
    }

    /**
     * A deadline some time from now; one that lies after the end of time is {@link #NEVER}.
     *
     * @throws IllegalArgumentException when the time is negative
     */
    public static Deadline in(Duration time, Clock clock) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("a deadline does not lie in the past: " + time);
        }
        try {
            return new Deadline(clock.instant().plus(time));
        } catch (DateTimeException | ArithmeticException e) {
            return NEVER;
        }
    }

    /** The instant. */
    public Instant instant() {
        return instant;
    }

    /** The time left: zero once it has passed, and never more than 100 years, so that it fits any unit. */
    public Duration remaining(Clock clock) {
        Duration left = Duration.between(clock.instant(), instant);
        if (left.isNegative()) {
            return Duration.ZERO;
        }
        return left.compareTo(LONGEST) > 0 ? LONGEST : left;
    }

    /** Whether it has passed. */
    public boolean passed(Clock clock) {
        return !clock.instant().isBefore(instant);
    }

    /** The earlier of the two. */
    public Deadline earliest(Deadline other) {
        return compareTo(other) <= 0 ? this : other;
    }

    @Override
    public int compareTo(Deadline other) {
        return instant.compareTo(other.instant);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Deadline that && instant.equals(that.instant);
    }

    @Override
    public int hashCode() {
        return instant.hashCode();
    }

    @Override
    public String toString() {
        return instant.toString();
    }
}
