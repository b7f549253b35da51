package dev.scriptorium.memory.bench.write;

import dev.scriptorium.memory.bench.report.Report;
import dev.scriptorium.memory.bench.report.Samples;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The document and the table of a run. */
final class WriteReport {
    /** A slower floor says more about the machine than a ratio to it says about us. */
    private static final double SLOWEST_FLOOR = 20;

    private WriteReport() {}

    static Report of(List<Figures> figures) {
        List<Map<String, @Nullable Object>> blocks = new ArrayList<>();
        List<String> table = new ArrayList<>();
        table.add(String.format(
                Locale.ROOT,
                "%9s %9s %9s %9s %6s %7s %10s %8s %7s  %s",
                "blocks",
                "p50 ms",
                "p99 ms",
                "floor ms",
                "ratio",
                "read",
                "bytes",
                "written",
                "forces",
                "steps"));
        for (Figures each : figures) {
            blocks.add(document(each));
            table.add(line(each));
        }
        Double growth = growth(figures);
        if (growth != null) {
            table.add("growth " + growth);
        }
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("blocks", blocks);
        document.put("growth", growth);
        return new Report(document, table, slowFloor(figures));
    }

    private static Map<String, @Nullable Object> document(Figures figures) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("n", figures.n());
        document.put("p50_ms", Samples.rounded(figures.p50()));
        document.put("p99_ms", Samples.rounded(figures.p99()));
        document.put("floor_p50_ms", floor(figures));
        document.put("ratio_floor", ratio(figures));
        document.put("files_read", figures.counts().filesRead());
        document.put("bytes_read", figures.counts().bytesRead());
        document.put("files_written", figures.counts().filesWritten());
        document.put("forces", figures.counts().forces());
        Map<String, @Nullable Object> steps = new LinkedHashMap<>();
        figures.steps().forEach((step, millis) -> steps.put(step, Samples.rounded(millis)));
        document.put("steps", steps);
        return document;
    }

    private static @Nullable Double floor(Figures figures) {
        return figures.floor().isPresent()
                ? Double.valueOf(Samples.rounded(figures.floor().getAsDouble()))
                : null;
    }

    private static @Nullable Double ratio(Figures figures) {
        return figures.floor().isPresent()
                ? Double.valueOf(Samples.rounded(figures.p50() / figures.floor().getAsDouble()))
                : null;
    }

    private static @Nullable Double growth(List<Figures> figures) {
        Figures least =
                figures.stream().min(Comparator.comparingLong(Figures::n)).orElseThrow();
        Figures most =
                figures.stream().max(Comparator.comparingLong(Figures::n)).orElseThrow();
        return least.n() == most.n() ? null : Double.valueOf(Samples.rounded(most.p50() / least.p50()));
    }

    private static String line(Figures figures) {
        FileTraffic.Counts counts = figures.counts();
        StringBuilder steps = new StringBuilder();
        figures.steps()
                .forEach((step, millis) ->
                        steps.append(String.format(Locale.ROOT, "%s %.2f  ", step.replace("_ms", ""), millis)));
        return String.format(
                Locale.ROOT,
                "%9d %9.2f %9.2f %9s %6s %7d %10d %8d %7d  %s",
                figures.n(),
                figures.p50(),
                figures.p99(),
                String.valueOf(floor(figures)),
                String.valueOf(ratio(figures)),
                counts.filesRead(),
                counts.bytesRead(),
                counts.filesWritten(),
                counts.forces(),
                steps.toString().strip());
    }

    private static Optional<String> slowFloor(List<Figures> figures) {
        return figures.stream()
                .filter(each -> each.floor().isPresent() && each.floor().getAsDouble() > SLOWEST_FLOOR)
                .findFirst()
                .map(each -> String.format(
                        Locale.ROOT,
                        "the floor at %d blocks took %.1f ms, more than %.0f: the machine is not quiet, or the disk"
                                + " too slow for these figures to mean anything",
                        each.n(),
                        each.floor().getAsDouble(),
                        SLOWEST_FLOOR));
    }
}
