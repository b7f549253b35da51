package dev.scriptorium.memory.testkit.branches;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.WorkspaceId;
import dev.scriptorium.memory.api.session.WrittenMarks;
import dev.scriptorium.memory.testkit.branches.History.Event;
import dev.scriptorium.memory.testkit.session.ForwardingSessionStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Over random session graphs, kills, and hosts whose marks fail, each turn that falls due is archived once, given to a
 * writer that installed once, and marked last; and the topics are those of an undisturbed life, byte for byte.
 *
 * <p>A history is lived twice, with some thirty transactions each time. {@code -Dscriptorium.branches.histories=50000} for
 * a longer run, {@code -Dscriptorium.branches.seed} for another.
 */
class EveryBranchOnceIT {
    private static final int HISTORIES = Integer.getInteger("scriptorium.branches.histories", 2_000);
    private static final long SEED = Long.getLong("scriptorium.branches.seed", 20_240_506L);
    /** A memory disk, where there is one: what is forced there costs nothing. */
    private static final Path MEMORY_DISK = Path.of("/dev/shm");

    private Path home;

    @BeforeEach
    void begin() throws IOException {
        home = Files.isWritable(MEMORY_DISK)
                ? Files.createTempDirectory(MEMORY_DISK, "scriptorium-branches-")
                : Files.createTempDirectory("scriptorium-branches-");
    }

    @AfterEach
    void remove() throws IOException {
        remove(home);
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** What came of a history. */
    private record Outcome(List<Event> events, int kills, List<String> broken) {}

    private Outcome live(long seed, UnaryOperator<SessionStore> mutant) throws IOException {
        Path place = Files.createTempDirectory(home, "h");
        Files.createDirectories(place);
        History disturbed = new History(place.resolve("disturbed"), seed, true, mutant).run();
        History undisturbed = new History(place.resolve("undisturbed"), seed, false, store -> store).run();
        List<String> broken = new ArrayList<>(disturbed.broken());
        undisturbed.broken().forEach(one -> broken.add("undisturbed: " + one));
        if (!disturbed.topics().equals(undisturbed.topics())) {
            broken.add("the topics are not those of an undisturbed life");
        }
        remove(place);
        return new Outcome(disturbed.events(), disturbed.kills(), broken);
    }

    @Test
    void eachTurnThatFallsDueIsWrittenOnceWhateverHappens() throws Exception {
        AtomicInteger next = new AtomicInteger();
        Queue<String> failures = new ConcurrentLinkedQueue<>();
        Queue<List<Event>> lives = new ConcurrentLinkedQueue<>();
        AtomicInteger kills = new AtomicInteger();
        int threads = Runtime.getRuntime().availableProcessors();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                running.add(pool.submit(() -> {
                    for (int n = next.getAndIncrement();
                            n < HISTORIES && failures.isEmpty();
                            n = next.getAndIncrement()) {
                        Outcome outcome = live(SEED + n, store -> store);
                        kills.addAndGet(outcome.kills());
                        lives.add(outcome.events());
                        if (!outcome.broken().isEmpty()) {
                            failures.add("seed " + (SEED + n) + ": " + outcome.broken() + "\n  " + outcome.events());
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> one : running) {
                one.get();
            }
        } finally {
            pool.shutdownNow();
        }
        Map<Event, Map<Event, Integer>> pairs = pairs(lives);
        print(pairs, kills.get(), lives.size());
        assertThat(failures).isEmpty();
        assertThat(kills.get()).isGreaterThanOrEqualTo(2 * HISTORIES);
        if (HISTORIES >= 500) {
            assertThat(pairs).as("every event has happened").containsOnlyKeys(Event.values());
        }
    }

    private static Map<Event, Map<Event, Integer>> pairs(Collection<List<Event>> lives) {
        Map<Event, Map<Event, Integer>> pairs = new EnumMap<>(Event.class);
        for (List<Event> events : lives) {
            for (int i = 1; i < events.size(); i++) {
                pairs.computeIfAbsent(events.get(i - 1), key -> new EnumMap<>(Event.class))
                        .merge(events.get(i), 1, Integer::sum);
            }
        }
        return pairs;
    }

    private static void print(Map<Event, Map<Event, Integer>> pairs, int kills, int lives) {
        int all = Event.values().length * Event.values().length;
        int seen = pairs.values().stream().mapToInt(Map::size).sum();
        StringBuilder text = new StringBuilder();
        text.append(lives + " histories from seed " + SEED + ", " + kills + " kills; " + seen + " of " + all
                + " pairs of events\n");
        for (Event first : Event.values()) {
            text.append(String.format("%-12s", first));
            for (Event second : Event.values()) {
                text.append(
                        String.format("%7d", pairs.getOrDefault(first, Map.of()).getOrDefault(second, 0)));
            }
            text.append('\n');
        }
        System.out.println(text);
    }

    /** The test of the test: a host that loses the mark of a single turn is found out. */
    @Test
    void aMarkThatIsSkippedIsNoticed() throws IOException {
        int noticed = 0;
        int histories = 16;
        for (int n = 0; n < histories; n++) {
            AtomicInteger marked = new AtomicInteger();
            noticed += live(SEED + n, store -> new SkippingStore(store, marked))
                            .broken()
                            .isEmpty()
                    ? 0
                    : 1;
        }
        // Where the host keeps no marks itself, or has deleted the turn since, there is nothing to notice.
        assertThat(noticed).isPositive();
    }

    /** Sets every mark but the fifth. */
    private static final class SkippingStore extends ForwardingSessionStore {
        private final AtomicInteger marked;

        SkippingStore(SessionStore store, AtomicInteger marked) {
            super(store);
            this.marked = marked;
        }

        @Override
        public Optional<WrittenMarks> marks() {
            return super.marks().map(marks -> new WrittenMarks() {
                @Override
                public Set<TurnId> marked(SessionId session, Collection<TurnId> turns, WorkspaceId workspace) {
                    return marks.marked(session, turns, workspace);
                }

                @Override
                public void mark(SessionId session, Collection<TurnId> turns, WorkspaceId workspace) {
                    marks.mark(
                            session,
                            turns.stream()
                                    .filter(turn -> marked.incrementAndGet() != 5)
                                    .toList(),
                            workspace);
                }
            });
        }
    }
}
