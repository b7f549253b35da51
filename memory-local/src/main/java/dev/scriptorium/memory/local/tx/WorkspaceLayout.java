package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.disk.DiskObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * Where everything in a workspace stands. The root may be a symbolic link; below it no link is followed.
 *
 * @since 0.1
 */
public final class WorkspaceLayout {
    /** The resident block, the one view that is journaled. */
    public static final String CORE_VIEW = "core.md";

    /** The latest blocks. */
    public static final String RECENT_VIEW = "recent_events.jsonl";

    /** Links between blocks. */
    public static final String RELATIONS_VIEW = "relations.json";

    /** The directory of topics. */
    public static final String TOPICS = "topics";

    /** The directory of archives. */
    public static final String SOURCES = "sources";

    /** The directory of the timeline. */
    public static final String TIMELINE = "timeline";

    private final Path root;
    private final Path runtime;
    private final Disk disk;

    private WorkspaceLayout(Path root, Disk disk) {
        this.root = root;
        this.disk = disk;
        Path old = root.resolve(".nativemem");
        this.runtime = Files.isDirectory(old, LinkOption.NOFOLLOW_LINKS) ? old : root.resolve(".scriptorium");
    }

    /** The layout of a directory that exists. */
    public static WorkspaceLayout of(Path directory) throws IOException {
        return of(directory, Disk.observedBy(DiskObserver.NONE));
    }

    /** The layout of a directory that exists, written through a disk that somebody observes. */
    public static WorkspaceLayout of(Path directory, Disk disk) throws IOException {
        return new WorkspaceLayout(directory.toRealPath(), disk);
    }

    /** What it is written through. */
    public Disk disk() {
        return disk;
    }

    /** The workspace itself, without links in its path. */
    public Path root() {
        return root;
    }

    /** Our own state, beside what people read. */
    public Path runtime() {
        return runtime;
    }

    /** A file of our own state. */
    public Path runtime(String name) {
        return runtime.resolve(name);
    }

    /** The journal. */
    public Path journal() {
        return runtime.resolve("tx");
    }

    /**
     * The file of a workspace path.
     *
     * @throws MemoryException {@code STORAGE_UNAVAILABLE} when this Java cannot express the name
     */
    public Path file(String workspacePath) {
        try {
            return root.resolve(workspacePath);
        } catch (InvalidPathException e) {
            throw new MemoryException(
                    ErrorCode.STORAGE_UNAVAILABLE,
                    "this Java cannot express the file name \"" + workspacePath + "\" (sun.jnu.encoding is "
                            + System.getProperty("sun.jnu.encoding") + "); start it in a UTF-8 locale",
                    e);
        }
    }

    /**
     * The file of a workspace path that is about to be written: no link leads to it, and nothing else stands where it
     * or a directory above it must stand.
     *
     * @throws MemoryException {@code PATH_OUTSIDE_WORKSPACE} or {@code READ_ONLY_PATH}
     */
    Path writable(String workspacePath) {
        Path at = root;
        String[] parts = workspacePath.split("/", -1);
        for (int i = 0; i < parts.length; i++) {
            at = at.resolve(parts[i]);
            if (Files.isSymbolicLink(at)) {
                throw new MemoryException(
                        ErrorCode.PATH_OUTSIDE_WORKSPACE,
                        path(at) + " is a symbolic link; links below the workspace are not followed");
            }
            boolean last = i == parts.length - 1;
            boolean wrongKind = last
                    ? Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS)
                    : Files.isRegularFile(at, LinkOption.NOFOLLOW_LINKS);
            if (wrongKind) {
                throw new MemoryException(
                        ErrorCode.READ_ONLY_PATH,
                        path(at) + " is a " + (last ? "directory, not a file" : "file, not a directory")
                                + "; choose another name for " + workspacePath);
            }
        }
        return file(workspacePath);
    }

    /** The workspace path of a file below the root. */
    public String path(Path file) {
        StringBuilder path = new StringBuilder();
        for (Path part : root.relativize(file)) {
            path.append(path.length() == 0 ? "" : "/").append(part);
        }
        return path.toString();
    }

    /** Whether a workspace path leads into our own state or the history, which people need not see. */
    public static boolean isInternal(String workspacePath) {
        int slash = workspacePath.indexOf('/');
        String first = slash < 0 ? workspacePath : workspacePath.substring(0, slash);
        return first.equals(".git")
                || first.equals(".scriptorium")
                || first.equals(".nativemem")
                || first.startsWith(".scriptorium-")
                || first.startsWith(".nativemem-");
    }
}
