package dev.scriptorium.memory.local.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NightsTests {

    private static Nights nights(String at, String zone) {
        return new Nights(LocalTime.parse(at), ZoneId.of(zone));
    }

    @ParameterizedTest
    @CsvSource({
        // an ordinary day, before and after
        "03:00, UTC,               2026-01-05T02:59:59Z, 2026-01-04T03:00:00Z",
        "03:00, UTC,               2026-01-05T03:00:00Z, 2026-01-05T03:00:00Z",
        "03:00, UTC,               2026-01-05T23:00:00Z, 2026-01-05T03:00:00Z",
        // 02:30 does not exist in Stockholm on 29 March: it is 03:30 then
        "02:30, Europe/Stockholm,  2026-03-29T01:29:59Z, 2026-03-28T01:30:00Z",
        "02:30, Europe/Stockholm,  2026-03-29T01:30:00Z, 2026-03-29T01:30:00Z",
        // 02:30 comes twice on 25 October: the first one counts
        "02:30, Europe/Stockholm,  2026-10-25T00:30:00Z, 2026-10-25T00:30:00Z",
        "02:30, Europe/Stockholm,  2026-10-25T01:30:00Z, 2026-10-25T00:30:00Z",
        "02:30, Europe/Stockholm,  2026-10-25T23:00:00Z, 2026-10-25T00:30:00Z",
        // midnight does not exist in Beirut on 29 March
        "00:00, Asia/Beirut,       2026-03-28T22:10:00Z, 2026-03-28T22:00:00Z",
        // 30 December 2011 does not exist in Apia
        "03:00, Pacific/Apia,      2011-12-30T12:59:00Z, 2011-12-29T13:00:00Z",
        "03:00, Pacific/Apia,      2011-12-30T13:00:00Z, 2011-12-30T13:00:00Z",
    })
    void everyDayHasOneMoment(String at, String zone, Instant now, Instant expected) {
        assertThat(nights(at, zone).latest(now)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "02:30, Europe/Stockholm",
        "00:00, Asia/Beirut",
        "03:00, Pacific/Apia",
        "03:00, UTC",
        "23:59, America/New_York"
    })
    void waitingForTheNextMomentAgainAndAgainNeitherSkipsNorRepeatsOne(String at, String zone) {
        Nights nights = nights(at, zone);
        Instant now = Instant.parse("2026-01-01T00:00:00Z");
        List<Duration> between = new ArrayList<>();
        Instant before = nights.latest(now);
        for (int day = 0; day < 800; day++) {
            now = now.plus(nights.untilNext(now));
            assertThat(nights.latest(now)).isEqualTo(now).isAfter(before);
            between.add(Duration.between(before, now));
            before = now;
        }
        assertThat(between).allSatisfy(time -> assertThat(time).isBetween(Duration.ofHours(22), Duration.ofHours(26)));
    }

    @Test
    void theNextMomentLiesAheadEvenWhenItIsThatMomentNow() {
        assertThat(nights("03:00", "UTC").untilNext(Instant.parse("2026-01-05T03:00:00Z")))
                .isEqualTo(Duration.ofHours(24));
    }
}
