package dev.scriptorium.memory.bench.locomo;

import dev.scriptorium.memory.bench.report.Samples;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How much of the evidence of questions stands how far up, by category. Not thread-safe. */
final class RankingFigures {
    private final Map<Integer, Sums> categories = new TreeMap<>();

    private static final class Sums {
        private int n;
        private double r5;
        private double r10;
        private double r20;
        private double hit10;
        private double mrr;

        void add(Sums other) {
            n += other.n;
            r5 += other.r5;
            r10 += other.r10;
            r20 += other.r20;
            hit10 += other.hit10;
            mrr += other.mrr;
        }

        Map<String, @Nullable Object> document() {
            Map<String, @Nullable Object> document = new LinkedHashMap<>();
            document.put("n", n);
            document.put("r5", share(r5));
            document.put("r10", share(r10));
            document.put("r20", share(r20));
            document.put("hit10", share(hit10));
            document.put("mrr", share(mrr));
            return document;
        }

        private double share(double sum) {
            return n == 0 ? 0 : Samples.rounded(sum / n);
        }
    }

    /** Takes the answer to a question: what should be found, and what was, best first. */
    void add(int category, List<String> gold, List<String> found) {
        if (gold.isEmpty()) {
            return;
        }
        Sums sums = categories.computeIfAbsent(category, key -> new Sums());
        sums.n++;
        sums.r5 += recall(gold, found, 5);
        sums.r10 += recall(gold, found, 10);
        sums.r20 += recall(gold, found, 20);
        sums.hit10 += recall(gold, found, 10) > 0 ? 1 : 0;
        for (int i = 0; i < found.size(); i++) {
            if (gold.contains(found.get(i))) {
                sums.mrr += 1.0 / (i + 1);
                return;
            }
        }
    }

    private static double recall(List<String> gold, List<String> found, int k) {
        List<String> first = found.subList(0, Math.min(k, found.size()));
        return gold.stream().filter(first::contains).count() / (double) gold.size();
    }

    private Sums of(boolean answerable) {
        Sums sums = new Sums();
        categories.forEach((category, each) -> {
            if (!answerable || category != TestQuestion.UNANSWERABLE) {
                sums.add(each);
            }
        });
        return sums;
    }

    /** R@10 of the questions that can be answered. */
    double r10() {
        Sums sums = of(true);
        return sums.n == 0 ? 0 : sums.r10 / sums.n;
    }

    Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("all", of(false).document());
        document.put("1-4", of(true).document());
        categories.forEach((category, sums) -> document.put(String.valueOf(category), sums.document()));
        return document;
    }
}
