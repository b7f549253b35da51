package dev.scriptorium.memory.local.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;

/**
 * The moments of the nightly pass: one for each day. A time that a change of the clocks leaves out is moved behind the
 * gap; of a time that comes twice it is the first.
 *
 * @param at the local time
 * @param zone the zone it is local to
 */
record Nights(LocalTime at, ZoneId zone) {

    /** The latest moment that is not after an instant. */
    Instant latest(Instant now) {
        // A change of the clocks may move a moment into the next day, so the day after is looked at as well.
        LocalDate day = now.atZone(zone).toLocalDate().plusDays(1);
        while (of(day).isAfter(now)) {
            day = day.minusDays(1);
        }
        return of(day);
    }

    /** How long it is until the next moment. */
    Duration untilNext(Instant now) {
        LocalDate day = now.atZone(zone).toLocalDate().minusDays(1);
        while (!of(day).isAfter(now)) {
            day = day.plusDays(1);
        }
        return Duration.between(now, of(day));
    }

    private Instant of(LocalDate day) {
        return ZonedDateTime.of(day, at, zone).toInstant();
    }
}
