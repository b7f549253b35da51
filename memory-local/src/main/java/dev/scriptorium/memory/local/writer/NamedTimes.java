package dev.scriptorium.memory.local.writer;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.Month;
import java.time.YearMonth;
import java.time.temporal.TemporalAdjusters;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The calendar as seen from one day: what its last, present and next weekdays, weeks, months, seasons and years are. */
final class NamedTimes {
    private static final int FARTHEST = 3000;

    private static final Map<String, DayOfWeek> WEEKDAYS = Map.ofEntries(
            Map.entry("monday", DayOfWeek.MONDAY),
            Map.entry("mon", DayOfWeek.MONDAY),
            Map.entry("tuesday", DayOfWeek.TUESDAY),
            Map.entry("tues", DayOfWeek.TUESDAY),
            Map.entry("tue", DayOfWeek.TUESDAY),
            Map.entry("wednesday", DayOfWeek.WEDNESDAY),
            Map.entry("wed", DayOfWeek.WEDNESDAY),
            Map.entry("thursday", DayOfWeek.THURSDAY),
            Map.entry("thurs", DayOfWeek.THURSDAY),
            Map.entry("thur", DayOfWeek.THURSDAY),
            Map.entry("thu", DayOfWeek.THURSDAY),
            Map.entry("friday", DayOfWeek.FRIDAY),
            Map.entry("fri", DayOfWeek.FRIDAY),
            Map.entry("saturday", DayOfWeek.SATURDAY),
            Map.entry("sat", DayOfWeek.SATURDAY),
            Map.entry("sunday", DayOfWeek.SUNDAY),
            Map.entry("sun", DayOfWeek.SUNDAY));
    private static final Set<String> SEASONS = Set.of("spring", "summer", "fall", "autumn");

    private final LocalDate day;

    NamedTimes(LocalDate day) {
        this.day = day;
    }

    /** The last one of a unit: a weekday, week, month, season… */
    Optional<String> last(String unit) {
        DayOfWeek weekday = WEEKDAYS.get(unit);
        if (weekday != null) {
            return EvidenceDate.day(day.with(TemporalAdjusters.previous(weekday)));
        }
        LocalDate monday = day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
        return switch (unit) {
            case "night", "evening" -> EvidenceDate.day(day.minusDays(1));
            case "week" -> EvidenceDate.span(monday.minusDays(7), monday.minusDays(1));
            case "weekend" -> EvidenceDate.span(monday.minusDays(2), monday.minusDays(1));
            case "month" -> EvidenceDate.month(YearMonth.from(day).minusMonths(1));
            case "year" -> EvidenceDate.year(day.getYear() - 1);
            default -> seasonOrMonth(unit, -1);
        };
    }

    /** The next one of a unit. */
    Optional<String> next(String unit) {
        DayOfWeek weekday = WEEKDAYS.get(unit);
        if (weekday != null) {
            return EvidenceDate.day(day.with(TemporalAdjusters.next(weekday)));
        }
        LocalDate monday = day.with(TemporalAdjusters.next(DayOfWeek.MONDAY));
        return switch (unit) {
            case "week" -> EvidenceDate.span(monday, monday.plusDays(6));
            case "weekend" -> EvidenceDate.span(monday.plusDays(5), monday.plusDays(6));
            case "month" -> EvidenceDate.month(YearMonth.from(day).plusMonths(1));
            case "year" -> EvidenceDate.year(day.getYear() + 1);
            default -> seasonOrMonth(unit, 1);
        };
    }

    /** The one of a unit that is now. */
    Optional<String> present(String unit) {
        LocalDate monday = day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
        DayOfWeek weekday = WEEKDAYS.get(unit);
        if (weekday != null) {
            return EvidenceDate.day(monday.plusDays(weekday.getValue() - 1L));
        }
        return switch (unit) {
            case "morning", "afternoon", "evening" -> EvidenceDate.day(day);
            case "weekend" -> EvidenceDate.span(monday.plusDays(5), monday.plusDays(6));
            case "month" -> EvidenceDate.month(YearMonth.from(day));
            case "year", "spring", "summer", "fall", "autumn" -> EvidenceDate.year(day.getYear());
            default -> Optional.empty();
        };
    }

    /** A season of the north, as its year; a month by its name. The nearest one that lies wholly on the given side. */
    private Optional<String> seasonOrMonth(String unit, int side) {
        if (SEASONS.contains(unit)) {
            int first = unit.equals("spring") ? 3 : unit.equals("summer") ? 6 : 9;
            boolean passed = side < 0 ? day.getMonthValue() > first + 2 : day.getMonthValue() >= first;
            return EvidenceDate.year(day.getYear() + (side < 0 ? (passed ? 0 : -1) : (passed ? 1 : 0)));
        }
        for (Month month : Month.values()) {
            String name = month.name().toLowerCase(Locale.ROOT);
            if (unit.equals(name) || (unit.length() >= 3 && unit.length() <= 4 && name.startsWith(unit))) {
                YearMonth found = YearMonth.of(day.getYear(), month);
                YearMonth now = YearMonth.from(day);
                boolean right = side < 0 ? found.isBefore(now) : found.isAfter(now);
                return EvidenceDate.month(right ? found : found.plusYears(side));
            }
        }
        return Optional.empty();
    }

    /** So many units before or after the day. */
    Optional<String> shifted(long count, String unit) {
        if (Math.abs(count) > FARTHEST) {
            return Optional.empty();
        }
        return switch (unit) {
            case "day", "days" -> EvidenceDate.day(day.plusDays(count));
            case "week", "weeks", "weekend", "weekends" -> EvidenceDate.month(YearMonth.from(day.plusWeeks(count)));
            case "month", "months" -> EvidenceDate.month(YearMonth.from(day).plusMonths(count));
            case "year", "years" -> EvidenceDate.year((int) (day.getYear() + count));
            default -> Optional.empty();
        };
    }

    /** The nearest weekday of this name after or before the day. */
    Optional<String> weekday(String name, int side) {
        DayOfWeek weekday = WEEKDAYS.get(name);
        return weekday == null
                ? Optional.empty()
                : EvidenceDate.day(
                        day.with(side > 0 ? TemporalAdjusters.next(weekday) : TemporalAdjusters.previous(weekday)));
    }

    /** The nearest day of this number in a month after or before the day; empty when that month has none. */
    Optional<String> dayOfMonth(int number, int side) {
        YearMonth month = YearMonth.from(day);
        boolean here = side > 0 ? number > day.getDayOfMonth() : number < day.getDayOfMonth();
        YearMonth found = here ? month : month.plusMonths(side);
        return found.isValidDay(number) ? EvidenceDate.day(found.atDay(number)) : Optional.empty();
    }
}
