package dev.scriptorium.memory.local.schedule;

import dev.scriptorium.memory.api.session.SessionActivity;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.internal.io.Interrupts;
import dev.scriptorium.memory.local.internal.io.Sha256;
import dev.scriptorium.memory.local.internal.json.JsonObject;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Which sessions have been seen to, each as it was after its last activity. One line a session on disk, written before
 * the next session is looked at; eight bytes a session in memory, while a scan runs. Used by whoever holds the lock of
 * the scan, and by one thread.
 */
final class HandledSessions {
    private static final String SESSION = "session";
    private static final String ACTIVITY = "activity";
    /** Below this many lines a file is not worth making smaller. */
    private static final int SMALL = 1_000;

    private final Path file;
    private final Disk disk;
    private Fingerprints known = new Fingerprints();
    private Fingerprints seen = new Fingerprints();
    private int lines;

    HandledSessions(Path file, Disk disk) {
        this.file = file;
        this.disk = disk;
    }

    /**
     * Reads the file. One with a line that cannot be understood is kept beside, and goes on with the others; sessions of
     * which nothing is known are looked at again. A last line that a kill cut short is dropped.
     *
     * @throws IOException when it cannot be read or kept; nothing is overwritten then
     */
    void load() throws IOException {
        Interrupts.deferred(() -> {
            known = new Fingerprints();
            seen = new Fingerprints();
            lines = 0;
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                boolean torn = endsTorn();
                if (!read(torn)) {
                    rewrite(SetAside.damaged(file, disk), mark -> true);
                } else if (torn) {
                    rewrite(file, mark -> true);
                }
            }
            known.sort();
            return file;
        });
    }

    /** Whether every line but a torn last one could be understood. */
    private boolean read(boolean torn) throws IOException {
        boolean whole = true;
        try (BufferedReader in = reader(file)) {
            String line = in.readLine();
            while (line != null) {
                String following = in.readLine();
                Optional<SessionMark> mark = SessionMark.read(line);
                mark.ifPresent(one -> known.add(one.fingerprint()));
                whole &= mark.isPresent() || (torn && following == null);
                lines++;
                line = following;
            }
        }
        return whole;
    }

    /** Bytes that are no text become characters that no mark has. */
    private static BufferedReader reader(Path from) throws IOException {
        return new BufferedReader(new InputStreamReader(Files.newInputStream(from), StandardCharsets.UTF_8));
    }

    /** Makes the file anew from the marks of another, or of itself. */
    private void rewrite(Path from, Predicate<SessionMark> kept) throws IOException {
        Path made = Disk.temporaryBeside(file);
        try (BufferedReader in = reader(from);
                OutputStream out = new BufferedOutputStream(disk.creating(made))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                Optional<SessionMark> mark = SessionMark.read(line).filter(kept);
                if (mark.isPresent()) {
                    out.write(mark.get().line().getBytes(StandardCharsets.UTF_8));
                }
            }
        }
        disk.move(made, file);
        disk.forceDirectory(Disk.parent(file));
    }

    private boolean endsTorn() throws IOException {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            if (in.length() == 0) {
                return false;
            }
            in.seek(in.length() - 1);
            return in.read() != '\n';
        }
    }

    /** Whether a session has been seen to since its last activity. */
    boolean contains(SessionActivity session) {
        long fingerprint = SessionMark.of(session).fingerprint();
        boolean handled = known.indexOf(fingerprint) >= 0;
        if (handled) {
            seen.add(fingerprint);
        }
        return handled;
    }

    /** Notes that a session has been seen to, for this and every other process. */
    void add(SessionActivity session) throws IOException {
        SessionMark mark = SessionMark.of(session);
        Interrupts.deferred(() -> {
            // A kill loses nothing of it. A power cut may: the session is looked at again, and its turns are marked.
            disk.appendUnforced(file, mark.line().getBytes(StandardCharsets.UTF_8));
            return file;
        });
        seen.add(mark.fingerprint());
        lines++;
    }

    /** After a look at every session: drops the lines of sessions that went on or are gone, when there are many. */
    void dropOld() throws IOException {
        if (lines <= SMALL + 2L * seen.size()) {
            return;
        }
        Interrupts.deferred(() -> {
            seen.sort();
            BitSet taken = new BitSet();
            rewrite(file, mark -> {
                int at = seen.indexOf(mark.fingerprint());
                boolean first = at >= 0 && !taken.get(at);
                if (first) {
                    taken.set(at);
                }
                return first;
            });
            return file;
        });
    }

    /** A session as it was after an activity. */
    private record SessionMark(String session, String activity) {
        static SessionMark of(SessionActivity session) {
            return new SessionMark(
                    session.session().value(), session.lastActivity().toString());
        }

        static Optional<SessionMark> read(String line) {
            return JsonObject.parse(line)
                    .flatMap(json -> json.text(SESSION)
                            .flatMap(
                                    session -> json.text(ACTIVITY).map(activity -> new SessionMark(session, activity))))
                    .filter(mark -> isInstant(mark.activity()));
        }

        private static boolean isInstant(String text) {
            try {
                return Instant.parse(text).toString().equals(text);
            } catch (DateTimeException e) {
                return false;
            }
        }

        String line() {
            return JsonObject.create().put(SESSION, session).put(ACTIVITY, activity) + "\n";
        }

        long fingerprint() {
            byte[] digest = Sha256.digest().digest((session + "\n" + activity).getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(digest).getLong();
        }
    }

    /** Numbers, eight bytes each. */
    private static final class Fingerprints {
        private long[] values = new long[256];
        private int size;

        void add(long value) {
            if (size == values.length) {
                values = Arrays.copyOf(values, size * 2);
            }
            values[size++] = value;
        }

        void sort() {
            Arrays.sort(values, 0, size);
        }

        /** Where a number is among those that were sorted; negative when it is not. */
        int indexOf(long value) {
            return Arrays.binarySearch(values, 0, size, value);
        }

        int size() {
            return size;
        }
    }
}
