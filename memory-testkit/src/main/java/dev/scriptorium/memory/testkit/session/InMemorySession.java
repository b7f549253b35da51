package dev.scriptorium.memory.testkit.session;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.api.session.WorkspaceId;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One conversation of an {@link InMemorySessionStore}: a graph of turns and the tip the host is on. Every method that
 * changes it returns it, so that a conversation reads as it went.
 *
 * <p>Safe for use by several threads; each method is one step.
 *
 * @since 0.1
 */
public final class InMemorySession {
    private final SessionId id;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<TurnId, Turn> turns = new LinkedHashMap<>();
    private final Set<TurnId> archived = new HashSet<>();
    private final Set<TurnId> hidden = new HashSet<>();
    private final Map<WorkspaceId, Set<TurnId>> marks = new HashMap<>();
    private @Nullable TurnId head;
    private @Nullable Instant lastActivity;

    InMemorySession(SessionId id, Clock clock) {
        this.id = id;
        this.clock = clock;
    }

    /** Its id. */
    public SessionId id() {
        return id;
    }

    /** Somebody speaks to the agent: a turn after the head, which is the head from now on. */
    public InMemorySession say(String turn, String text) {
        return add(turn, TurnKind.USER, text, same -> {});
    }

    /** Somebody with a name speaks to the agent. */
    public InMemorySession say(String turn, Speaker speaker, String text) {
        return add(turn, TurnKind.USER, text, builder -> builder.speaker(speaker));
    }

    /** Somebody speaks whose words wait for the owner's trust. */
    public InMemorySession sayUntrusted(String turn, String text) {
        return add(turn, TurnKind.USER, text, builder -> builder.trust(Trust.PENDING));
    }

    /** The agent replies. */
    public InMemorySession reply(String turn, String text) {
        return add(turn, TurnKind.ASSISTANT, text, same -> {});
    }

    /**
     * A turn of any kind after the head, which is the head from now on.
     *
     * @param more sets what else the turn has; the time is the clock's unless set here
     */
    public InMemorySession add(String turn, TurnKind kind, String text, Consumer<Turn.Builder> more) {
        return locked(() -> {
            Turn.Builder builder =
                    Turn.builder(new TurnId(turn), kind, text).parent(head).time(OffsetDateTime.now(clock));
            more.accept(builder);
            put(builder.build());
            head = new TurnId(turn);
        });
    }

    /** A turn as it is, with the parent it names, whether there is one or not. The head stays where it is. */
    public InMemorySession put(Turn turn) {
        return locked(() -> {
            if (turns.putIfAbsent(turn.id(), turn) != null) {
                throw new IllegalArgumentException("turn " + turn.id() + " of session " + id + " exists already");
            }
            lastActivity = clock.instant();
        });
    }

    /** Goes on from an earlier turn: what follows begins another branch, and the old head stays a live tip. */
    public InMemorySession fork(String from) {
        return head(from);
    }

    /** Takes the turns after this one out of the conversation: they are rewound, and this is the head. */
    public InMemorySession rewind(String to) {
        return locked(() -> {
            TurnId target = known(to);
            List<TurnId> after = new ArrayList<>();
            Optional<TurnId> at = Optional.ofNullable(head);
            while (at.isPresent() && !at.get().equals(target)) {
                after.add(at.get());
                at = Optional.ofNullable(turns.get(at.get())).flatMap(Turn::parent);
            }
            if (at.isEmpty()) {
                throw new IllegalArgumentException("turn " + to + " is not on the branch of the head");
            }
            after.forEach(turn -> turns.computeIfPresent(turn, (key, known) -> rewound(known)));
            head = target;
        });
    }

    private static Turn rewound(Turn turn) {
        return Turn.builder(turn.id(), turn.kind(), turn.text())
                .parent(turn.parent().orElse(null))
                .time(turn.time().orElse(null))
                .speaker(turn.speaker().orElse(null))
                .speakerKind(turn.speakerKind())
                .principal(turn.principal().orElse(null))
                .tier(turn.tier())
                .trust(turn.trust())
                .injectedRecall(turn.injectedRecall())
                .covers(turn.covers().orElse(null))
                .rewound(true)
                .build();
    }

    /** Goes back to an earlier turn and leaves the work since then behind, as another tip. */
    public InMemorySession rewindLeavingBehind(String to) {
        return head(to);
    }

    /** Replaces a turn by another one after the same parent; the replaced one stays a tip. */
    public InMemorySession regenerate(String turn, String by, String text) {
        return locked(() -> {
            Turn replaced = turns.get(known(turn));
            head = replaced == null ? null : replaced.parent().orElse(null);
            add(by, replaced == null ? TurnKind.ASSISTANT : replaced.kind(), text, same -> {});
        });
    }

