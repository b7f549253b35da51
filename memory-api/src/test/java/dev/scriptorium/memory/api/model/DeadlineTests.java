package dev.scriptorium.memory.api.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class DeadlineTests {
    private static final Instant NOW = Instant.parse("2026-08-10T10:00:00Z");
    private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
    private static final Clock LATER = Clock.offset(CLOCK, Duration.ofSeconds(30));

    @Test
    void theTimeLeftShrinksToNothing() {
        Deadline deadline = Deadline.in(Duration.ofSeconds(20), CLOCK);
        assertThat(deadline.instant()).isEqualTo(NOW.plusSeconds(20));
        assertThat(deadline.remaining(CLOCK)).isEqualTo(Duration.ofSeconds(20));
        assertThat(deadline.passed(CLOCK)).isFalse();
        assertThat(deadline.remaining(LATER)).isZero();
        assertThat(deadline.passed(LATER)).isTrue();
    }

    @Test
    void theInstantItselfIsTooLate() {
        assertThat(Deadline.of(NOW).passed(CLOCK)).isTrue();
        assertThat(Deadline.of(NOW).remaining(CLOCK)).isZero();
    }

    @Test
    void neverIsFarAndStillFitsAnyUnit() {
        assertThat(Deadline.NEVER.passed(CLOCK)).isFalse();
        assertThat(Deadline.NEVER.remaining(CLOCK).toNanos()).isPositive();
        assertThat(Deadline.in(Duration.ofSeconds(Long.MAX_VALUE), CLOCK)).isEqualTo(Deadline.NEVER);
        assertThat(Deadline.of(Instant.MIN).remaining(Clock.fixed(Instant.MAX, ZoneOffset.UTC)))
                .isZero();
    }

    @Test
    void aDeadlineDoesNotLieInThePast() {
        assertThatIllegalArgumentException().isThrownBy(() -> Deadline.in(Duration.ofNanos(-1), CLOCK));
    }

    @Test
    void theEarlierOfTwoCounts() {
        Deadline soon = Deadline.in(Duration.ofSeconds(1), CLOCK);
        assertThat(soon.earliest(Deadline.NEVER)).isSameAs(soon);
        assertThat(Deadline.NEVER.earliest(soon)).isSameAs(soon);
        assertThat(soon).isLessThan(Deadline.NEVER).isEqualTo(Deadline.of(soon.instant()));
        assertThat(soon).hasSameHashCodeAs(Deadline.of(soon.instant())).hasToString("2026-08-10T10:00:01Z");
    }
}
