package dev.scriptorium.memory.testkit.branches;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.local.disk.DiskObserver;
import dev.scriptorium.memory.testkit.fault.Fault;
import dev.scriptorium.memory.testkit.fault.FaultPoints;
import dev.scriptorium.memory.testkit.fault.Killed;
import dev.scriptorium.memory.testkit.session.InMemorySession;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import dev.scriptorium.memory.testkit.time.MutableClock;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/**
 * One life of two conversations and the memory beside them, made from a seed: turns, forks, rewinds, compactions,
 * discards, deletions, writes; and, when it is disturbed, kills in the middle of them, restarts, and a host whose marks
 * cannot be set for a while. Disturbed or not, the same seed gives the same conversations.
 */
final class History {
    /** What happens. */
    enum Event {
        SAY,
        FORK,
        SWITCH,
        REWIND,
        REGENERATE,
        COMPACT,
        DISCARD,
        DELETE,
        ARCHIVE_TIP,
        UNARCHIVE,
        LATER,
        WRITE_DUE,
        WRITE,
        KILL,
        RESTART,
        MARKS_FAIL
    }

    /** The turns as they were said, for those who look later. */
    interface Turns {
        /** What a writer is shown of a turn; nothing of one that is not trusted. */
        String shown(TurnId turn);
    }

    private static final int LEAST_TURNS = 40;
    private static final int LEAST_FORKS = 3;
    private static final int LEAST_KILLS = 2;
    /** No write of a turn does less to the disk. */
    private static final int FEWEST = 15;

    private static final int BATCH_TOKENS = 150;

    private final Path workspace;
    private final boolean disturbed;
    private final boolean hostKeepsMarks;
    private final Random random;
    private final Random faults;
    private final MutableClock clock = MutableClock.at(TemporaryWorkspace.START);
    private final InMemorySessionStore store;
    private final SessionStore seen;
    private final Ledger ledger;
    private final Map<TurnId, Turn> said = new HashMap<>();
    private final Set<TurnId> discarded = new HashSet<>();
    private final Set<TurnId> rewound = new HashSet<>();
    private final Map<SessionId, List<TurnId>> archived = new HashMap<>();
    private boolean unarchived;
    private final List<Event> events = new ArrayList<>();
    private LocalMemoryBackend backend;
    private FaultPoints points;
    private int kills;
    private int forks;
    private boolean certain;