    /**
     * Replaces everything up to the head by a summary that covers it: the new root of the conversation and its head.
     * The covered branch is no longer a tip.
     */
    public InMemorySession compact(String summary, String text) {
        return locked(() -> {
            TurnId covered = head;
            if (covered == null) {
                throw new IllegalStateException("session " + id + " has nothing to compact");
            }
            archived.add(covered);
            add(summary, TurnKind.SUMMARY, text, builder -> builder.parent(null).covers(covered));
        });
    }

    /** Leaves a branch out of the live tips. */
    public InMemorySession archive(String tip) {
        return locked(() -> archived.add(known(tip)));
    }

    /** Moves the host to a turn. */
    public InMemorySession head(String turn) {
        return locked(() -> head = known(turn));
    }

    /** Keeps a turn from readers, as a store does that has not flushed it yet. */
    public InMemorySession hide(String turn) {
        return locked(() -> hidden.add(known(turn)));
    }

    /** Shows a hidden turn again. */
    public InMemorySession reveal(String turn) {
        return locked(() -> hidden.remove(known(turn)));
    }

    /** Every turn in the order of its arrival. */
    public List<Turn> turns() {
        return reading(() -> List.copyOf(turns.values()));
    }

    /** The branch of the head, oldest first. */
    public List<Turn> branch() {
        return reading(() -> {
            List<Turn> branch = new ArrayList<>();
            Optional<Turn> at = Optional.ofNullable(head).map(turns::get);
            while (at.isPresent() && !branch.contains(at.get())) {
                branch.add(0, at.get());
                at = at.get().parent().map(turns::get);
            }
            return List.copyOf(branch);
        });
    }

    /** The turns that a workspace has marked, in the order of their arrival. */
    public List<String> written(WorkspaceId workspace) {
        return reading(() -> {
            Set<TurnId> marked = marks.getOrDefault(workspace, Set.of());
            return turns.keySet().stream()
                    .filter(marked::contains)
                    .map(TurnId::value)
                    .toList();
        });
    }

    /** Forgets every mark, as after restoring a backup of the host. */
    public InMemorySession forgetMarks() {
        return locked(marks::clear);
    }

    /** The tip the host is on; empty in a session without turns. */
    public Optional<TurnId> head() {
        return reading(() -> Optional.ofNullable(head));
    }

    /** The live tips, the head first: turns that nobody names as parent, neither archived nor rewound. */
    public List<TurnId> tips() {
        return reading(() -> {
            Set<TurnId> parents = new HashSet<>();
            turns.values().stream()
                    .filter(turn -> !turn.rewound() && !turn.parent().equals(Optional.of(turn.id())))
                    .forEach(turn -> turn.parent().ifPresent(parents::add));
            Set<TurnId> tips = new LinkedHashSet<>();
            if (head != null) {
                tips.add(head);
            }
            turns.values().stream()
                    .filter(turn -> !turn.rewound() && !parents.contains(turn.id()) && !archived.contains(turn.id()))
                    .forEach(turn -> tips.add(turn.id()));
            return List.copyOf(tips);
        });
    }

    Optional<Turn> visible(TurnId turn) {
        return reading(() -> hidden.contains(turn) ? Optional.empty() : Optional.ofNullable(turns.get(turn)));
    }

    Optional<Instant> lastActivity() {
        return reading(() -> Optional.ofNullable(lastActivity));
    }

    Set<TurnId> marked(WorkspaceId workspace) {
        return reading(() -> Set.copyOf(marks.getOrDefault(workspace, Set.of())));
    }

    void mark(Collection<TurnId> written, WorkspaceId workspace) {
        locked(() -> {
            Set<TurnId> known = new HashSet<>(written);
            known.retainAll(turns.keySet());
            marks.computeIfAbsent(workspace, key -> new HashSet<>()).addAll(known);
        });
    }

    private TurnId known(String turn) {
        TurnId known = new TurnId(turn);
        if (!turns.containsKey(known)) {
            throw new IllegalArgumentException("session " + id + " has no turn " + turn);
        }
        return known;
    }

    private InMemorySession locked(Runnable change) {
        lock.lock();
        try {
            change.run();
            return this;
        } finally {
            lock.unlock();
        }
    }

    private <T> T reading(java.util.function.Supplier<T> look) {
        lock.lock();
        try {
            return look.get();
        } finally {
            lock.unlock();
        }
    }
}
