package dev.scriptorium.memory.testkit.fault;

import dev.scriptorium.memory.local.disk.DiskOperation;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A disk in memory, on which the operations of a run are done again. What the real disk refuses is left out here too: a
 * directory removed that is not empty, a file created that is there. Not thread-safe.
 */
final class DiskModel {
    private final Path root;
    private final ModelDirectory top = new ModelDirectory();

    /** A disk below a directory, with a state that is forced. */
    DiskModel(Path root, DiskState start) {
        this.root = root;
        for (String name : start.directories()) {
            place(root.resolve(name), new ModelDirectory());
        }
        start.contents().forEach((name, bytes) -> place(root.resolve(name), new ModelFile(bytes)));
    }

    private void place(Path path, ModelNode node) {
        ModelDirectory parent = parent(path);
        if (parent != null) {
            parent.add(name(path), node);
            parent.force();
        }
    }

    ModelDirectory root() {
        return top;
    }

    void apply(DiskOperation operation) {
        Path path = operation.path();
        if (operation instanceof DiskOperation.Create) {
            add(path, new ModelFile(new byte[0]));
        } else if (operation instanceof DiskOperation.MakeDirectory) {
            add(path, new ModelDirectory());
        } else if (operation instanceof DiskOperation.Link link) {
            ModelNode node = node(link.content());
            if (node != null) {
                add(path, node);
            }
        } else if (operation instanceof DiskOperation.Rename rename) {
            rename(rename.from(), path);
        } else if (operation instanceof DiskOperation.Remove) {
            remove(path);
        } else if (operation instanceof DiskOperation.RemoveDirectory) {
            if (node(path) instanceof ModelDirectory directory && directory.isEmpty()) {
                remove(path);
            }
        } else if (operation instanceof DiskOperation.ForceDirectory) {
            if (node(path) instanceof ModelDirectory directory) {
                directory.force();
            }
        } else if (node(path) instanceof ModelFile file) {
            apply(operation, file);
        }
    }

    private static void apply(DiskOperation operation, ModelFile file) {
        if (operation instanceof DiskOperation.Write write) {
            file.write(write.bytes());
        } else if (operation instanceof DiskOperation.Overwrite write) {
            file.write(write.position(), write.bytes());
        } else if (operation instanceof DiskOperation.Truncate) {
            file.truncate();
        } else if (operation instanceof DiskOperation.Force) {
            file.force();
        }
    }

    private void add(Path path, ModelNode node) {
        ModelDirectory parent = parent(path);
        if (parent != null && parent.entry(name(path)) == null) {
            parent.add(name(path), node);
        }
    }

    private void remove(Path path) {
        ModelDirectory parent = parent(path);
        if (parent != null) {
            parent.remove(name(path));
        }
    }

    private void rename(Path from, Path to) {
        ModelNode node = node(from);
        ModelDirectory before = parent(from);
        ModelDirectory after = parent(to);
        if (node == null || before == null || after == null) {
            return;
        }
        if (before == after) {
            before.rename(name(from), name(to), node);
        } else {
            after.add(name(to), node);
            before.remove(name(from));
        }
    }

    private @Nullable ModelNode node(Path path) {
        if (path.equals(root)) {
            return top;
        }
        ModelDirectory parent = parent(path);
        return parent == null ? null : parent.entry(name(path));
    }

    /** The directory that a path is in; null when it is elsewhere. */
    private @Nullable ModelDirectory parent(Path path) {
        if (!path.startsWith(root) || path.equals(root)) {
            return null;
        }
        ModelDirectory at = top;
        Path inside = root.relativize(path);
        for (int i = 0; i < inside.getNameCount() - 1; i++) {
            if (at.entry(inside.getName(i).toString()) instanceof ModelDirectory next) {
                at = next;
            } else {
                return null;
            }
        }
        return at;
    }

    private static String name(Path path) {
        return String.valueOf(path.getFileName());
    }
}
