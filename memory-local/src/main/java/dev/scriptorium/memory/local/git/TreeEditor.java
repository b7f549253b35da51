package dev.scriptorium.memory.local.git;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.TreeFormatter;
import org.eclipse.jgit.treewalk.CanonicalTreeParser;
import org.jspecify.annotations.Nullable;

/**
 * Makes a new tree from an old one, reading and writing the trees on the changed paths only. What it does not change it
 * keeps as it is, whatever its kind.
 */
final class TreeEditor {
    private static final int REMEMBERED = 64;

    private static final Comparator<Map.Entry<String, Entry>> GIT_ORDER = Comparator.comparing(
            entry -> entry.getValue().mode.equals(FileMode.TREE) ? entry.getKey() + '/' : entry.getKey());

    private final ObjectStore store;
    private final PackOutput out;
    private final Map<ObjectId, StoredObject> written = new HashMap<>();

    TreeEditor(ObjectStore store, PackOutput out) {
        this.store = store;
        this.out = out;
    }

    /** Some of the trees that were written, which are likely to be read next. */
    Map<ObjectId, StoredObject> written() {
        return written;
    }

    private record Entry(FileMode mode, ObjectId id) {}

    /** What is to become of one name: of the file, and of what is below the directory. */
    private static final class Change {
        private final SortedMap<String, Change> below = new TreeMap<>();
        private boolean file;
        private @Nullable BlobContent content;
    }

    /**
     * The id of the new tree; that of the old one when nothing changes.
     *
     * @param tree the old one; null where there is none
     * @param changes files to write, and to remove (empty)
     * @return null when there was no tree, and there is no file to make one
     */
    @Nullable
    ObjectId edit(@Nullable ObjectId tree, SortedMap<String, Optional<BlobContent>> changes) throws IOException {
        Change root = new Change();
        changes.forEach((path, content) -> {
            Change at = root;
            for (String name : path.split("/", -1)) {
                at = at.below.computeIfAbsent(name, unused -> new Change());
            }
            at.file = true;
            at.content = content.orElse(null);
        });
        ObjectId edited = edit(tree, root);
        return edited == null && tree != null ? write(new TreeFormatter().toByteArray()) : edited;
    }

    private @Nullable ObjectId edit(@Nullable ObjectId tree, Change change) throws IOException {
        Map<String, Entry> entries = tree == null ? new HashMap<>() : entries(tree);
        boolean changed = false;
        for (Map.Entry<String, Change> next : change.below.entrySet()) {
            // Names are bytes: one character each, so that the order of strings is the order of bytes.
            String name = new String(next.getKey().getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
            BlobContent content = next.getValue().content;
            if (!next.getValue().below.isEmpty()) {
                changed |= directory(entries, name, next.getValue());
            }
            if (next.getValue().file) {
                changed |= content != null ? put(entries, name, content) : remove(entries, name);
            }
        }
        if (!changed) {
            return tree;
        }
        return entries.isEmpty() ? null : write(format(entries));
    }

    private boolean directory(Map<String, Entry> entries, String name, Change change) throws IOException {
        Entry before = entries.get(name);
        boolean tree = before != null && before.mode.equals(FileMode.TREE);
        ObjectId old = tree && before != null ? before.id : null;
        ObjectId edited = edit(old, change);
        if (edited == null) {
            return tree && entries.remove(name) != null;
        }
        if (edited.equals(old)) {
            return false;
        }
        entries.put(name, new Entry(FileMode.TREE, edited));
        return true;
    }

    private boolean put(Map<String, Entry> entries, String name, BlobContent content) throws IOException {
        byte[] bytes = content.bytes();
        ObjectId id = GitHash.of(Constants.OBJ_BLOB, bytes);
        Entry before = entries.get(name);
        if (before != null && isFile(before) && before.id.equals(id)) {
            return false;
        }
        out.whole(id, Constants.OBJ_BLOB, bytes);
        entries.put(name, new Entry(FileMode.REGULAR_FILE, id));
        return true;
    }

    private boolean remove(Map<String, Entry> entries, String name) {
        Entry before = entries.get(name);
        if (before == null || before.mode.equals(FileMode.TREE)) {
            return false;
        }
        entries.remove(name);
        return true;
    }

    private static boolean isFile(Entry entry) {
        return entry.mode.equals(FileMode.REGULAR_FILE) || entry.mode.equals(FileMode.EXECUTABLE_FILE);
    }

    private Map<String, Entry> entries(ObjectId tree) throws IOException {
        Map<String, Entry> entries = new HashMap<>();
        CanonicalTreeParser parser = new CanonicalTreeParser();
        for (parser.reset(store.read(tree, Constants.OBJ_TREE)); !parser.eof(); parser.next(1)) {
            byte[] name = new byte[parser.getNameLength()];
            parser.getName(name, 0);
            entries.put(
                    new String(name, StandardCharsets.ISO_8859_1),
                    new Entry(parser.getEntryFileMode(), parser.getEntryObjectId()));
        }
        return entries;
    }

    private static byte[] format(Map<String, Entry> entries) {
        TreeFormatter formatter = new TreeFormatter(entries.size() * 48);
        entries.entrySet().stream()
                .sorted(GIT_ORDER)
                .forEach(entry -> formatter.append(
                        entry.getKey().getBytes(StandardCharsets.ISO_8859_1),
                        entry.getValue().mode,
                        entry.getValue().id));
        return formatter.toByteArray();
    }

    private ObjectId write(byte[] tree) throws IOException {
        ObjectId id = GitHash.of(Constants.OBJ_TREE, tree);
        out.whole(id, Constants.OBJ_TREE, tree);
        if (written.size() < REMEMBERED) {
            written.put(id, new StoredObject(Constants.OBJ_TREE, tree));
        }
        return id;
    }
}