    /**
     * A history in a directory that does not exist.
     *
     * @param mutant what the memory sees in place of the conversations
     */
    History(Path workspace, long seed, boolean disturbed, UnaryOperator<SessionStore> mutant) {
        try {
            this.workspace = workspace.getParent().toRealPath().resolve(workspace.getFileName());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.disturbed = disturbed;
        this.random = new Random(seed);
        this.faults = new Random(~seed);
        this.hostKeepsMarks = random.nextInt(3) > 0;
        this.store = hostKeepsMarks ? InMemorySessionStore.at(clock) : InMemorySessionStore.withoutMarks(clock);
        this.ledger = new Ledger(this.workspace);
        this.seen = mutant.apply(new WatchedStore(store, ledger, this::shown));
        this.points = FaultPoints.of(this.workspace);
        this.backend = open();
    }

    private String shown(TurnId turn) {
        Turn known = said.get(turn);
        return known == null || known.trust() != Trust.TRUSTED ? "" : known.text();
    }

    /** The topics as they are on disk now. */
    String topics() {
        return ledger.topics();
    }

    List<Event> events() {
        return events;
    }

    int kills() {
        return kills;
    }

    private LocalMemoryBackend open() {
        return LocalMemoryBackend.open(
                LocalMemoryConfig.builder(workspace, seen)
                        .writer(ledger)
                        .clock(clock)
                        .zone(ZoneOffset.UTC)
                        .history(false)
                        .recall(LocalMemoryConfig.Recall.OFF)
                        .batchTokens(BATCH_TOKENS)
                        .organiseAfterBatches(Integer.MAX_VALUE)
                        .organiseAfterTokens(Integer.MAX_VALUE)
                        .organiseEvery(Duration.ofDays(9_999))
                        .build(),
                disturbed ? points : DiskObserver.NONE);
    }

    /** Lives it to its end, and closes the memory. */
    History run() {
        while (said.size() < LEAST_TURNS || forks < LEAST_FORKS) {
            step();
        }
        writeEverything();
        for (int round = 0; round < LEAST_KILLS; round++) {
            InMemorySession session = session();
            session.say(name(), statement());
            remember();
            certain = kills < LEAST_KILLS;
            write(session.id());
        }
        store.failMarks(0);
        if (disturbed) {
            restart();
        }
        backend.close();
        return this;
    }

    private InMemorySession session() {
        return store.session("s" + random.nextInt(2));
    }

    private String name() {
        return "t" + said.size();
    }

    private String statement() {
        StringBuilder text = new StringBuilder();
        // Now and then one that is longer than a batch.
        int statements = random.nextInt(25) == 0 ? 14 : 1;
        for (int i = 0; i < statements; i++) {
            text.append("The boat of number t")
                    .append(said.size())
                    .append('x')
                    .append(i)
                    .append("z is moored in the harbour of Lisbon.\n\n");
        }
        return text.toString().strip();
    }

    private void remember() {
        for (String one : List.of("s0", "s1")) {
            store.session(one).turns().forEach(turn -> said.putIfAbsent(turn.id(), turn));
        }
    }

    private void step() {
        InMemorySession session = session();
        int choice = random.nextInt(100);
        boolean empty = session.head().isEmpty();
        if (disturbed && faults.nextInt(12) == 0) {
            events.add(Event.RESTART);
            restart();
        }
        if (disturbed && hostKeepsMarks && faults.nextInt(10) == 0) {
            events.add(Event.MARKS_FAIL);
            store.failMarks(1 + faults.nextInt(4));
        }
        if (choice < 36 || empty) {
            say(session);
        } else if (choice < 48) {
            events.add(Event.FORK);
            List<Turn> branch = session.branch();
            session.fork(branch.get(random.nextInt(branch.size())).id().value());
            forks++;
            say(session);
        } else if (choice < 52) {
            events.add(Event.SWITCH);
            List<TurnId> tips = session.tips();
            session.head(tips.get(random.nextInt(tips.size())).value());
        } else if (choice < 56) {
            rewind(session);
        } else if (choice < 60) {
            events.add(Event.REGENERATE);
            session.regenerate(session.head().orElseThrow().value(), name(), statement());
            remember();
        } else if (choice < 63) {
            events.add(Event.COMPACT);
            session.compact(name(), "What was said before.");
            remember();
        } else if (choice < 67) {
            events.add(Event.DISCARD);
            discard(session);
            session.compact(name(), "What was said before.");
            remember();
        } else if (choice < 70) {
            events.add(Event.DELETE);
            discard(session);
            store.delete(session.id().value());
            archived.remove(session.id());
        } else if (choice < 73) {
            archiveTip(session);
        } else if (choice < 76) {
            unarchive(session);
        } else if (choice < 78) {
            events.add(Event.LATER);
            clock.advance(Duration.ofHours(2));
        } else if (choice < 90) {
            events.add(Event.WRITE_DUE);
            ledger.broken().addAll(trouble(backend.write(WriteRequest.of(session.id()))));
            ledger.ended(true);
        } else {
            write(session.id());
        }
    }

    private void say(InMemorySession session) {
        events.add(Event.SAY);
        for (int i = random.nextInt(6); i >= 0; i--) {
            int kind = random.nextInt(20);
            if (kind == 0) {
                session.sayUntrusted(name(), statement());
            } else if (kind == 1) {
                session.add(name(), TurnKind.TOOL, "{}", same -> {});
            } else if (kind < 8) {
                session.reply(name(), statement());
            } else {
                session.say(name(), statement());
            }
            remember();
        }
    }

    private void rewind(InMemorySession session) {
        events.add(Event.REWIND);
        List<Turn> branch = session.branch();
        int back = Math.min(branch.size() - 1, random.nextInt(4));
        branch.subList(branch.size() - back, branch.size()).forEach(turn -> rewound.add(turn.id()));
        session.rewind(branch.get(branch.size() - 1 - back).id().value());
    }

    private List<Turn> branch(InMemorySession session, TurnId tip) {
        List<Turn> branch = new ArrayList<>();
        Optional<Turn> at = store.turn(session.id(), tip);
        while (at.isPresent()) {
            branch.add(0, at.get());
            at = at.get().parent().flatMap(parent -> store.turn(session.id(), parent));
        }
        return branch;
    }

    private void discard(InMemorySession session) {
        discard(session, session.branch());
    }

    private void discard(InMemorySession session, List<Turn> branch) {
        untilDone(() -> backend.extractBeforeDiscard(DiscardRequest.of(session.id(), branch))
                .archived());
        branch.forEach(turn -> discarded.add(turn.id()));
    }

    private void archiveTip(InMemorySession session) {
        List<TurnId> tips = session.tips();
        if (tips.size() > 1) {
            events.add(Event.ARCHIVE_TIP);
            TurnId tip = tips.get(1 + random.nextInt(tips.size() - 1));
            if (random.nextBoolean()) {
                discard(session, branch(session, tip));
            }
            session.archive(tip.value());
            archived.computeIfAbsent(session.id(), key -> new ArrayList<>()).add(tip);
        }
    }

    /** A branch comes back, of which something may have been written as owed meanwhile. */
    private void unarchive(InMemorySession session) {
        List<TurnId> tips = archived.getOrDefault(session.id(), List.of());
        if (!tips.isEmpty()) {
            TurnId tip = tips.get(random.nextInt(tips.size()));
            if (!rewound.contains(tip)) {
                events.add(Event.UNARCHIVE);
                unarchived = true;
                session.head(tip.value());
            }
        }
    }

    private void write(SessionId session) {
        events.add(Event.WRITE);
        untilDone(() -> {
            ledger.broken().addAll(trouble(backend.write(WriteRequest.force(session))));
            return true;
        });
    }

    private static List<String> trouble(Optional<WriteFailure> failure) {
        return failure.map(why -> List.of("a write failed: " + why)).orElse(List.of());
    }

    /** Every live tip becomes the head once, and is written to its end. */
    private void writeEverything() {
        for (String one : List.of("s0", "s1")) {
            InMemorySession session = store.session(one);
            for (TurnId tip : session.tips()) {
                session.head(tip.value());
                write(session.id());
            }
            write(session.id());
        }
    }

    /** Does something that may be killed, as often as it is. */
    private void untilDone(BooleanSupplier work) {
        boolean done = false;
        while (!done) {
            if (disturbed && (certain || faults.nextInt(3) == 0)) {
                points.at(points.visited().size() + 1 + faults.nextInt(certain ? FEWEST : 70), Fault.kill());
                certain = false;
            }
            try {
                done = work.getAsBoolean();
                points.heal();
                ledger.ended(true);
            } catch (Killed e) {
                events.add(Event.KILL);
                kills++;
                ledger.ended(false);
                letGo();
                reopen();
            }
        }
    }

    /** The dead process lets go of its locks, and does nothing else any more. */
    private void letGo() {
        store.failMarks(Integer.MAX_VALUE);
        try {
            backend.close();
        } catch (Killed e) {
            // It is dead.
        }
        store.failMarks(0);
    }

    private void restart() {
        backend.close();
        reopen();
    }

    private void reopen() {
        points = FaultPoints.of(workspace);
        backend = open();
    }

    /** What does not hold at the end. */
    List<String> broken() {
        List<String> broken = new ArrayList<>(ledger.broken());
        String topics = ledger.topics();
        String archives = ledger.archives();
        Map<String, Integer> recorded = new HashMap<>();
        Ledger.statements(topics).forEach(name -> recorded.merge(name, 1, Integer::sum));
        Set<TurnId> live = live();
        for (Turn turn : said.values()) {
            boolean due = turn.kind().speech()
                    && (live.contains(turn.id()) || (discarded.contains(turn.id()) && !rewound.contains(turn.id())));
            int frames = count(archives, "/" + turn.id() + " -->");
            if (frames > 1 || (due && frames == 0) || (!turn.kind().speech() && frames > 0)) {
                broken.add(turn + " is archived " + frames + " times");
            }
            for (String statement : Ledger.statements(turn.text())) {
                int times =
                        recorded.getOrDefault(statement, 0) + (ledger.declared().contains(statement) ? 1 : 0);
                boolean shown = due && turn.trust() == Trust.TRUSTED;
                if (times > 1 || (shown && times == 0) || (turn.trust() != Trust.TRUSTED && times > 0)) {
                    broken.add(statement + " is written " + times + " times");
                }
            }
        }
        broken.addAll(unmarked(live));
        return broken;
    }

    private static int count(String text, String part) {
        int count = 0;
        for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
            count++;
        }
        return count;
    }

