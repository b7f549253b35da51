package dev.scriptorium.memory.local.git;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A lock file as {@code git} respects it, held until closed. It holds our token and nothing else: what it protects is
 * written to another file and renamed, so that a lock left behind can always be told from one of {@code git}.
 */
final class GitLock implements Closeable {
    private final Path file;
    private final Path lock;
    private final GitLayout layout;
    private final LockNotes notes;

    private GitLock(GitLayout layout, Path file, Path lock, LockNotes notes) {
        this.layout = layout;
        this.file = file;
        this.lock = lock;
        this.notes = notes;
    }

    static Path of(Path file) {
        return file.resolveSibling(file.getFileName() + ".lock");
    }

    /** Takes the lock of a file; empty when somebody else holds it. */
    static Optional<GitLock> acquire(GitLayout layout, LockNotes notes, Path file) throws IOException {
        Path lock = of(file);
        if (Files.exists(lock)) {
            return Optional.empty();
        }
        String token = GitFiles.token();
        notes.add(lock, token);
        boolean created = false;
        try {
            layout.files().create(lock);
            created = true;
            layout.files().write(lock, token.getBytes(StandardCharsets.US_ASCII), false);
            return Optional.of(new GitLock(layout, file, lock, notes));
        } catch (FileAlreadyExistsException e) {
            notes.remove(lock);
            return Optional.empty();
        } catch (IOException e) {
            if (created) {
                layout.files().remove(lock);
            }
            notes.remove(lock);
            throw e;
        }
    }

    /** Writes the file it protects. */
    void replace(byte[] bytes, boolean force) throws IOException {
        layout.files().replace(file, layout.git(), bytes, force);
    }

    @Override
    public void close() throws IOException {
        layout.files().remove(lock);
        notes.remove(lock);
    }
}
