package dev.scriptorium.memory.markdown.view;

import dev.scriptorium.memory.api.ref.PathOrder;
import dev.scriptorium.memory.markdown.topic.Evidence;
import dev.scriptorium.memory.markdown.topic.MemoryRecord;
import dev.scriptorium.memory.markdown.topic.RelativePaths;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What happened when: a file for each year, month and day that evidence names. A file depends on its own entries
 * only, so that the files of a change can be rendered alone (D28).
 *
 * @since 0.1
 */
public final class Timeline {
    /** The directory of the view, with its slash. */
    public static final String ROOT = "timeline/";

    private static final Pattern DATE = Pattern.compile("([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?");

    private Timeline() {}

    /** The file of a date; empty when it is no real year, month or day. */
    public static Optional<String> path(String when) {
        Matcher date = DATE.matcher(when);
        if (!date.matches() || !isReal(date.group(1), date.group(2), date.group(3))) {
            return Optional.empty();
        }
        return Optional.of(ROOT + when.replace('-', '/') + ".md");
    }

    private static boolean isReal(String year, String month, String day) {
        try {
            LocalDate date = LocalDate.of(
                    Integer.parseInt(year),
                    month == null ? 1 : Integer.parseInt(month),
                    day == null ? 1 : Integer.parseInt(day));
            return date.getYear() > 0;
        } catch (DateTimeException e) {
            return false;
        }
    }

    /** The entries of a record; none under an alias, none for what is undated. */
    public static List<TimelineEntry> entries(MemoryRecord memory) {
        List<TimelineEntry> entries = new ArrayList<>();
        if (!memory.own()) {
            return entries;
        }
        boolean dated = false;
        for (int i = 0; i < memory.evidence().size(); i++) {
            Evidence evidence = memory.evidence().get(i);
            String when = evidence.when();
            if (when != null && path(when).isPresent()) {
                entries.add(TimelineEntry.of(when, memory, i, evidence));
                dated = true;
            }
        }
        String when = memory.when();
        if (!dated && when != null && path(when).isPresent()) {
            entries.add(TimelineEntry.of(when, memory));
        }
        return entries;
    }

    /** The text of every file, by path. */
    public static SortedMap<String, String> render(Collection<MemoryRecord> memories) {
        SortedMap<String, List<TimelineEntry>> byPath = new TreeMap<>(PathOrder.BY_COMPONENT);
        for (MemoryRecord memory : memories) {
            for (TimelineEntry entry : entries(memory)) {
                byPath.computeIfAbsent(entry.path(), path -> new ArrayList<>()).add(entry);
            }
        }
        SortedMap<String, String> files = new TreeMap<>(PathOrder.BY_COMPONENT);
        byPath.forEach((path, entries) -> files.put(path, render(path, entries)));
        return files;
    }

    /**
     * The text of one file.
     *
     * @param path the file
     * @param entries all its entries, in any order
     */
    public static String render(String path, Collection<TimelineEntry> entries) {
        String when =
                path.substring(ROOT.length(), path.length() - ".md".length()).replace('/', '-');
        StringBuilder out = new StringBuilder("# ").append(when).append('\n');
        entries.stream().sorted().forEach(entry -> append(out, path, entry));
        return out.toString();
    }

    private static void append(StringBuilder out, String path, TimelineEntry entry) {
        Rebase rebase = new Rebase(entry.topic(), path);
        out.append('\n').append(DirectionControls.closed(rebase.prose(entry.quote())));
        out.append(" [Topic](")
                .append(RelativePaths.encode(
                        RelativePaths.relative(path, entry.topic().value())));
        out.append('#')
                .append(entry.id().legacy() ? "" : "^")
                .append(entry.id())
                .append(')');
        for (int i = 0; i < entry.links().size(); i++) {
            out.append(" [")
                    .append(DirectionControls.closed(entry.labels().get(i)))
                    .append("](");
            out.append(rebase.source(entry.links().get(i))).append(')');
        }
        out.append('\n');
    }
}
