package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.markdown.topic.MemoryRecord;
import dev.scriptorium.memory.markdown.view.CreationOrder;
import dev.scriptorium.memory.markdown.view.RecentEvents;
import dev.scriptorium.memory.markdown.view.Relations;
import dev.scriptorium.memory.markdown.view.Timeline;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The views that can be derived again: timeline, recent events, relations. Written without forcing, only where their
 * text differs from what was written last. The caller holds the install lock.
 */
final class ViewFiles {
    private final WorkspaceLayout layout;
    private final int recentLimit;
    private @Nullable Map<String, String> written;

    ViewFiles(WorkspaceLayout layout, int recentLimit) {
        this.layout = layout;
        this.recentLimit = recentLimit;
    }

    /** The text of every view but {@code core.md} and {@code relations.json}. */
    SortedMap<String, String> render(List<MemoryRecord> records, CreationOrder order) {
        SortedMap<String, String> views = new TreeMap<>(Timeline.render(records));
        views.put(RecentEvents.PATH, RecentEvents.render(records, order, recentLimit));
        return views;
    }

    /** Makes the disk agree with a rendering; returns the paths that changed. */
    Set<String> write(Map<String, String> views) throws IOException {
        Map<String, String> before = written;
        if (before == null) {
            before = onDisk();
        }
        Set<String> changed = new TreeSet<>();
        // Unknown until all of it is written: a failure in the middle must not pass for done.
        written = null;
        for (Map.Entry<String, String> view : views.entrySet()) {
            if (!view.getValue().equals(before.get(view.getKey()))) {
                changed.add(view.getKey());
                Path file = layout.file(view.getKey());
                layout.disk().createDirectories(Disk.parent(file));
                layout.disk().replaceUnforced(file, view.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        for (String path : before.keySet()) {
            if (!views.containsKey(path)) {
                changed.add(path);
                remove(layout.file(path));
            }
        }
        written = new HashMap<>(views);
        return changed;
    }

    /** Forgets what was written, so that the next writing compares with the disk. */
    void distrust() {
        written = null;
    }

    /** Brings {@code relations.json} up to date. */
    void writeRelations(List<MemoryRecord> records) throws IOException {
        Path file = layout.file(Relations.PATH);
        String text = Relations.render(records);
        if (!text.equals(textOf(file))) {
            layout.disk().replaceUnforced(file, text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private Map<String, String> onDisk() throws IOException {
        Map<String, String> texts = new HashMap<>();
        Path timeline = layout.file(WorkspaceLayout.TIMELINE);
        if (Files.isDirectory(timeline, LinkOption.NOFOLLOW_LINKS)) {
            try (Stream<Path> files = Files.walk(timeline)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    put(texts, file);
                }
            }
        }
        put(texts, layout.file(RecentEvents.PATH));
        return texts;
    }

    private void put(Map<String, String> texts, Path file) throws IOException {
        String text = textOf(file);
        if (text != null) {
            texts.put(layout.path(file), text);
        }
    }

    private static @Nullable String textOf(Path file) throws IOException {
        try {
            // Any bytes will do: what is no UTF-8 only has to differ from every rendering.
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    private void remove(Path file) throws IOException {
        layout.disk().remove(file);
        Path directory = Disk.parent(file);
        while (!directory.equals(layout.root())) {
            try {
                layout.disk().removeDirectory(directory);
            } catch (DirectoryNotEmptyException | NoSuchFileException e) {
                return;
            }
            directory = Disk.parent(directory);
        }
    }
}
