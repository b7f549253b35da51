package dev.scriptorium.memory.cli.session;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.cli.json.Json;
import dev.scriptorium.memory.cli.json.JsonObject;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Adds turns to a store, those it has already passed over. What was added is safe once {@link #finish} has returned;
 * before, a crash leaves a part of it, and adding the same again completes it. Not thread-safe.
 */
public final class SessionAppender implements Closeable {
    /** What became of a turn. */
    public enum Outcome {
        /** It is new. */
        ADDED,
        /** The store has it. */
        KNOWN,
        /** The store has a turn of this id that says something else, and keeps that. */
        DIFFERENT
    }

    private static final int BUFFERED_BYTES = 4 << 20;

    private final FileSessionStore store;
    private final StoreLock lock;
    private final Map<SessionId, Additions> additions = new LinkedHashMap<>();
    private int buffered;

    private SessionAppender(FileSessionStore store, StoreLock lock) {
        this.store = store;
        this.lock = lock;
    }

    static SessionAppender open(FileSessionStore store, Duration lockTimeout) {
        try {
            PrivateFiles.createDirectories(store.directory());
        } catch (IOException e) {
            throw unwritable(store.directory(), e);
        }
        return new SessionAppender(store, StoreLock.acquire(store.directory(), lockTimeout));
    }

    /** Adds a turn unless the session has one of its id. Its parent may come later. */
    public Outcome add(SessionId session, Turn turn) {
        Additions mine = additions(session);
        if (mine.ids.contains(turn.id()) || mine.file.contained(turn.id())) {
            return known(session, turn, mine);
        }
        write(mine, TurnRecords.write(turn));
        mine.ids.add(turn.id());
        mine.last = turn.id();
        return Outcome.ADDED;
    }

    private Outcome known(SessionId session, Turn turn, Additions mine) {
        if (mine.ids.contains(turn.id())) {
            flush(session, mine);
        }
        if (turn.rewound() && !mine.file.rewound(turn.id())) {
            write(mine, new JsonObject().put(SessionFile.REWOUND, turn.id().value()));
        }
        boolean same = mine.file
                .turn(turn.id())
                .map(first -> first.kind() == turn.kind() && first.text().equals(turn.text()))
                .orElse(false);
        return same ? Outcome.KNOWN : Outcome.DIFFERENT;
    }

    /** Names the tip that the conversation is on. */
    public void head(SessionId session, TurnId head) {
        Additions mine = additions(session);
        if (!mine.file.head().equals(Optional.of(head))) {
            write(mine, new JsonObject().put(SessionFile.HEAD, head.value()));
        }
    }

    /** Takes a branch, named by its tip, out of the live ones. */
    public void archive(SessionId session, TurnId tip) {
        write(additions(session), new JsonObject().put(SessionFile.ARCHIVED, tip.value()));
    }

    /** The turn that was added to the session last, by whomever. */
    public Optional<TurnId> last(SessionId session) {
        Additions mine = additions(session);
        return mine.last == null ? mine.file.last() : Optional.of(mine.last);
    }

    /** Writes what is left and makes all of it last. */
    public void finish() {
        boolean created = false;
        for (Map.Entry<SessionId, Additions> entry : additions.entrySet()) {
            Additions mine = entry.getValue();
            flush(entry.getKey(), mine);
            if (mine.dirty) {
                force(mine.file.path());
                mine.dirty = false;
            }
            created |= mine.created;
        }
        if (created) {
            PrivateFiles.force(store.directory());
        }
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            throw unwritable(store.directory(), e);
        }
    }

    private Additions additions(SessionId session) {
        return additions.computeIfAbsent(session, id -> {
            SessionFile file = store.file(id);
            // From here on only this appender adds, so the file need not be looked at for each turn.
            file.refresh();
            return new Additions(file);
        });
    }

    private void write(Additions mine, JsonObject line) {
        int before = mine.bytes.size();
        try {
            Json.compact(line, mine.bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        mine.bytes.write('\n');
        buffered += mine.bytes.size() - before;
        if (buffered > BUFFERED_BYTES) {
            additions.forEach(this::flush);
        }
    }

    private void flush(SessionId session, Additions mine) {
        if (mine.bytes.size() == 0) {
            return;
        }
        Path path = mine.file.path();
        try {
            long whole = mine.file.wholeBytes();
            if (!Files.exists(path)) {
                Files.createFile(path, PrivateFiles.attributes(store.directory(), false));
                mine.created = true;
            } else if (Files.size(path) > whole) {
                cut(path, whole, store.directory());
            }
            try (FileOutputStream out = new FileOutputStream(path.toFile(), true)) {
                if (whole == 0) {
                    out.write((SessionFile.header(session) + "\n").getBytes(StandardCharsets.UTF_8));
                }
                mine.bytes.writeTo(out);
            }
        } catch (IOException e) {
            throw unwritable(path, e);
        }
        buffered -= mine.bytes.size();
        mine.bytes = new ByteArrayOutputStream();
        mine.file.refresh();
        mine.ids.clear();
        mine.dirty = true;
    }

    /** Cuts what a crash left. What is more than the beginning of a line is kept beside, for it may not have been a crash. */
    private static void cut(Path path, long length, Path directory) throws IOException {
        if (isMoreThanTorn(path, length)) {
            Path kept = fresh(path, length);
            Files.createFile(kept, PrivateFiles.attributes(directory, false));
            try (FileInputStream in = new FileInputStream(path.toFile());
                    FileOutputStream out = new FileOutputStream(kept.toFile())) {
                in.skipNBytes(length);
                in.transferTo(out);
                out.getFD().sync();
            }
            PrivateFiles.force(directory);
        }
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(length);
        }
    }

    /** Whether something other than zeros follows a zero byte, or an end of line, in what is to be cut. */
    private static boolean isMoreThanTorn(Path path, long length) throws IOException {
        try (InputStream in = new BufferedInputStream(new FileInputStream(path.toFile()))) {
            in.skipNBytes(length);
            boolean ended = false;
            for (int next = in.read(); next >= 0; next = in.read()) {
                if (ended && next != 0 && next != '\n') {
                    return true;
                }
                ended |= next == 0 || next == '\n';
            }
        }
        return false;
    }

    private static Path fresh(Path path, long length) {
        Path kept = path.resolveSibling(path.getFileName() + ".cut-" + length);
        for (int more = 2; Files.exists(kept); more++) {
            kept = path.resolveSibling(path.getFileName() + ".cut-" + length + "-" + more);
        }
        return kept;
    }

    private static void force(Path path) {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.getFD().sync();
        } catch (IOException e) {
            throw unwritable(path, e);
        }
    }

    private static MemoryException unwritable(Path path, IOException e) {
        return new MemoryException(ErrorCode.STORAGE_UNAVAILABLE, "cannot write " + path + ": " + e.getMessage(), e);
    }

    /** What is to be added to one session. */
    private static final class Additions {
        private final SessionFile file;
        private final Set<TurnId> ids = new HashSet<>();
        private ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private @Nullable TurnId last;
        private boolean created;
        private boolean dirty;

        Additions(SessionFile file) {
            this.file = file;
        }
    }
}
