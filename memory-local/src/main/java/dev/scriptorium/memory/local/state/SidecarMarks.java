package dev.scriptorium.memory.local.state;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.WorkspaceId;
import dev.scriptorium.memory.api.session.WrittenMarks;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.internal.io.Interrupts;
import dev.scriptorium.memory.local.internal.io.Sha256;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Marks kept beside the workspace, for hosts whose turns cannot be changed: a file a session, a line a turn, only ever
 * appended to. What cannot be read counts as not written.
 *
 * @since 0.1
 */
public final class SidecarMarks implements WrittenMarks {
    private record Cached(long size, Set<TurnId> turns) {}

    private final Path directory;
    private final Disk disk;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<SessionId, Cached> cache = new HashMap<>();

    /** Marks in a directory, which is made when the first one is set. */
    public SidecarMarks(Path directory, Disk disk) {
        this.directory = directory;
        this.disk = disk;
    }

    @Override
    public Set<TurnId> marked(SessionId session, Collection<TurnId> turns, WorkspaceId workspace) {
        Set<TurnId> marked = new HashSet<>(turns);
        marked.retainAll(read(session));
        return marked;
    }

    @Override
    public void mark(SessionId session, Collection<TurnId> turns, WorkspaceId workspace) {
        lock.lock();
        try {
            Set<TurnId> added = new LinkedHashSet<>(turns);
            added.removeAll(read(session));
            if (added.isEmpty()) {
                return;
            }
            StringBuilder lines = new StringBuilder();
            added.forEach(turn -> lines.append(turn.value()).append('\n'));
            Interrupts.deferred(() -> {
                disk.createDirectories(directory);
                Path file = file(session);
                boolean isNew = !Files.exists(file);
                boolean torn = endsTorn(file);
                disk.append(file, ((torn ? "\n" : "") + lines).getBytes(StandardCharsets.UTF_8));
                if (isNew) {
                    // The entry that named the turns is dropped next: without its name the file is worth nothing.
                    disk.forceDirectory(directory);
                }
                return file;
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            lock.unlock();
        }
    }

    private static boolean endsTorn(Path file) throws IOException {
        if (!Files.exists(file) || Files.size(file) == 0) {
            return false;
        }
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            in.seek(in.length() - 1);
            return in.read() != '\n';
        }
    }

    private Set<TurnId> read(SessionId session) {
        lock.lock();
        try {
            return Interrupts.deferred(() -> {
                Path file = file(session);
                long size = Files.size(file);
                Cached cached = cache.get(session);
                if (cached == null || cached.size() != size) {
                    cached = new Cached(size, parse(Files.readAllBytes(file)));
                    cache.put(session, cached);
                }
                return cached.turns();
            });
        } catch (NoSuchFileException e) {
            return Set.of();
        } catch (IOException e) {
            // Unreadable means "not written": work is repeated, and archived turns are not archived twice.
            return Set.of();
        } finally {
            lock.unlock();
        }
    }

    private static Set<TurnId> parse(byte[] bytes) {
        // The last line may be torn: only what ends in a line feed was written.
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        Set<TurnId> turns = new HashSet<>();
        for (String line : new String(Arrays.copyOf(bytes, end), StandardCharsets.UTF_8).split("\n", -1)) {
            if (!line.isBlank()) {
                read(line).ifPresent(turns::add);
            }
        }
        return turns;
    }

    /** A damaged line counts as a turn that is not written. */
    private static Optional<TurnId> read(String line) {
        try {
            return Optional.of(new TurnId(line));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The name of the file of a session. */
    public static String fileName(SessionId session) {
        return Sha256.hex(session.value()).substring(0, 32) + ".marks";
    }

    private Path file(SessionId session) {
        return directory.resolve(fileName(session));
    }
}
