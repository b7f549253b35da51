package dev.scriptorium.memory.cli.session;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.session.SessionActivity;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionQuery;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.TurnVisitor;
import dev.scriptorium.memory.cli.json.Json;
import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.cli.json.JsonProblem;
import dev.scriptorium.memory.cli.json.LineReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * Conversations in a directory, one file a session, for those who have no store of their own. Files only grow. Looking
 * creates nothing; what another process adds is seen by the next call. Marks are left to the backend. Safe for use by
 * several threads.
 */
public final class FileSessionStore implements SessionStore {
    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(10);
    // A turn costs about a hundred bytes.
    private static final int TURNS_REMEMBERED = 300_000;
    private static final int SESSIONS_REMEMBERED = 64;
    private static final Set<String> TEXTS = Set.of("text");

    private final Path directory;
    private final Duration lockTimeout;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<SessionId, SessionFile> recent = new LinkedHashMap<>(16, .75f, true);

    FileSessionStore(Path directory, Duration lockTimeout) {
        this.directory = directory;
        this.lockTimeout = lockTimeout;
    }

    /** The store in a directory, which need not exist yet. */
    public static FileSessionStore in(Path directory) {
        return new FileSessionStore(directory.toAbsolutePath().normalize(), LOCK_TIMEOUT);
    }

    /** Where the files are. */
    public Path directory() {
        return directory;
    }

    @Override
    public Optional<Turn> turn(SessionId session, TurnId turn) {
        return file(session).turn(turn);
    }

    @Override
    public Optional<TurnId> head(SessionId session) {
        return file(session).head();
    }

    @Override
    public List<TurnId> tips(SessionId session) {
        return file(session).tips();
    }

    @Override
    public void walk(SessionId session, TurnId from, TurnVisitor visitor) {
        file(session).walk(from, visitor);
    }

    /** {@inheritDoc} The last activity is the newest time of a turn; without any, when the file was last written. */
    @Override
    public List<SessionActivity> sessions(SessionQuery query) {
        NavigableSet<SessionId> ids = ids();
        if (query.after().isPresent()) {
            ids = ids.tailSet(query.after().get(), false);
        }
        List<SessionActivity> page = new ArrayList<>();
        for (SessionId id : ids) {
            if (page.size() == query.limit()) {
                break;
            }
            Instant activity = lastActivity(path(id));
            if (query.idleBefore().map(activity::isBefore).orElse(true)) {
                page.add(SessionActivity.of(id, activity));
            }
        }
        return page;
    }

    /** Whether the session has a turn. */
    public boolean has(SessionId session) {
        return head(session).isPresent();
    }

    /** Whether the session has this turn. */
    public boolean has(SessionId session, TurnId turn) {
        return file(session).contains(turn);
    }

    /**
     * Begins to add turns. One process at a time adds; the others wait.
     *
     * @throws MemoryException {@code WORKSPACE_BUSY} when another process adds for too long
     */
    public SessionAppender append() {
        return SessionAppender.open(this, lockTimeout);
    }

    /** The index of a session, remembered as long as there is room. */
    SessionFile file(SessionId session) {
        lock.lock();
        try {
            SessionFile file = recent.computeIfAbsent(session, id -> new SessionFile(id, path(id)));
            long turns = 0;
            for (SessionFile other : recent.values()) {
                turns += other.knownSize();
            }
            Iterator<SessionFile> eldest = recent.values().iterator();
            while (recent.size() > SESSIONS_REMEMBERED || (turns > TURNS_REMEMBERED && recent.size() > 1)) {
                turns -= eldest.next().knownSize();
                eldest.remove();
            }
            return file;
        } finally {
            lock.unlock();
        }
    }

    private Path path(SessionId session) {
        return directory.resolve(SessionFileNames.of(session));
    }

    private NavigableSet<SessionId> ids() {
        NavigableSet<SessionId> ids = new TreeSet<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                idOf(file).ifPresent(ids::add);
            }
        } catch (NoSuchFileException e) {
            return ids;
        } catch (NotDirectoryException e) {
            throw new MemoryException(ErrorCode.INVALID_ARGUMENT, "not a directory: " + directory, e);
        } catch (IOException e) {
            throw unreadable(directory, e);
        }
        return ids;
    }

    private static Optional<SessionId> idOf(Path file) {
        String name = file.getFileName().toString();
        if (!SessionFileNames.isShortened(name)) {
            return SessionFileNames.read(name);
        }
        try (LineReader lines = new LineReader(new FileInputStream(file.toFile()), 0)) {
            if (lines.next() && lines.terminated()) {
                SessionId id = TurnRecords.session(Json.object(lines.bytes(), lines.start(), lines.length()));
                return SessionFileNames.of(id).equals(name) ? Optional.of(id) : Optional.empty();
            }
            return Optional.empty();
        } catch (JsonProblem | FieldProblem e) {
            return Optional.empty();
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private static Instant lastActivity(Path file) {
        Instant newest = null;
        try (LineReader lines = new LineReader(new FileInputStream(file.toFile()), 0)) {
            while (lines.next() && lines.terminated()) {
                JsonObject line = Json.object(lines.bytes(), lines.start(), lines.length(), TEXTS);
                OffsetDateTime time = TurnRecords.time(line);
                if (time != null && (newest == null || newest.isBefore(time.toInstant()))) {
                    newest = time.toInstant();
                }
            }
            return newest == null ? Files.getLastModifiedTime(file).toInstant() : newest;
        } catch (JsonProblem | FieldProblem e) {
            // Whoever reads the session itself is told; a list of sessions is not spoilt by one of them.
            return newest == null ? Instant.EPOCH : newest;
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private static MemoryException unreadable(Path path, IOException e) {
        return new MemoryException(ErrorCode.STORAGE_UNAVAILABLE, "cannot read " + path + ": " + e.getMessage(), e);
    }
}
