package dev.scriptorium.memory.local.writer;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Locale;
import java.util.Optional;

/** A day, a month or a year as an evidence line writes it: never finer than the words that name it. */
final class EvidenceDate {
    private EvidenceDate() {}

    static Optional<String> day(LocalDate day) {
        return year(day.getYear()).map(year -> day.toString());
    }

    static Optional<String> month(YearMonth month) {
        return year(month.getYear()).map(year -> String.format(Locale.ROOT, "%s-%02d", year, month.getMonthValue()));
    }

    static Optional<String> year(int year) {
        return year < 1 || year > 9999 ? Optional.empty() : Optional.of(String.format(Locale.ROOT, "%04d", year));
    }

    /** The month that holds a whole stretch of days; empty when it reaches over the end of one. */
    static Optional<String> span(LocalDate first, LocalDate last) {
        return YearMonth.from(first).equals(YearMonth.from(last)) ? month(YearMonth.from(first)) : Optional.empty();
    }
}
