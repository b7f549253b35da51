package dev.scriptorium.memory.bench.contend;

import dev.scriptorium.memory.bench.report.Report;
import dev.scriptorium.memory.bench.report.Samples;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a run.
 *
 * @param edits how many edits were to be made
 * @param outcomes those of which something is known
 * @param remains what is there
 * @param failures how much went wrong besides edits
 * @param seconds how long the processes took
 */
record Summary(int edits, List<Outcome> outcomes, Remains remains, int failures, long seconds) {
    private static final double MOST_BUSY = 0.2;

    Report report() {
        int succeeded = (int) outcomes.stream().filter(Outcome::succeeded).count();
        int busy = outcomes.stream().mapToInt(Outcome::busy).sum();
        // An edit of which nothing is known is an error as well.
        int errors = edits - succeeded + failures;
        long longest = outcomes.stream().mapToLong(Outcome::millis).max().orElse(0);
        Samples waits = new Samples();
        outcomes.forEach(outcome -> waits.add(TimeUnit.MILLISECONDS.toNanos(outcome.millis())));

        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("edits", edits);
        document.put("succeeded", succeeded);
        document.put("busy", busy);
        document.put("lost", remains.lost());
        document.put("duplicated", remains.duplicated());
        document.put("errors", errors);
        document.put("longest_wait_ms", longest);
        List<String> table = new ArrayList<>();
        document.forEach((name, value) -> table.add("%-16s %8s".formatted(name, value)));
        table.add("");
        table.add("%-16s %8d"
                .formatted(
                        "made again",
                        outcomes.stream().mapToInt(Outcome::repeated).sum()));
        table.add("%-16s %8.0f".formatted("p50 ms", waits.p50()));
        table.add("%-16s %8.0f".formatted("p99 ms", waits.p99()));
        table.add("%-16s %8d".formatted("seconds", seconds));
        return new Report(document, table, failure(busy, errors, longest));
    }

    private Optional<String> failure(int busy, int errors, long longest) {
        if (remains.lost() + remains.duplicated() + errors > 0) {
            return Optional.of("not every edit is there once");
        }
        if (longest > Writer.PATIENCE.toMillis()) {
            return Optional.of("an edit took longer than " + Writer.PATIENCE.toSeconds() + " s");
        }
        return busy > MOST_BUSY * edits
                ? Optional.of("more than one refusal for want of a lock for every five edits")
                : Optional.empty();
    }
}
