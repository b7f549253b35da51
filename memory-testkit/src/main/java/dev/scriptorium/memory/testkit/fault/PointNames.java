package dev.scriptorium.memory.testkit.fault;

import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.disk.DiskOperation;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** What an operation is called: its kind and the part its file plays, without what differs from run to run. */
final class PointNames {
    private static final Map<Class<? extends DiskOperation>, String> KINDS = Map.of(
            DiskOperation.Create.class, "create",
            DiskOperation.Write.class, "write",
            DiskOperation.Overwrite.class, "overwrite",
            DiskOperation.Truncate.class, "truncate",
            DiskOperation.Force.class, "force",
            DiskOperation.Rename.class, "rename",
            DiskOperation.Link.class, "link",
            DiskOperation.Remove.class, "remove");

    private static final Map<Class<? extends DiskOperation>, String> KINDS_OF_DIRECTORIES = Map.of(
            DiskOperation.MakeDirectory.class, "make directory",
            DiskOperation.RemoveDirectory.class, "remove directory",
            DiskOperation.ForceDirectory.class, "force directory");

    /** Below these, names are content. */
    private static final Set<String> CONTENT = Set.of("topics", "sources", "timeline", "marks");

    private static final String STATE = ".scriptorium";
    private static final String GIT_TEMPORARY = "tmp_";
    private static final Pattern HEX = Pattern.compile("[0-9a-f]{8,}");
    private static final Pattern NUMBER = Pattern.compile("[0-9]+");

    private final Path root;

    PointNames(Path root) {
        this.root = root;
    }

    String of(DiskOperation operation) {
        String kind = KINDS.get(operation.getClass());
        return (kind == null ? KINDS_OF_DIRECTORIES.get(operation.getClass()) : kind) + " " + role(operation.path());
    }

    private String role(Path path) {
        if (!path.startsWith(root)) {
            return "elsewhere";
        }
        Path inside = root.relativize(path);
        if (inside.toString().isEmpty()) {
            return ".";
        }
        if (inside.startsWith(STATE) && inside.getNameCount() > 1) {
            inside = inside.subpath(1, inside.getNameCount());
        }
        String first = inside.getName(0).toString();
        boolean content = CONTENT.contains(first);
        StringBuilder role = new StringBuilder(isTemporary(first) ? "tmp" : first);
        for (int i = 1; i < inside.getNameCount(); i++) {
            String name = inside.getName(i).toString();
            if (!content) {
                role.append('/').append(wiped(name));
            } else if (i == inside.getNameCount() - 1) {
                role.append('/').append(isTemporary(name) ? "tmp" : "*");
            }
        }
        return role.toString();
    }

    private static String wiped(String name) {
        if (isTemporary(name)) {
            return "tmp";
        }
        return NUMBER.matcher(HEX.matcher(name).replaceAll("H")).replaceAll("N");
    }

    private static boolean isTemporary(String name) {
        return Disk.isTemporary(name) || name.startsWith(GIT_TEMPORARY);
    }
}
