package dev.scriptorium.memory.local.check;

import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.tx.JournalEntry;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.local.tx.WorkspaceLayout;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/** Modes, symbolic links, and what interrupted runs left behind. */
final class DiskCheck {
    private static final Set<PosixFilePermission> OWNERS =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private final WorkspaceLayout layout;
    private final Transactions transactions;

    DiskCheck(WorkspaceLayout layout, Transactions transactions) {
        this.layout = layout;
        this.transactions = transactions;
    }

    void run(Consumer<Finding> findings) {
        try {
            Files.walkFileTree(layout.root(), new Walk(findings, journalFiles()));
        } catch (IOException e) {
            throw Unreadable.of(e);
        }
    }

    private Set<String> journalFiles() {
        Set<String> needed = new HashSet<>();
        for (JournalEntry entry : transactions.waiting()) {
            needed.add(entry.number() + ".manifest");
            needed.addAll(entry.payloads());
        }
        return needed;
    }

    private final class Walk extends SimpleFileVisitor<Path> {
        private final Consumer<Finding> findings;
        private final Set<String> journalFiles;

        Walk(Consumer<Finding> findings, Set<String> journalFiles) {
            this.findings = findings;
            this.journalFiles = journalFiles;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes seen) throws IOException {
            mode(directory);
            String path = layout.path(directory);
            if (path.endsWith("-block-backup")) {
                leftover(path);
                return FileVisitResult.SKIP_SUBTREE;
            }
            return path.equals(".git") ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes seen) throws IOException {
            String path = layout.path(file);
            if (seen.isSymbolicLink()) {
                findings.accept(Finding.problem(
                        FindingCode.LINK,
                        path,
                        0,
                        "a symbolic link; links below the workspace are not followed",
                        "put the file itself here, or move the link elsewhere"));
                return FileVisitResult.CONTINUE;
            }
            mode(file);
            String name = String.valueOf(file.getFileName());
            boolean journalLeftover = layout.journal().equals(file.getParent()) && !journalFiles.contains(name);
            if (journalLeftover || isAbandoned(file)) {
                leftover(path);
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) {
            findings.accept(Finding.problem(
                    FindingCode.UNREADABLE,
                    layout.path(file),
                    0,
                    "cannot be read: " + failure.getClass().getSimpleName(),
                    "give its owner the right to read it"));
            return FileVisitResult.CONTINUE;
        }

        private static boolean isAbandoned(Path file) throws IOException {
            try {
                return Disk.isTemporary(String.valueOf(file.getFileName())) && Disk.isAbandoned(file);
            } catch (NoSuchFileException e) {
                // Moved into its place between the listing and now.
                return false;
            }
        }

        private void leftover(String path) {
            findings.accept(Finding.problem(
                    FindingCode.LEFTOVER,
                    path,
                    0,
                    "left behind by a run that was interrupted",
                    "remove it once no program works on the workspace"));
        }

        private void mode(Path path) throws IOException {
            if (!path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                return;
            }
            Set<PosixFilePermission> present;
            try {
                present = Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                        .permissions();
            } catch (NoSuchFileException e) {
                // Gone between the listing and now, as temporary files and lock notes are.
                return;
            }
            if (!OWNERS.containsAll(present)) {
                findings.accept(Finding.problem(
                        FindingCode.MODE,
                        layout.path(path),
                        0,
                        "others than the owner have rights on it",
                        "open the workspace once: opening takes the rights away"));
            }
        }
    }
}
