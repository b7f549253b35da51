package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.PathOrder;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.internal.io.Sha256;
import dev.scriptorium.memory.markdown.parse.RecordReader;
import dev.scriptorium.memory.markdown.topic.MemoryRecord;
import dev.scriptorium.memory.markdown.view.CreationOrder;
import dev.scriptorium.memory.markdown.view.RecentEvents;
import dev.scriptorium.memory.markdown.view.Relations;
import dev.scriptorium.memory.markdown.view.Timeline;
import dev.scriptorium.memory.markdown.view.TimelineEntry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The views that can be derived again: timeline, recent events, relations. Written without forcing, rendered only where
 * something changed, and always equal to what rendering all of them gives (D28). The caller holds the install lock.
 */
final class ViewFiles {
    private static final Logger LOG = LoggerFactory.getLogger(ViewFiles.class);

    /** How many bytes of topics may be held at a time while everything is rendered. */
    private static final long BATCH_BYTES = 4 << 20;

    private static final String LINE_BEGIN = "{\"memory_id\": \"";

    private final WorkspaceLayout layout;
    private final int recentLimit;
    private final RenderedViews renderings;
    private final DatedEntries lately = new DatedEntries();
    private int rendered;
    private boolean complete = true;
    private String recentHash = "";

    ViewFiles(WorkspaceLayout layout, int recentLimit, RenderedViews renderings) {
        this.layout = layout;
        this.renderings = renderings;
        this.recentLimit = recentLimit;
    }

    /** How many files the last update rendered. */
    int rendered() {
        return rendered;
    }

    /** Whether the last update could write all it had to. What it could not is derived, and fails no change. */
    boolean complete() {
        return complete;
    }

    /** The hash of the recent events as the last update left them. */
    String recentHash() {
        return recentHash;
    }

    /**
     * Makes the disk agree with a state; returns the paths that changed.
     *
     * @param writtenRecent the hash of the recent events as they were written last; empty when it is not known
     */
    Set<String> update(StaleViews stale, Snapshot state, CreationOrder order, String writtenRecent) throws IOException {
        rendered = 0;
        complete = true;
        String recentBefore = recentOnDisk();
        recentHash = Sha256.hex(recentBefore);
        Set<String> changed = new TreeSet<>();
        if (stale.everything()) {
            Set<String> wanted = new HashSet<>();
            try {
                forEachTimeline(state, (path, text) -> {
                    wanted.add(path);
                    rendered++;
                    unchecked(() -> write(path, text, changed));
                });
            } catch (java.io.UncheckedIOException e) {
                throw e.getCause();
            }
            for (String path : timelineOnDisk()) {
                if (!wanted.contains(path)) {
                    remove(path, changed);
                }
            }
            writeRecent(recent(state, order, Map.of()), recentBefore, changed);
            return changed;
        }
        for (String when : stale.dates()) {
            String path = Timeline.path(when).orElseThrow();
            List<TimelineEntry> entries = lately.entries(state, when);
            rendered++;
            if (entries.isEmpty()) {
                remove(path, changed);
            } else {
                write(path, Timeline.render(path, entries), changed);
            }
        }
        if (!stale.topics().isEmpty()) {
            // What stands there may be reused only when it is what was written last.
            Map<String, String> reusable =
                    recentHash.equals(writtenRecent) ? reusable(recentBefore, stale.topics(), state) : Map.of();
            writeRecent(recent(state, order, reusable), recentBefore, changed);
        }
        return changed;
    }

    private String recentOnDisk() {
        try {
            return textOf(layout.file(RecentEvents.PATH)).orElse("");
        } catch (IOException e) {
            LOG.debug("{} cannot be read; it is made anew", RecentEvents.PATH, e);
            return "";
        }
    }

    private void writeRecent(String text, String before, Set<String> changed) throws IOException {
        rendered++;
        if (text.isEmpty() || !text.equals(before)) {
            write(RecentEvents.PATH, text, changed);
        }
        recentHash = Sha256.hex(text);
    }

    private interface Write {
        void run() throws IOException;
    }

