package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ref.PathOrder;
import dev.scriptorium.memory.local.internal.io.Sha256;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The files of topics and sources by workspace path, each with the hash of its content and how it looked, as a tree of
 * directories that is a Merkle tree as well. Immutable: a change makes a new tree at the cost of the directories it is
 * in, and two versions are compared at the cost of the directories in which they differ.
 */
final class FileTree {
    /** One file: the hash of its content, its length, and how it looked when it was read. */
    record Known(Hash hash, long length, FileStamp stamp) {}

    static final FileTree EMPTY = new FileTree(new Directory(Collections.emptySortedMap()));

    private final Directory root;

    private FileTree(Directory root) {
        this.root = root;
    }

    /** A directory or a file in one. */
    private static final class Directory {
        private final SortedMap<String, Object> children;
        private final int files;
        private volatile @Nullable String hash;

        Directory(SortedMap<String, Object> children) {
            this.children = children;
            int count = 0;
            for (Object child : children.values()) {
                count += child instanceof Directory directory ? directory.files : 1;
            }
            this.files = count;
        }

        /** The Merkle hash: over the sorted names and hashes of its entries, those of directories with a slash. */
        String hash() {
            String known = hash;
            if (known == null) {
                SortedMap<String, String> entries = new TreeMap<>();
                children.forEach((name, child) -> {
                    if (child instanceof Directory directory) {
                        entries.put(name + "/", directory.hash());
                    } else if (child instanceof Known file) {
                        entries.put(name, file.hash().hex());
                    }
                });
                StringBuilder text = new StringBuilder();
                entries.forEach((name, value) ->
                        text.append(name).append('\0').append(value).append('\n'));
                known = Sha256.hex(text.toString());
                hash = known;
            }
            return known;
        }
    }

    /** A file; null when there is none. */
    @Nullable
    Known get(String path) {
        return find(path) instanceof Known known ? known : null;
    }

    private @Nullable Object find(String path) {
        Object at = root;
        int from = 0;
        while (at instanceof Directory directory && from <= path.length()) {
            int slash = path.indexOf('/', from);
            int end = slash < 0 ? path.length() : slash;
            at = directory.children.get(path.substring(from, end));
            from = end + 1;
        }
        return from > path.length() ? at : null;
    }

    /** How many files there are. */
    int size() {
        return root.files;
    }

    /** The names of the files in a directory. */
    Collection<String> filesIn(String directory) {
        SortedSet<String> names = new TreeSet<>();
        if (find(directory) instanceof Directory found) {
            found.children.forEach((name, child) -> {
                if (child instanceof Known) {
                    names.add(name);
                }
            });
        }
        return names;
    }

    /** The names of the directories with files in them in a directory. */
    Collection<String> directoriesIn(String directory) {
        SortedSet<String> names = new TreeSet<>();
        if (find(directory) instanceof Directory found) {
            found.children.forEach((name, child) -> {
                if (child instanceof Directory) {
                    names.add(name);
                }
            });
        }
        return names;
    }

    /** Every file, in no order that anybody may rely on. */
    void forEach(BiConsumer<String, Known> action) {
        forEach("", root, action);
    }

    /** Every file below a directory, or the file of that path. */
    void forEachBelow(String path, BiConsumer<String, Known> action) {
        Object at = find(path);
        if (at instanceof Directory directory) {
            forEach(path + "/", directory, action);
        } else if (at instanceof Known known) {
            action.accept(path, known);
        }
    }

    private static void forEach(String prefix, Directory directory, BiConsumer<String, Known> action) {
        directory.children.forEach((name, child) -> {
            if (child instanceof Directory deeper) {
                forEach(prefix + name + "/", deeper, action);
            } else if (child instanceof Known known) {
                action.accept(prefix + name, known);
            }
        });
    }

    /** With these files; empty means gone. */
    FileTree with(Map<String, Optional<Known>> changes) {
        return changes.isEmpty() ? this : new FileTree(with(root, changes));
    }

    private static Directory with(Directory directory, Map<String, Optional<Known>> changes) {
        SortedMap<String, Object> children = new TreeMap<>(directory.children);
        Map<String, Map<String, Optional<Known>>> deeper = new HashMap<>();
        changes.forEach((path, change) -> {
            int slash = path.indexOf('/');
            if (slash >= 0) {
                deeper.computeIfAbsent(path.substring(0, slash), name -> new HashMap<>())
                        .put(path.substring(slash + 1), change);
            } else if (change.isPresent()) {
                children.put(path, change.get());
            } else if (children.get(path) instanceof Known) {
                children.remove(path);
            }
        });
        deeper.forEach((name, below) -> {
            Directory before = children.get(name) instanceof Directory known ? known : EMPTY.root;
            Directory after = with(before, below);
            if (after.files > 0) {
                children.put(name, after);
            } else if (children.get(name) instanceof Directory) {
                children.remove(name);
            }
        });
        return new Directory(children);
    }

    /** The Merkle hash of a directory of the root. */
    String hash(String directory) {
        return find(directory) instanceof Directory found ? found.hash() : EMPTY.root.hash();
    }

    /** The paths at which the content of two trees differs, in path order. */
    SortedSet<String> differences(FileTree other) {
        SortedSet<String> paths = new TreeSet<>(PathOrder.BY_COMPONENT);
        compare("", root, other.root, paths);
        return paths;
    }

    private static void compare(String prefix, @Nullable Object one, @Nullable Object two, SortedSet<String> paths) {
        if (one == two) {
            return;
        }
        if (one instanceof Known a && two instanceof Known b) {
            if (!a.hash().equals(b.hash())) {
                paths.add(prefix);
            }
            return;
        }
        for (Object file : new Object[] {one, two}) {
            if (file instanceof Known) {
                paths.add(prefix);
            }
        }
        SortedMap<String, Object> left = one instanceof Directory directory ? directory.children : EMPTY.root.children;
        SortedMap<String, Object> right = two instanceof Directory directory ? directory.children : EMPTY.root.children;
        String below = prefix.isEmpty() ? "" : prefix + "/";
        left.forEach((name, child) -> compare(below + name, child, right.get(name), paths));
        right.forEach((name, child) -> {
            if (!left.containsKey(name)) {
                compare(below + name, null, child, paths);
            }
        });
    }
}
