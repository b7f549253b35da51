package dev.scriptorium.memory.bench.search;

import dev.scriptorium.memory.bench.report.Report;
import dev.scriptorium.memory.bench.report.Samples;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The document and the table of a run. */
final class SearchReport {
    private static final BigDecimal SMALL = BigDecimal.TEN;
    private static final BigDecimal LARGE = new BigDecimal(100);

    private SearchReport() {}

    static Report of(List<SearchFigures> figures) {
        List<Map<String, @Nullable Object>> sizes = new ArrayList<>();
        List<String> table = new ArrayList<>();
        for (SearchFigures each : figures) {
            sizes.add(document(each));
            table.addAll(lines(each));
        }
        Double growth = growth(figures);
        if (growth != null) {
            table.add("from 10 to 100 MB a warm search grows " + growth + " times");
        }
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("sizes", sizes);
        document.put("growth_10_100", growth);
        return Report.of(document, table);
    }

    private static Map<String, @Nullable Object> document(SearchFigures figures) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("mb", figures.megabytes());
        document.put("text_bytes", figures.textBytes());
        document.put("index_bytes", figures.indexBytes());
        document.put("build_s", Samples.rounded(figures.buildSeconds()));
        document.put("cold_open_ms", Samples.rounded(figures.cold().ours()));
        document.put("lucene_cold_open_ms", Samples.rounded(figures.cold().bare()));
        document.put("files_parsed_cold", figures.cold().filesRead());
        document.put("warm_p50_ms", Samples.rounded(figures.warm().p50()));
        document.put("warm_p99_ms", Samples.rounded(figures.warm().p99()));
        document.put("lucene_p50_ms", Samples.rounded(figures.warm().bare()));
        document.put("fts5_p50_ms", Samples.rounded(figures.warm().fullText()));
        document.put("ratio_lucene", Samples.rounded(figures.ratioToBare()));
        document.put("ratio_fts5", Samples.rounded(figures.ratioOfFullText()));
        document.put("refresh_p50_ms", Samples.rounded(figures.refresh().ours()));
        document.put("lucene_refresh_p50_ms", Samples.rounded(figures.refresh().bare()));
        return document;
    }

    private static List<String> lines(SearchFigures figures) {
        double text = figures.textBytes();
        return List.of(
                figures.megabytes() + " MB",
                format(
                        "  build      %.2f s, %.2f MB/s; the index is %.2f of the text",
                        figures.buildSeconds(), text / 1e6 / figures.buildSeconds(), figures.indexBytes() / text),
                format(
                        "  cold open  %.0f ms, %.2f times bare Lucene's; %d files of the workspace read",
                        figures.cold().ours(),
                        figures.cold().ours() / figures.cold().bare(),
                        figures.cold().filesRead()),
                format(
                        "  warm       p50 %.2f ms, p99 %.2f ms; bare Lucene %.2f, SQLite FTS5 %.2f; %.0f %% answered",
                        figures.warm().p50(),
                        figures.warm().p99(),
                        figures.warm().bare(),
                        figures.warm().fullText(),
                        100 * figures.warm().answered()),
                format(
                        "             %.2f times bare Lucene and .3 ms; FTS5 %.1f times slower",
                        figures.ratioToBare(), figures.ratioOfFullText()),
                format(
                        "  refresh    p50 %.2f ms, %.2f times bare Lucene's",
                        figures.refresh().ours(),
                        figures.refresh().ours() / figures.refresh().bare()));
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    private static @Nullable Double growth(List<SearchFigures> figures) {
        Optional<SearchFigures> small = of(figures, SMALL);
        Optional<SearchFigures> large = of(figures, LARGE);
        return small.isEmpty() || large.isEmpty()
                ? null
                : Double.valueOf(Samples.rounded(
                        large.get().warm().p50() / small.get().warm().p50()));
    }

    private static Optional<SearchFigures> of(List<SearchFigures> figures, BigDecimal megabytes) {
        return figures.stream()
                .filter(each -> each.megabytes().compareTo(megabytes) == 0)
                .findFirst();
    }
}
