package dev.scriptorium.memory.testkit.time;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A clock that stands still until a test moves it. Safe for use by several threads; clocks made from it by
 * {@link #withZone} move with it.
 *
 * @since 0.1
 */
public final class MutableClock extends Clock {
    private final AtomicReference<Instant> now;
    private final ZoneId zone;

    private MutableClock(AtomicReference<Instant> now, ZoneId zone) {
        this.now = now;
        this.zone = zone;
    }

    /** A clock at an instant, in UTC. */
    public static MutableClock at(Instant instant) {
        return new MutableClock(new AtomicReference<>(instant), ZoneOffset.UTC);
    }

    /**
     * A clock at an instant in ISO 8601, such as {@code 2024-05-06T09:00:00Z}, in UTC.
     *
     * @throws java.time.format.DateTimeParseException when the text is no instant
     */
    public static MutableClock at(String instant) {
        return at(Instant.parse(instant));
    }

    /** Moves the clock to an instant, earlier or later. */
    public void set(Instant instant) {
        now.set(instant);
    }

    /** Moves the clock forward, or back by a negative duration. */
    public void advance(Duration duration) {
        now.updateAndGet(before -> before.plus(duration));
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    @Override
    public MutableClock withZone(ZoneId other) {
        return new MutableClock(now, other);
    }

    @Override
    public Instant instant() {
        return Objects.requireNonNull(now.get());
    }

    @Override
    public String toString() {
        return "MutableClock[" + now.get() + ", " + zone + "]";
    }
}
