package dev.scriptorium.memory.bench.contend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.bench.report.Report;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SummaryTests {
    private static final Remains WHOLE = new Remains(0, 0, List.of(), List.of());

    private static Report report(int edits, Remains remains, Outcome... outcomes) {
        return new Summary(edits, List.of(outcomes), remains, 0, 1).report();
    }

    private static Outcome done(int number, long millis, int busy) {
        return new Outcome(number, millis, busy, 0, "");
    }

    @Test
    void a_run_in_which_all_is_there_is_good() {
        Report report = report(2, WHOLE, done(0, 3, 0), done(1, 9, 0));
        assertThat(report.failure()).isEmpty();
        assertThat(report.document())
                .containsEntry("succeeded", 2)
                .containsEntry("errors", 0)
                .containsEntry("longest_wait_ms", 9L);
    }

    @Test
    void an_edit_of_which_nothing_is_known_is_an_error() {
        Report report = report(2, WHOLE, done(0, 3, 0));
        assertThat(report.document()).containsEntry("succeeded", 1).containsEntry("errors", 1);
        assertThat(report.failure()).isPresent();
    }

    @Test
    void what_is_lost_or_refused_too_often_or_too_late_fails_the_run() {
        assertThat(report(1, new Remains(1, 0, List.of(), List.of()), done(0, 3, 0))
                        .failure())
                .isPresent();
        assertThat(report(1, WHOLE, done(0, 3, 1)).failure()).isPresent();
        assertThat(report(1, WHOLE, done(0, 60_001, 0)).failure()).isPresent();
    }
}
