package dev.scriptorium.memory.local.state;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.internal.io.Interrupts;
import dev.scriptorium.memory.local.internal.io.Sha256;
import dev.scriptorium.memory.local.internal.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The hashes of the last recalls of each session, so that what a host pasted into a turn is not taken for speech (D19), for
 * as many sessions as are likely to be alive. In memory, and in a file from time to time, for the process after this one.
 * Safe for use by several threads; a file that is lost or damaged is as if nothing had been recalled.
 *
 * @since 0.1
 */
public final class RecentRecalls {
    private static final Logger LOG = LoggerFactory.getLogger(RecentRecalls.class);
    private static final int PER_SESSION = 32;
    private static final int SESSIONS = 1_000;
    private static final int DIGITS = 32;

    private final Path file;
    private final Disk disk;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<SessionId, List<String>> hashes = new LinkedHashMap<>(16, .75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<SessionId, List<String>> eldest) {
            return size() > SESSIONS;
        }
    };
    private final AtomicLong remembered = new AtomicLong();
    /** Held while the file is read or written, which a recall does not wait for. */
    private final ReentrantLock filing = new ReentrantLock();

    private boolean read;
    private long saved;

    /** Those that a file holds, which is read when somebody asks. */
    public RecentRecalls(Path file, Disk disk) {
        this.file = file;
        this.disk = disk;
    }

    /** Remembers what a session was given; reads and writes nothing. */
    public void remember(SessionId session, String fenced) {
        lock.lock();
        try {
            add(session, hash(fenced));
            remembered.incrementAndGet();
        } finally {
            lock.unlock();
        }
    }

    private void add(SessionId session, String hash) {
        List<String> last = hashes.computeIfAbsent(session, key -> new ArrayList<>());
        last.remove(hash);
        last.add(hash);
        if (last.size() > PER_SESSION) {
            last.remove(0);
        }
    }

    private static String hash(String fenced) {
        return Sha256.hex(fenced).substring(0, DIGITS);
    }

    /** Whether a fenced text is one that a session was given. */
    public Predicate<String> of(SessionId session) {
        return text -> {
            readOnce();
            lock.lock();
            try {
                List<String> last = hashes.get(session);
                return last != null && last.contains(hash(text));
            } finally {
                lock.unlock();
            }
        };
    }

    /** Takes what an earlier process left behind what this one has remembered. */
    private void readOnce() {
        filing.lock();
        try {
            if (!read) {
                Map<SessionId, List<String>> earlier = stored();
                read = true;
                lock.lock();
                try {
                    Map<SessionId, List<String>> mine = new LinkedHashMap<>(hashes);
                    hashes.clear();
                    earlier.forEach((session, theirs) -> theirs.forEach(hash -> add(session, hash)));
                    mine.forEach((session, ours) -> ours.forEach(hash -> add(session, hash)));
                } finally {
                    lock.unlock();
                }
            }
        } finally {
            filing.unlock();
        }
    }

    private Map<SessionId, List<String>> stored() {
        Map<SessionId, List<String>> stored = new LinkedHashMap<>();
        try {
            if (Files.exists(file)) {
                JsonObject json = JsonObject.parse(Files.readString(file, StandardCharsets.UTF_8))
                        .orElseGet(JsonObject::create);
                for (JsonObject one : json.objects("sessions")) {
                    stored.put(new SessionId(one.requireText("session")), one.texts("recalls"));
                }
            }
        } catch (IOException | RuntimeException e) {
            LOG.debug("cannot read {}", file.getFileName(), e);
        }
        return stored;
    }

    /** Writes what was remembered since, beside what other processes have written; what cannot be written waits. */
    public void save() {
        filing.lock();
        try {
            long upTo = remembered.get();
            if (upTo == saved) {
                return;
            }
            readOnce();
            Map<SessionId, List<String>> all = stored();
            copy().forEach((session, ours) -> {
                all.remove(session);
                all.put(session, ours);
            });
            List<JsonObject> sessions = all.entrySet().stream()
                    .skip(Math.max(0, all.size() - SESSIONS))
                    .map(one -> json(one.getKey(), one.getValue()))
                    .toList();
            String text = JsonObject.create().put("version", 1).putObjects("sessions", sessions) + "\n";
            Interrupts.deferred(() -> {
                disk.replaceUnforced(file, text.getBytes(StandardCharsets.UTF_8));
                return file;
            });
            saved = upTo;
        } catch (IOException e) {
            LOG.debug("cannot write {}", file.getFileName(), e);
        } finally {
            filing.unlock();
        }
    }

    private Map<SessionId, List<String>> copy() {
        lock.lock();
        try {
            Map<SessionId, List<String>> copy = new LinkedHashMap<>();
            hashes.forEach((session, ours) -> copy.put(session, List.copyOf(ours)));
            return copy;
        } finally {
            lock.unlock();
        }
    }

    private static JsonObject json(SessionId session, List<String> recalls) {
        return JsonObject.create().put("session", session.value()).putTexts("recalls", recalls);
    }
}