    /** The speech that live branches hold, and what summaries on them stand for. */
    private Set<TurnId> live() {
        Set<TurnId> live = new HashSet<>();
        for (String one : List.of("s0", "s1")) {
            List<TurnId> open = new ArrayList<>(store.session(one).tips());
            Set<TurnId> walked = new HashSet<>();
            while (!open.isEmpty()) {
                TurnId id = open.remove(0);
                Optional<Turn> turn = store.turn(new SessionId(one), id);
                if (turn.isPresent() && walked.add(id)) {
                    turn.get().parent().ifPresent(open::add);
                    turn.get().covers().ifPresent(open::add);
                    if (turn.get().kind().speech() && !turn.get().rewound()) {
                        live.add(id);
                    }
                }
            }
        }
        return live;
    }

    private List<String> unmarked(Set<TurnId> live) {
        List<String> broken = new ArrayList<>();
        if (hostKeepsMarks) {
            Set<String> marked = new HashSet<>();
            for (String one : List.of("s0", "s1")) {
                marked.addAll(store.session(one).written(ledger.workspaceId()));
            }
            // What was written as owed bears no mark when its branch comes back.
            live.stream()
                    .filter(turn -> !(unarchived && discarded.contains(turn)))
                    .filter(turn -> !marked.contains(turn.value()))
                    .forEach(turn -> broken.add(turn + " is written and not marked"));
        }
        return broken;
    }
}
