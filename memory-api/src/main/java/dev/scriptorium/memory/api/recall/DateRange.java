package dev.scriptorium.memory.api.recall;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.Year;
import java.time.YearMonth;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A half-open stretch of days.
 *
 * @param from first day in it; null for no bound
 * @param until first day after it; null for no bound
 * @since 0.1
 */
public record DateRange(@Nullable LocalDate from, @Nullable LocalDate until) {
    /** Every day. */
    public static final DateRange ALWAYS = new DateRange(null, null);

    private static final Pattern FORM = Pattern.compile("[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?");

    /** Refuses a range without a day in it. */
    public DateRange {
        if (from != null && until != null && !from.isBefore(until)) {
            throw new IllegalArgumentException(
                    "a range of days ends before it begins: from " + from + " until " + until);
        }
    }

    /**
     * The days a date stands for: {@code 2026} a year, {@code 2026-08} a month, {@code 2026-08-09} a day.
     *
     * @throws IllegalArgumentException when it is none of these
     */
    public static DateRange of(String date) {
        if (!FORM.matcher(date).matches()) {
            throw new IllegalArgumentException(message(date));
        }
        try {
            return switch (date.length()) {
                case 4 -> {
                    Year year = Year.parse(date);
                    yield new DateRange(year.atDay(1), year.plusYears(1).atDay(1));
                }
                case 7 -> {
                    YearMonth month = YearMonth.parse(date);
                    yield new DateRange(month.atDay(1), month.plusMonths(1).atDay(1));
                }
                default -> {
                    LocalDate day = LocalDate.parse(date);
                    yield new DateRange(day, day.plusDays(1));
                }
            };
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(message(date), e);
        }
    }

    /**
     * From the first day of one date to the last day of another; either may be null for no bound.
     *
     * @throws IllegalArgumentException when a date is none, or the first is after the second
     */
    public static DateRange between(@Nullable String first, @Nullable String last) {
        return new DateRange(first == null ? null : of(first).from(), last == null ? null : of(last).until());
    }

    private static String message(String date) {
        return "a date is YYYY, YYYY-MM or YYYY-MM-DD: \"" + date + "\"";
    }

    /** Whether any day lies in both. */
    public boolean overlaps(DateRange other) {
        return startsBeforeEndOf(other) && other.startsBeforeEndOf(this);
    }

    private boolean startsBeforeEndOf(DateRange other) {
        return from == null || other.until == null || from.isBefore(other.until);
    }

    /** Whether every day lies in it. */
    public boolean unbounded() {
        return from == null && until == null;
    }
}
