package dev.scriptorium.memory.bench.crash;

import dev.scriptorium.memory.bench.crash.Finding.Verdict;
import dev.scriptorium.memory.bench.report.Report;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Counts what was found. Safe for use by several threads. */
final class Tally {
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
    private final Map<String, Integer> points = new TreeMap<>();
    private int kills;
    private int differs;

    void add(Kill kill, Finding finding) {
        lock.lock();
        try {
            kills++;
            differs += finding.differs() ? 1 : 0;
            verdicts.merge(finding.verdict(), 1, Integer::sum);
            points.merge(kill.point(), 1, Integer::sum);
        } finally {
            lock.unlock();
        }
    }

    int kills() {
        lock.lock();
        try {
            return kills;
        } finally {
            lock.unlock();
        }
    }

    Report report() {
        lock.lock();
        try {
            Map<String, @Nullable Object> document = new LinkedHashMap<>();
            document.put("kills", kills);
            document.put("before", count(Verdict.BEFORE));
            document.put("after", count(Verdict.AFTER));
            document.put("mixed", count(Verdict.MIXED));
            document.put("lost", count(Verdict.LOST));
            document.put("unopenable", count(Verdict.UNOPENABLE));
            document.put("differs_from_undisturbed", differs);
            List<String> table = new ArrayList<>();
            document.forEach((name, value) -> table.add("%-26s %6s".formatted(name, value)));
            table.add("");
            points.forEach((name, count) -> table.add("%6d  %s".formatted(count, name)));
            document.put("points", new LinkedHashMap<>(points));
            int bad = count(Verdict.MIXED) + count(Verdict.LOST) + count(Verdict.UNOPENABLE) + differs;
            return new Report(
                    document,
                    table,
                    bad == 0 ? Optional.empty() : Optional.of("kills did harm; the homes named above are kept"));
        } finally {
            lock.unlock();
        }
    }

    private int count(Verdict verdict) {
        return verdicts.getOrDefault(verdict, 0);
    }
}
