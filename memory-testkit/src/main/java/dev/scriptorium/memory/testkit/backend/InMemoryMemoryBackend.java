package dev.scriptorium.memory.testkit.backend;

import dev.scriptorium.memory.api.MemoryBackend;
import dev.scriptorium.memory.api.recall.MemoryContext;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.session.BrokenBranchException;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.SessionStores;
import dev.scriptorium.memory.api.session.TextSpan;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.api.write.DiscardOutcome;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.api.write.WriteRequest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A memory that keeps what was said as plain paragraphs in a map, and recalls those that share words with the question:
 * nothing on disk, no topics, no evidence, no writer. For tests of hosts that need a memory and not its files, and to
 * keep the contract from describing one backend only.
 *
 * <p>It keeps no marks and never organises. Safe for use by several threads.
 *
 * @since 0.1
 */
public final class InMemoryMemoryBackend implements MemoryBackend {
    private static final int BATCH_CHARACTERS = 32_000;
    private static final Duration IDLE = Duration.ofHours(1);
    private static final Pattern NO_LETTERS = Pattern.compile("[^\\p{L}\\p{N}]+");
    private static final int SHORTEST_WORD = 4;

    private final SessionStore sessions;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Key, String> paragraphs = new LinkedHashMap<>();
    private final Map<Key, String> owed = new LinkedHashMap<>();
    // Seen, whether there was anything to keep of them or not.
    private final Set<Key> seen = new HashSet<>();
    private boolean ended;

    private record Key(SessionId session, TurnId turn) {}

    /**
     * An empty memory over the host's conversations.
     *
     * @param clock tells how long a conversation has been idle
     */
    public InMemoryMemoryBackend(SessionStore sessions, Clock clock) {
        this.sessions = sessions;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "in-memory";
    }

    @Override
    public boolean isAvailable() {
        lock.lock();
        try {
            return !ended;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void shutdown() {
        lock.lock();
        try {
            ended = true;
            paragraphs.clear();
            owed.clear();
            seen.clear();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Optional<String> search(MemoryQuery query) {
        if (Thread.currentThread().isInterrupted()) {
            return Optional.empty();
        }
        Set<String> asked = words(query.text());
        List<String> candidates;
        lock.lock();
        try {
            candidates = List.copyOf(paragraphs.values());
        } finally {
            lock.unlock();
        }
        String text = candidates.stream()
                .filter(paragraph -> shared(asked, paragraph) > 0 && shared(asked, paragraph) * 2 >= asked.size())
                .sorted(Comparator.comparingInt((String paragraph) -> -shared(asked, paragraph)))
                .limit(query.limit())
                .reduce((first, second) -> first + "\n\n" + second)
                .orElse("");
        return text.isEmpty() ? Optional.empty() : Optional.of(MemoryContext.fence(text));
    }

    private static int shared(Set<String> asked, String paragraph) {
        Set<String> common = words(paragraph);
        common.retainAll(asked);
        return common.size();
    }

    private static Set<String> words(String text) {
        return NO_LETTERS
                .splitAsStream(text.toLowerCase(Locale.ROOT))
                .filter(word -> word.length() >= SHORTEST_WORD)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    @Override
    public Optional<WriteFailure> write(WriteRequest request) {
        SessionId session = request.session();
        SessionStore store = request.turns()
                .map(turns -> SessionStores.ofList(session, turns))
                .orElse(sessions);
        lock.lock();
        try {
            if (ended) {
                return Optional.empty();
            }
            paragraphs.putAll(owed);
            owed.clear();
            Optional<TurnId> head = store.head(session);
            if (head.isPresent()) {
                write(store, session, head.get(), request.force());
            }
            if (request.force()) {
                writeOtherTips(store, session);
            }
            return Optional.empty();
        } catch (BrokenBranchException e) {
            return Optional.of(WriteFailure.of(FailureCode.SESSION_NODES_UNAVAILABLE, "a branch is broken: " + e.kind())
                    .withRetryable(e.kind() == BrokenBranchException.Kind.UNKNOWN_TIP));
        } finally {
            lock.unlock();
        }
    }

    private void writeOtherTips(SessionStore store, SessionId session) {
        for (TurnId tip : store.tips(session)) {
            write(store, session, tip, false);
        }
    }

    /** Writes a branch when it is due, and what its summaries stand for whenever they are. */
    private void write(SessionStore store, SessionId session, TurnId tip, boolean force) {
        List<Turn> pending = new ArrayList<>();
        store.walk(session, tip, turn -> {
            boolean fresh = !seen.contains(new Key(session, turn.id()));
            if (fresh) {
                pending.add(turn);
            }
            return fresh;
        });
        if (!force && !isDue(pending)) {
            return;
        }
        for (int i = pending.size() - 1; i >= 0; i--) {
            Turn turn = pending.get(i);
            Key key = new Key(session, turn.id());
            if (turn.kind() == TurnKind.SUMMARY && turn.covers().isPresent()) {
                write(store, session, turn.covers().get(), true);
            }
            seen.add(key);
            speech(turn).ifPresent(text -> paragraphs.put(key, text));
        }
    }

    private boolean isDue(List<Turn> pending) {
        Instant idle = clock.instant().minus(IDLE);
        int length = pending.stream()
                .mapToInt(turn -> speech(turn).map(String::length).orElse(0))
                .sum();
        return length >= BATCH_CHARACTERS
                || pending.stream()
                        .flatMap(turn -> turn.time().stream())
                        .map(OffsetDateTime::toInstant)
                        .max(Comparator.naturalOrder())
                        .map(newest -> !newest.isAfter(idle))
                        .orElse(false);
    }

    /** What is worth keeping of a turn. */
    private static Optional<String> speech(Turn turn) {
        if (!turn.kind().speech() || turn.rewound() || turn.trust() == Trust.PENDING) {
            return Optional.empty();
        }
        String whole = turn.text();
        StringBuilder text = new StringBuilder();
        int from = 0;
        // Spans may overlap.
        for (TextSpan span : turn.injectedRecall().stream()
                .sorted(Comparator.comparingInt(TextSpan::start))
                .toList()) {
            text.append(whole, from, Math.max(from, Math.min(span.start(), whole.length())));
            from = Math.max(from, Math.min(span.end(), whole.length()));
        }
        text.append(whole, from, whole.length());
        return text.toString().isBlank() ? Optional.empty() : Optional.of(text.toString());
    }

    @Override
    public DiscardOutcome extractBeforeDiscard(DiscardRequest request) {
        lock.lock();
        try {
            if (ended) {
                return DiscardOutcome.none();
            }
            for (Turn turn : request.turns()) {
                Key key = new Key(request.session(), turn.id());
                speech(turn).filter(text -> !paragraphs.containsKey(key)).ifPresent(text -> owed.put(key, text));
            }
            return DiscardOutcome.archived("");
        } finally {
            lock.unlock();
        }
    }
}
