package dev.scriptorium.memory.local.git;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
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
 * <p>A lock is ours when it holds the token of its note. After a power loss it may hold a part of it, or nothing: then it
 * is ours when it is as old as the note. The note itself may be lost: then a lock is ours when it holds a token, as no
 * lock of {@code git} does, and is anybody's who is dead when it is older than the machine is up. Not thread-safe.
 */
final class LockNotes {
    private static final Duration SAME_AGE = Duration.ofSeconds(2);

    private static final int TOKEN_LENGTH = 16;
    private static final long FIRST_PROCESS = 1;

    /** What may be left of one of our tokens; at least a digit of it. */
    private static final Pattern TOKEN = Pattern.compile("(?=.*[0-9a-f])[0-9a-f\\x00]{1,16}", Pattern.DOTALL);

    private static final Pattern NOTE = Pattern.compile("([0-9a-f]{16}) (\\.git/[^\\x00]+\\.lock)");

    private final GitLayout layout;
    private final Path file;
    private final Map<Path, String> noted = new LinkedHashMap<>();

    LockNotes(GitLayout layout, Path file) {
        this.layout = layout;
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
            layout.files().remove(file);
            return;
        }
        StringBuilder text = new StringBuilder();
        noted.forEach((lock, token) ->
                text.append(token).append(' ').append(layout.relative(lock)).append('\n'));
        if (!Files.exists(file)) {
            layout.files().directories(GitFiles.parent(file));
            layout.files().create(file);
        }
        layout.files().rewrite(file, text.toString().getBytes(StandardCharsets.UTF_8));
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
                Path lock = layout.root().resolve(note.group(2)).normalize();
                if (lock.startsWith(layout.git()) && isOurs(lock, note.group(1))) {
                    layout.files().remove(lock);
                    removed.add(lock);
                }
            }
        }
        layout.files().remove(file);
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
        return isPartOf(content, token)
                && Duration.between(
                                        Files.getLastModifiedTime(file).toInstant(),
                                        Files.getLastModifiedTime(lock).toInstant())
                                .abs()
                                .compareTo(SAME_AGE)
                        <= 0;
    }

    /** What a power loss leaves of a token: of each character itself, or zero. */
    private static boolean isPartOf(String content, String token) {
        for (int i = 0; i < content.length(); i++) {
            if (content.charAt(i) != 0 && (i >= token.length() || content.charAt(i) != token.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Removes a lock of which no note is left. Only the holder of the history lease may call this, and not while it holds
     * a lock itself.
     */
    void clearUnnoted(Path lock) throws IOException {
        if (!Files.isRegularFile(lock) || Files.size(lock) > TOKEN_LENGTH) {
            return;
        }
        String content = new String(Files.readAllBytes(lock), StandardCharsets.ISO_8859_1);
        if (TOKEN.matcher(content).matches() || isOlderThanTheMachine(lock)) {
            layout.files().remove(lock);
        }
    }

    private static boolean isOlderThanTheMachine(Path lock) throws IOException {
        Instant made = Files.getLastModifiedTime(lock).toInstant();
        return ProcessHandle.of(FIRST_PROCESS)
                .flatMap(process -> process.info().startInstant())
                .filter(start -> made.isBefore(start.minus(SAME_AGE)))
                .isPresent();
    }
}
