package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.PathOrder;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.internal.io.Interrupts;
import dev.scriptorium.memory.local.tx.WorkspaceLayout;
import dev.scriptorium.memory.markdown.source.SourceArchive;
import dev.scriptorium.memory.markdown.source.SourceFrame;
import dev.scriptorium.memory.markdown.source.SourceLocations;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The files of a workspace that people may read, and the way from a name they type to one of them. */
final class WorkspaceFiles {
    private final WorkspaceLayout layout;

    WorkspaceFiles(WorkspaceLayout layout) {
        this.layout = layout;
    }

    /** Every file that people may read, in path order. */
    List<WorkspaceFile> list() {
        List<WorkspaceFile> found = new ArrayList<>();
        io(() -> Files.walkFileTree(layout.root(), new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes seen) {
                boolean internal =
                        !directory.equals(layout.root()) && WorkspaceLayout.isInternal(layout.path(directory));
                return internal ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes seen) {
                String path = layout.path(file);
                boolean temporary = Disk.isTemporary(String.valueOf(file.getFileName()));
                if (seen.isRegularFile() && !temporary && isReadable(path)) {
                    found.add(new WorkspaceFile(path, seen.size(), isDerived(path)));
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) {
                return FileVisitResult.CONTINUE;
            }
        }));
        found.sort(Comparator.comparing(WorkspaceFile::path, PathOrder.BY_COMPONENT));
        return found;
    }

    private static boolean isReadable(String path) {
        return isDerived(path) || path.startsWith(TopicPath.ROOT) || path.startsWith(WorkspaceLayout.SOURCES + "/");
    }

    private static boolean isDerived(String path) {
        return path.equals(WorkspaceLayout.CORE_VIEW)
                || path.equals(WorkspaceLayout.RECENT_VIEW)
                || path.equals(WorkspaceLayout.RELATIONS_VIEW)
                || path.startsWith(WorkspaceLayout.TIMELINE + "/");
    }

    /**
     * The text of a file.
     *
     * @param name its workspace path, with or without {@code topics/}
     */
    String text(String name) {
        return read(resolve(name), Long.MAX_VALUE);
    }

    /** The text of a file as it was when it had a length, if it is one that only grows; empty when it is gone. */
    Optional<String> text(String path, long length) {
        try {
            return Optional.of(read(path, length));
        } catch (MemoryException e) {
            if (e.getCause() instanceof NoSuchFileException) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private String read(String path, long length) {
        byte[] bytes = io(() -> Files.readAllBytes(layout.file(path)));
        return SourceLocations.isV2Path(path)
                ? withoutMetadata(path, Arrays.copyOf(bytes, (int) Math.min(bytes.length, length)))
                : new String(bytes, StandardCharsets.UTF_8);
    }

    /** The workspace path of the file that a name means. */
    String resolve(String name) {
        requireInside(name);
        for (String path : List.of(name, TopicPath.ROOT + name)) {
            if (isReadable(path) && Files.isRegularFile(layout.file(path), LinkOption.NOFOLLOW_LINKS)) {
                requireNoLinks(path);
                return path;
            }
        }
        throw new MemoryException(
                ErrorCode.MEMORY_NOT_FOUND, "there is no file \"" + name + "\" in the workspace; see list");
    }

    private static void requireInside(String name) {
        boolean outside = name.isEmpty()
                || name.startsWith("/")
                || name.indexOf('\\') >= 0
                || name.indexOf('\0') >= 0
                || (name.length() > 1 && name.charAt(1) == ':')
                || WorkspaceLayout.isInternal(name);
        for (String part : name.split("/", -1)) {
            outside |= part.equals("..") || part.equals(".") || part.isEmpty();
        }
        if (outside) {
            throw new MemoryException(
                    ErrorCode.PATH_OUTSIDE_WORKSPACE,
                    "\"" + name.replace("\0", "\\0") + "\" is no path of a file that people read in the workspace");
        }
    }

    private void requireNoLinks(String path) {
        Path at = layout.root();
        for (String part : path.split("/", -1)) {
            at = at.resolve(part);
            if (Files.isSymbolicLink(at)) {
                throw new MemoryException(
                        ErrorCode.PATH_OUTSIDE_WORKSPACE,
                        "\"" + path + "\" leads over a symbolic link; links below the workspace are not followed");
            }
        }
    }

    /** An archive as people read it: its valid frames, without what is only for programs. */
    private static String withoutMetadata(String path, byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (SourceFrame frame : SourceArchive.read(path, bytes).frames()) {
            text.append(text.length() == 0 ? "" : "\n");
            text.append("<a id=\"").append(frame.anchor()).append("\"></a>\n");
            text.append("<!-- source-id:").append(frame.ref()).append(" -->\n");
            text.append('[')
                    .append(frame.stamp())
                    .append("] ")
                    .append(frame.label())
                    .append(": ");
            text.append(frame.content()).append('\n');
        }
        return text.toString();
    }

    private static <T> T io(Interrupts.IoCall<T> call) {
        try {
            return Interrupts.deferred(call);
        } catch (IOException e) {
            throw new MemoryException(
                    ErrorCode.STORAGE_UNAVAILABLE,
                    "cannot read: " + e.getClass().getSimpleName() + " " + e.getMessage(),
                    e);
        }
    }
}
