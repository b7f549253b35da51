package dev.scriptorium.memory.cli.session;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.session.BrokenBranchException;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.TurnVisitor;
import dev.scriptorium.memory.cli.json.Json;
import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.cli.json.JsonProblem;
import dev.scriptorium.memory.cli.json.LineReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One session on disk: a line that names the session, then a line for each turn and for whatever else became known of
 * it. Only the whereabouts of turns are held in memory; what others append is seen by the next call. A last line that
 * is not whole is what a crash left behind, and is passed over; so is everything from a zero byte on, which is what a power
 * cut leaves where an addition had not reached the disk: whatever follows it had not been promised either.
 */
final class SessionFile {
    /** The first field of the first line; its value is the version of the format. */
    static final String FORMAT = "scriptorium_session";

    static final int VERSION = 1;
    static final String SESSION = "session";
    static final String HEAD = "head";
    static final String ARCHIVED = "archived";
    static final String REWOUND = "rewound_turn";

    private static final Set<String> TEXTS = Set.of("text");
    private static final int WALK_SLICE = 256;

    private final SessionId session;
    private final Path path;
    private final ReentrantLock lock = new ReentrantLock();
    private TurnTable turns = new TurnTable();
    private long wholeBytes;
    private long seenBytes = -1;
    private volatile int knownSize;
    private @Nullable Object fileKey;

    SessionFile(SessionId session, Path path) {
        this.session = session;
        this.path = path;
    }

    Path path() {
        return path;
    }

    /** How many turns it held when it was last looked at: what it costs to remember. */
    int knownSize() {
        return knownSize;
    }

    boolean contains(TurnId turn) {
        return locked(table -> table.find(turn.value()) >= 0);
    }

    /** Whether it contained the turn when the file was last looked at. */
    boolean contained(TurnId turn) {
        lock.lock();
        try {
            return turns.find(turn.value()) >= 0;
        } finally {
            lock.unlock();
        }
    }

    /** The turn that was added last. */
    Optional<TurnId> last() {
        return locked(
                table -> table.size() == 0 ? Optional.empty() : Optional.of(new TurnId(table.id(table.size() - 1))));
    }

    /** The bytes up to the end of the last whole line: where the next line belongs. */
    long wholeBytes() {
        return locked(table -> wholeBytes);
    }

    boolean rewound(TurnId turn) {
        return locked(table -> table.find(turn.value()) >= 0 && table.rewound(table.find(turn.value())));
    }

    Optional<TurnId> head() {
        return locked(table -> table.head() >= 0 ? Optional.of(new TurnId(table.id(table.head()))) : Optional.empty());
    }

    List<TurnId> tips() {
        return locked(table ->
                table.tips().stream().map(turn -> new TurnId(table.id(turn))).toList());
    }

