package dev.scriptorium.memory.retrieval.internal.lucene;

import dev.scriptorium.memory.api.recall.DateRange;
import java.util.Optional;

/** Dates as the index keeps them: days to filter by, and words to find them by. */
final class Dates {
    private static final int DAY = 10;

    private Dates() {}

    /** The day of a time stamp; empty when it does not begin with one. */
    static String day(String stamp) {
        if (stamp.length() < DAY) {
            return "";
        }
        String day = stamp.substring(0, DAY);
        return range(day).isPresent() ? day : "";
    }

    /** The days of a date. */
    static Optional<DateRange> range(String date) {
        try {
            return Optional.of(DateRange.of(date));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** A day as people write it, {@code 9 AUGUST 2026}; what is no day as it is. */
    static String words(String day) {
        return range(day)
                .filter(range -> day.length() == DAY)
                .map(DateRange::from)
                .map(date -> date.getDayOfMonth() + " " + date.getMonth().name() + " " + date.getYear())
                .orElse(day);
    }

    /** The first day of a range as a number; the least one when it has no beginning. */
    static int from(DateRange range) {
        return range.from() == null ? Integer.MIN_VALUE : clamp(range.from().toEpochDay());
    }

    /** The last day of a range as a number; the greatest one when it has no end. */
    static int last(DateRange range) {
        return range.until() == null ? Integer.MAX_VALUE : clamp(range.until().toEpochDay() - 1);
    }

    private static int clamp(long day) {
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, day));
    }
}
