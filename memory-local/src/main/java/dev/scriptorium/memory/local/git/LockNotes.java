package dev.scriptorium.memory.local.git;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lock files of Git that we are about to create, noted with a token each before they exist, so that the next holder
 * of the history lease can tell what a dead process left from what is somebody else's.
 *
 * <p>A lock is ours when it holds the token of its note. After a power loss it may hold nothing: then it is ours when it
 * is as old as the note. Not thread-safe.
 */
final class LockNotes {
    private static final Duration SAME_AGE = Duration.ofSeconds(2);

    private static final Pattern NOTE = Pattern.compile("([0-9a-f]{16}) (\\.git/[^\\x00]+\\.lock)");

    private final Path root;
    private final Path file;
    private final Map<Path, String> noted = new LinkedHashMap<>();

    LockNotes(Path root, Path file) {
        this.root = root;
        this.file = file;
    }

    /** Notes a lock file about to be created. */
    void add(Path lock, String token) throws IOException {
        noted.put(lock, token);
        save();
    }

    /** Forgets a lock file that no longer exists. */
    void remove(Path lock) throws IOException {
        noted.remove(lock);
        save();
    }

    private void save() throws IOException {
        if (noted.isEmpty()) {
            Files.deleteIfExists(file);
            return;
        }
        StringBuilder text = new StringBuilder();
        noted.forEach((lock, token) -> text.append(token)
                .append(' ')
                .append(root.relativize(lock).toString().replace('\\', '/'))
                .append('\n'));
        if (!Files.exists(file)) {
            GitFiles.directories(GitFiles.parent(file));
            GitFiles.create(file);
        }
        GitFiles.write(file, text.toString().getBytes(StandardCharsets.UTF_8), false);
    }

    /**
     * Removes the locks that a dead process left. Only the holder of the history lease may call this, and not while it
     * holds a lock itself.
     *
     * @return the locks removed
     */
    List<Path> clear() throws IOException {
        Optional<String> text = GitFiles.text(file);
        List<Path> removed = new ArrayList<>();
        if (text.isEmpty()) {
            return removed;
        }
        for (String line : text.get().lines().toList()) {
            Matcher note = NOTE.matcher(line);
            if (note.matches()) {
                Path lock = root.resolve(note.group(2)).normalize();
                if (lock.startsWith(root.resolve(".git")) && isOurs(lock, note.group(1))) {
                    Files.deleteIfExists(lock);
                    removed.add(lock);
                }
            }
        }
        Files.deleteIfExists(file);
        return removed;
    }

    private boolean isOurs(Path lock, String token) throws IOException {
        if (!Files.isRegularFile(lock)) {
            return false;
        }
        String content = new String(Files.readAllBytes(lock), StandardCharsets.ISO_8859_1);
        if (content.equals(token)) {
            return true;
        }
        return content.chars().allMatch(c -> c == 0)
                && Duration.between(
                                        Files.getLastModifiedTime(file).toInstant(),
                                        Files.getLastModifiedTime(lock).toInstant())
                                .abs()
                                .compareTo(SAME_AGE)
                        <= 0;
    }
}