    Optional<Turn> turn(TurnId id) {
        Optional<Place> place = locked(table -> {
            int turn = table.find(id.value());
            return turn < 0 ? Optional.empty() : Optional.of(Place.of(table, turn));
        });
        if (place.isEmpty()) {
            return Optional.empty();
        }
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            return Optional.of(read(place.get(), file));
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** Walks by parents, a slice of places at a time; no lock is held while the visitor looks. */
    void walk(TurnId from, TurnVisitor visitor) {
        int next = locked(table -> table.find(from.value()));
        if (next < 0) {
            throw new BrokenBranchException(BrokenBranchException.Kind.UNKNOWN_TIP, session, from);
        }
        BitSet seen = new BitSet();
        Place[] slice = new Place[WALK_SLICE];
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            while (next >= 0) {
                int start = next;
                int taken = locked(table -> fill(slice, start, table, seen));
                for (int i = 0; i < taken; i++) {
                    if (!visitor.visit(read(slice[i], file))) {
                        return;
                    }
                }
                next = after(slice[taken - 1], seen);
            }
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private static int fill(Place[] slice, int start, TurnTable table, BitSet seen) {
        int taken = 0;
        for (int turn = start; turn >= 0 && taken < slice.length && !seen.get(turn); turn = table.parent(turn)) {
            seen.set(turn);
            slice[taken++] = Place.of(table, turn);
        }
        return taken;
    }

    private int after(Place last, BitSet seen) {
        if (last.parent() == TurnTable.MISSING) {
            throw new BrokenBranchException(BrokenBranchException.Kind.MISSING_PARENT, session, new TurnId(last.id()));
        }
        if (last.parent() >= 0 && seen.get(last.parent())) {
            throw new BrokenBranchException(BrokenBranchException.Kind.CYCLE, session, new TurnId(last.id()));
        }
        return last.parent();
    }

    private Turn read(Place place, RandomAccessFile file) throws IOException {
        byte[] bytes = new byte[place.length()];
        file.seek(place.offset());
        file.readFully(bytes);
        try {
            JsonObject line = Json.object(bytes, 0, bytes.length);
            if (place.rewound()) {
                line.put("rewound", true);
            }
            return TurnRecords.read(line, TurnRecords.reference(line, "parent"));
        } catch (JsonProblem | FieldProblem | IllegalArgumentException e) {
            throw corrupt("turn " + place.id() + " cannot be read: " + e.getMessage());
        }
    }

    /** Takes in what others have added. */
    void refresh() {
        locked(table -> table);
    }

    private <T> T locked(Function<TurnTable, T> look) {
        lock.lock();
        try {
            lookAtFile();
            return look.apply(turns);
        } finally {
            lock.unlock();
        }
    }

    private void lookAtFile() {
        try {
            BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class);
            if (seenBytes >= 0 && (now.size() < wholeBytes || !Objects.equals(now.fileKey(), fileKey))) {
                forget();
            }
            if (now.size() != seenBytes) {
                fileKey = now.fileKey();
                load();
                seenBytes = now.size();
            }
        } catch (NoSuchFileException e) {
            forget();
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private void forget() {
        turns = new TurnTable();
        wholeBytes = 0;
        seenBytes = -1;
    }

    private void load() throws IOException {
        try (FileInputStream in = new FileInputStream(path.toFile())) {
            in.getChannel().position(wholeBytes);
            try (LineReader lines = new LineReader(in, wholeBytes)) {
                while (lines.next() && lines.terminated() && !hasHole(lines)) {
                    try {
                        take(Json.object(lines.bytes(), lines.start(), lines.length(), TEXTS), lines);
                    } catch (JsonProblem | FieldProblem e) {
                        long at = lines.offset();
                        if (lines.next()) {
                            throw corrupt("the line at byte " + at + " cannot be read: " + e.getMessage());
                        }
                        break;
                    }
                    wholeBytes = lines.end();
                }
            }
        }
        turns.resolve();
        knownSize = turns.size();
    }

    /** Zero bytes are escaped in JSON. */
    private static boolean hasHole(LineReader line) {
        for (int at = line.start(); at < line.start() + line.length(); at++) {
            if (line.bytes()[at] == 0) {
                return true;
            }
        }
        return false;
    }

    private void take(JsonObject line, LineReader at) throws FieldProblem {
        if (at.offset() == 0) {
            checkHeader(line);
        } else if (line.has("id")) {
            TurnId id = Objects.requireNonNull(TurnRecords.reference(line, "id"));
            TurnId parent = TurnRecords.reference(line, "parent");
            turns.add(id.value(), parent == null ? null : parent.value(), at.offset(), at.length());
            if (TurnRecords.flag(line, "rewound")) {
                turns.rewind(id.value());
            }
        } else if (line.get(HEAD) instanceof String id) {
            turns.head(id);
        } else if (line.get(ARCHIVED) instanceof String id) {
            turns.archive(id);
        } else if (line.get(REWOUND) instanceof String id) {
            turns.rewind(id);
        }
    }

    private void checkHeader(JsonObject line) {
        if (line.get(FORMAT) instanceof Integer version && version > VERSION) {
            throw new MemoryException(
                    ErrorCode.FORMAT_TOO_NEW, "session file " + path + " was written by a newer version");
        }
        if (!session.value().equals(line.get(SESSION))) {
            throw corrupt("its first line does not name the session " + session);
        }
    }

    /** The first line of a session's file. */
    static JsonObject header(SessionId session) {
        return new JsonObject().put(FORMAT, VERSION).put(SESSION, session.value());
    }

    private MemoryException corrupt(String what) {
        return new MemoryException(
                ErrorCode.WORKSPACE_CORRUPT,
                "session file " + path + ": " + what + "; move the file away and import the conversation again");
    }

    private MemoryException unreadable(IOException e) {
        return new MemoryException(ErrorCode.STORAGE_UNAVAILABLE, "cannot read session file " + path + ": " + e, e);
    }

    /** Where one turn stands. */
    private record Place(String id, long offset, int length, int parent, boolean rewound) {
        static Place of(TurnTable table, int turn) {
            return new Place(
                    table.id(turn), table.offset(turn), table.length(turn), table.parent(turn), table.rewound(turn));
        }
    }
}
