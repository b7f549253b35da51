package dev.scriptorium.memory.local;

import dev.scriptorium.memory.local.schedule.WatcherState;
import java.time.Instant;
import java.util.Optional;

/**
 * What was done lately when nobody was looking, by whatever process on the workspace. Immutable.
 *
 * @since 0.1
 */
public final class WatcherReport {
    private final Optional<WatcherState.Look> look;
    private final Optional<Instant> night;

    WatcherReport(Optional<WatcherState.Look> look, Optional<Instant> night) {
        this.look = look;
        this.night = night;
    }

    /** When the sessions were last looked through; empty when nobody with a scheduler has done it yet. */
    public Optional<Instant> lastLookAt() {
        return look.map(WatcherState.Look::at);
    }

    /** How many sessions that look came to. */
    public int sessions() {
        return look.map(WatcherState.Look::sessions).orElse(0);
    }

    /** How many of them had been left alone since they last went on, and were written or refused for good. */
    public int seenTo() {
        return look.map(WatcherState.Look::seenTo).orElse(0);
    }

    /** How many of them failed in a way that may pass, and wait for the next look. */
    public int putOff() {
        return look.map(WatcherState.Look::putOff).orElse(0);
    }

    /** The last night that counts as done, as the moment it was due; empty before the first look. */
    public Optional<Instant> lastNight() {
        return night;
    }
}