    private static void unchecked(Write write) {
        try {
            write.run();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Every view but {@code core.md}, rendered anew, one after the other. */
    void forEach(Snapshot state, CreationOrder order, BiConsumer<String, String> view) {
        forEachTimeline(state, view);
        view.accept(RecentEvents.PATH, recent(state, order, Map.of()));
        view.accept(Relations.PATH, relations(state));
    }

    /** Topics are read in groups of dates, so that their number does not matter to the memory needed. */
    private static void forEachTimeline(Snapshot state, BiConsumer<String, String> view) {
        Map<String, Long> bytes = new TreeMap<>();
        for (TopicPath topic : state.topics().paths()) {
            long length = Math.max(1, state.length(topic.value()));
            state.topics()
                    .stored(topic)
                    .orElseThrow()
                    .summary()
                    .dates()
                    .forEach(when -> bytes.merge(when, length, Long::sum));
        }
        Set<String> group = new HashSet<>();
        long size = 0;
        for (Map.Entry<String, Long> when : bytes.entrySet()) {
            group.add(when.getKey());
            size += when.getValue();
            if (size >= BATCH_BYTES) {
                renderGroup(state, group, view);
                group.clear();
                size = 0;
            }
        }
        renderGroup(state, group, view);
    }

    private static void renderGroup(Snapshot state, Set<String> dates, BiConsumer<String, String> view) {
        SortedSet<TopicPath> topics = new TreeSet<>();
        dates.forEach(when -> topics.addAll(state.topics().dated(when)));
        List<TimelineEntry> entries = new ArrayList<>();
        topics.forEach(topic -> collect(state, topic, dates, entries));
        Map<String, List<TimelineEntry>> byPath = new TreeMap<>(PathOrder.BY_COMPONENT);
        entries.forEach(entry ->
                byPath.computeIfAbsent(entry.path(), path -> new ArrayList<>()).add(entry));
        byPath.forEach((path, all) -> view.accept(path, Timeline.render(path, all)));
    }

    private static void collect(Snapshot state, TopicPath topic, Set<String> dates, List<TimelineEntry> entries) {
        for (MemoryRecord record : records(state, topic)) {
            for (TimelineEntry entry : Timeline.entries(record)) {
                if (dates.contains(entry.when())) {
                    entries.add(entry);
                }
            }
        }
    }

    private static List<MemoryRecord> records(Snapshot state, TopicPath path) {
        return state.topics()
                .topic(path)
                .map(topic -> RecordReader.read(topic, state.sources()))
                .orElse(List.of());
    }

    private String recent(Snapshot state, CreationOrder order, Map<String, String> reusable) {
        List<String> newestFirst = new ArrayList<>();
        for (BlockId id : order.newestFirst()) {
            if (newestFirst.size() >= recentLimit) {
                break;
            }
            String known = reusable.get(id.value());
            if (known != null) {
                newestFirst.add(known);
                continue;
            }
            Optional<TopicPath> home = state.topics().topicOf(id.value());
            home.ifPresent(path -> records(state, path).stream()
                    .filter(record -> record.own() && record.id().equals(id))
                    .findFirst()
                    .ifPresent(record -> newestFirst.add(
                            RecentEvents.line(record, order.number(id).orElseThrow()) + "\n")));
        }
        Collections.reverse(newestFirst);
        return String.join("", newestFirst);
    }

    /** The lines on disk that stand for blocks of topics that did not change. */
    private static Map<String, String> reusable(String text, Set<TopicPath> changed, Snapshot state) {
        Map<String, String> lines = new HashMap<>();
        if (changed.stream().anyMatch(path -> !path.value().chars().allMatch(c -> c >= ' ' && c < 0x7f && c != '"'))) {
            // Its name is written in another way than it is spelled.
            return lines;
        }
        for (String line : text.split("(?<=\n)", -1)) {
            int end = line.indexOf('"', LINE_BEGIN.length());
            if (line.startsWith(LINE_BEGIN) && line.endsWith("\n") && end > 0) {
                String id = line.substring(LINE_BEGIN.length(), end);
                Optional<TopicPath> home = state.topics().topicOf(id);
                boolean elsewhere = changed.stream().anyMatch(path -> line.contains(path.value()));
                if (home.isPresent() && !changed.contains(home.get()) && !elsewhere) {
                    lines.put(id, line);
                }
            }
        }
        return lines;
    }

    private static String relations(Snapshot state) {
        List<MemoryRecord> all = new ArrayList<>();
        state.topics().paths().forEach(path -> all.addAll(records(state, path)));
        return Relations.render(all);
    }

    /**
     * Brings {@code relations.json} up to date, which costs a walk over everything unless it is already.
     *
     * @param anew whether to write it whatever is noted about it
     */
    void writeRelations(Snapshot state, boolean anew) throws IOException {
        Path file = layout.file(Relations.PATH);
        String topics =
                state.revision().value().substring(0, state.revision().value().length() / 2);
        Path note = layout.runtime("relations");
        if (!anew && Files.exists(file) && textOf(note).equals(Optional.of(topics + " " + Files.size(file) + "\n"))) {
            return;
        }
        write(Relations.PATH, relations(state), new HashSet<>());
        if (!Files.isRegularFile(file)) {
            return;
        }
        String now = topics + " " + Files.size(file) + "\n";
        layout.disk().replaceUnforced(note, now.getBytes(StandardCharsets.UTF_8));
    }

    private void write(String path, String text, Set<String> changed) throws IOException {
        if (isBehindALink(path)) {
            return;
        }
        Path file = layout.file(path);
        try {
            byte[] rendering = text.getBytes(StandardCharsets.UTF_8);
            Optional<byte[]> present = bytesOf(file);
            if (present.isEmpty()) {
                renderings.creating(path, rendering);
            } else if (!Arrays.equals(present.get(), rendering)) {
                renderings.replacing(path, present.get(), rendering);
            } else {
                return;
            }
            layout.disk().createDirectories(Disk.parent(file));
            layout.disk().replaceUnforced(file, rendering);
            changed.add(path);
        } catch (IOException e) {
            isBehind(path, e);
        }
    }

    private void isBehind(String path, IOException e) {
        complete = false;
        LOG.warn("{} cannot be written and is behind: {}", path, e.toString());
    }

    /** No link below the workspace is followed; check names it, and the view is made when it is gone. */
    private boolean isBehindALink(String path) {
        Path at = layout.root();
        for (String part : path.split("/", -1)) {
            at = at.resolve(part);
            if (Files.isSymbolicLink(at)) {
                LOG.warn("{} is not written: {} is a symbolic link", path, layout.path(at));
                return true;
            }
        }
        return false;
    }

    private Set<String> timelineOnDisk() throws IOException {
        Path timeline = layout.file(WorkspaceLayout.TIMELINE);
        if (!Files.isDirectory(timeline, LinkOption.NOFOLLOW_LINKS)) {
            return Set.of();
        }
        Set<String> paths = new TreeSet<>();
        try (Stream<Path> files = Files.walk(timeline)) {
            files.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .forEach(file -> paths.add(layout.path(file)));
        } catch (java.io.UncheckedIOException e) {
            throw e.getCause();
        }
        return paths;
    }

    private static Optional<String> textOf(Path file) throws IOException {
        // Any bytes will do: what is no UTF-8 only has to differ from every rendering.
        return bytesOf(file).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    private static Optional<byte[]> bytesOf(Path file) throws IOException {
        try {
            return Optional.of(Files.readAllBytes(file));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    private void remove(String path, Set<String> changed) throws IOException {
        Path file = layout.file(path);
        if (isBehindALink(path) || !Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try {
            renderings.replacing(path, Files.readAllBytes(file), new byte[0]);
            layout.disk().remove(file);
            changed.add(path);
            removeEmpty(Disk.parent(file));
        } catch (IOException e) {
            isBehind(path, e);
        }
    }

    private void removeEmpty(Path directory) throws IOException {
        for (Path at = directory; !at.equals(layout.root()); at = Disk.parent(at)) {
            try {
                layout.disk().removeDirectory(at);
            } catch (DirectoryNotEmptyException | NoSuchFileException e) {
                return;
            }
        }
    }
}
