package dev.scriptorium.memory.local.migrate;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.tx.WorkspaceLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the layout before this one kept in the root of a workspace, and what nothing reads any more. It is moved only on
 * request, to a directory that somebody names.
 *
 * @since 0.1
 */
public final class SupersededLayout {
    private static final List<String> NAMES = List.of("journal", "wiki", ".state", "index.sqlite");

    private final WorkspaceLayout layout;

    /** What is left of it in a workspace. */
    public SupersededLayout(WorkspaceLayout layout) {
        this.layout = layout;
    }

    /**
     * Moves it.
     *
     * @param target a directory outside of the workspace, on the same file system; made when it is missing. What it has
     *     already stays, and so does what of the old layout has the same name
     * @return the names that were moved
     * @throws MemoryException {@code INVALID_ARGUMENT} when the target is in the workspace or no directory;
     *     {@code STORAGE_UNAVAILABLE} when the disk refuses: each thing is in one of the two places then, and whole
     */
    public List<String> moveTo(Path target) {
        try {
            if (Files.exists(target) && !Files.isDirectory(target)) {
                throw invalid(target + " is no directory");
            }
            if (nearest(target).startsWith(layout.root())) {
                throw invalid(target + " is in the workspace");
            }
            layout.disk().createDirectories(target.toAbsolutePath());
            Path place = target.toRealPath();
            List<String> moved = new ArrayList<>();
            for (String name : present()) {
                if (!Files.exists(place.resolve(name), LinkOption.NOFOLLOW_LINKS)) {
                    layout.disk().move(layout.root().resolve(name), place.resolve(name));
                    moved.add(name);
                }
            }
            layout.disk().forceDirectory(place);
            layout.disk().forceDirectory(layout.root());
            return moved;
        } catch (IOException e) {
            throw new MemoryException(
                    ErrorCode.STORAGE_UNAVAILABLE,
                    "cannot move the superseded layout to " + target + ": " + e.getMessage()
                            + "; name a directory on the same file system",
                    e);
        }
    }

    /** The directory itself, or the nearest above it that exists. */
    private static Path nearest(Path target) throws IOException {
        Path at = target.toAbsolutePath().normalize();
        while (!Files.exists(at)) {
            at = Disk.parent(at);
        }
        return at.toRealPath();
    }

    /** The names of what is there. */
    private List<String> present() {
        return NAMES.stream()
                .filter(name -> Files.exists(layout.root().resolve(name), LinkOption.NOFOLLOW_LINKS))
                .toList();
    }

    private static MemoryException invalid(String found) {
        return new MemoryException(
                ErrorCode.INVALID_ARGUMENT,
                found + "; name a directory outside of the workspace, which need not exist");
    }
}
