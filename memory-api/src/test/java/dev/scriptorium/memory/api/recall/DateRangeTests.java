package dev.scriptorium.memory.api.recall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DateRangeTests {

    @ParameterizedTest
    @CsvSource({
        "2026,2026-01-01,2027-01-01",
        "2026-08,2026-08-01,2026-09-01",
        "2026-12,2026-12-01,2027-01-01",
        "2024-02,2024-02-01,2024-03-01",
        "2026-08-09,2026-08-09,2026-08-10",
        "2024-02-29,2024-02-29,2024-03-01"
    })
    void aDateStandsForItsDays(String date, LocalDate from, LocalDate until) {
        assertThat(DateRange.of(date)).isEqualTo(new DateRange(from, until));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "20",
                "undated",
                "2026-8",
                "2026-13",
                "2026-02-30",
                "2023-02-29",
                "2026/08",
                "2026-08-9",
                "26-08-09",
                "2026-08-09T10:00",
                " 2026",
                "abcd",
                "٢٠٢٦",
                "-999"
            })
    void nothingElseIsADate(String date) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DateRange.of(date))
                .withMessageContaining(date);
    }

    @Test
    void betweenReachesFromTheFirstDayToTheLast() {
        assertThat(DateRange.between("2026-08", "2026"))
                .isEqualTo(new DateRange(LocalDate.of(2026, 8, 1), LocalDate.of(2027, 1, 1)));
        assertThat(DateRange.between("2026-08-09", "2026-08-09")).isEqualTo(DateRange.of("2026-08-09"));
        assertThat(DateRange.between(null, "2026").from()).isNull();
        assertThat(DateRange.between("2026", null).until()).isNull();
        assertThat(DateRange.between(null, null)).isEqualTo(DateRange.ALWAYS);
    }

    @ParameterizedTest
    @CsvSource({"2026-08-10,2026-08-09", "2026-08-11,2026-08-09", "2026-09,2026-08", "2027,2026"})
    void aRangeThatEndsBeforeItBeginsIsRefused(String first, String last) {
        assertThatIllegalArgumentException().isThrownBy(() -> DateRange.between(first, last));
    }

    @Test
    void aRangeWithoutADayIsRefused() {
        LocalDate day = LocalDate.of(2026, 8, 9);
        assertThatIllegalArgumentException().isThrownBy(() -> new DateRange(day, day));
    }

    @ParameterizedTest
    @CsvSource({
        "2026,2026-08,true",
        "2026-08,2026-09,false",
        "2026-08-31,2026-09,false",
        "2026-08-31,2026-08,true",
        "2025,2026,false"
    })
    void rangesOverlapWhenADayLiesInBoth(String a, String b, boolean overlap) {
        assertThat(DateRange.of(a).overlaps(DateRange.of(b))).isEqualTo(overlap);
        assertThat(DateRange.of(b).overlaps(DateRange.of(a))).isEqualTo(overlap);
        assertThat(DateRange.ALWAYS.overlaps(DateRange.of(a))).isTrue();
        assertThat(DateRange.of(a).overlaps(DateRange.ALWAYS)).isTrue();
    }

    @Test
    void onlyEveryDayIsUnbounded() {
        assertThat(DateRange.ALWAYS.unbounded()).isTrue();
        assertThat(DateRange.between("2026", null).unbounded()).isFalse();
        assertThat(DateRange.between(null, "2026").unbounded()).isFalse();
    }

    @Test
    void aQueryAsksForAtLeastOneHit() {
        MemoryQuery.Builder query = MemoryQuery.builder("x").limit(0);
        assertThatIllegalArgumentException().isThrownBy(query::build);
        assertThat(MemoryQuery.of("x").limit()).isEqualTo(5);
    }
}
