package dev.scriptorium.memory.local.recall;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.local.internal.io.Sha256;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/**
 * The hashes of the last recalls of each session, so that what a host pasted into a turn is not taken for speech. In
 * memory, for as many sessions as are likely to be alive.
 *
 * @since 0.1
 */
public final class RecentRecalls {
    private static final int PER_SESSION = 32;
    private static final int SESSIONS = 1_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<SessionId, Deque<String>> hashes = new LinkedHashMap<>(16, .75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<SessionId, Deque<String>> eldest) {
            return size() > SESSIONS;
        }
    };

    /** Remembers what a session was given. */
    public void remember(SessionId session, String fenced) {
        lock.lock();
        try {
            Deque<String> last = hashes.computeIfAbsent(session, key -> new ArrayDeque<>());
            last.addLast(Sha256.hex(fenced));
            if (last.size() > PER_SESSION) {
                last.removeFirst();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether a fenced text is one that a session was given. */
    public Predicate<String> of(SessionId session) {
        return text -> {
            lock.lock();
            try {
                Deque<String> last = hashes.get(session);
                return last != null && last.contains(Sha256.hex(text));
            } finally {
                lock.unlock();
            }
        };
    }
}
