package dev.scriptorium.memory.bench.write;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStores;
import dev.scriptorium.memory.bench.gen.SyntheticWorkspace;
import dev.scriptorium.memory.bench.report.Samples;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A workspace that records are written into, with what each cost. Not thread-safe. */
final class MeasuredWorkspace implements AutoCloseable {
    private static final String SUFFIX = ".md";

    private final Path root;
    private final OperationLog log = new OperationLog();
    private final LocalMemoryBackend backend;
    private final RecordWriting writing;
    private final List<RecordWriting.Place> places;
    private final Samples total = new Samples();
    private final Map<Steps, Samples> steps = new EnumMap<>(Steps.class);
    private final long firstNumber;
    private int written;

    private MeasuredWorkspace(Path root, boolean passes, List<RecordWriting.Place> places, long firstNumber) {
        this.root = root;
        this.places = places;
        this.firstNumber = firstNumber;
        for (Steps step : Steps.values()) {
            steps.put(step, new Samples());
        }
        if (passes) {
            InMemorySessionStore sessions = new InMemorySessionStore();
            PassWriting pass = new PassWriting(sessions.session(SyntheticWorkspace.LONG_SESSION));
            this.backend = LocalMemoryBackend.open(
                    LocalMemoryConfig.builder(root, sessions).writer(pass).build(), log);
            pass.through(backend);
            this.writing = pass;
        } else {
            this.backend = LocalMemoryBackend.open(
                    LocalMemoryConfig.builder(root, SessionStores.ofList(new SessionId("none"), List.of()))
                            .build(),
                    log);
            this.writing = new ChangeWriting(backend.workspace());
        }
        log.take();
    }

    /** Opens a workspace to write into many of its topics. */
    static MeasuredWorkspace open(Path root, boolean passes, int topics) throws IOException {
        return new MeasuredWorkspace(root, passes, places(root, topics), 0);
    }

    /** So many of its topics, or all. */
    static List<RecordWriting.Place> places(Path root, int topics) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(root.resolve("topics"))) {
            files = all.filter(file -> isTopic(root, file)).sorted().toList();
        }
        List<RecordWriting.Place> places = new ArrayList<>();
        int step = Math.max(1, files.size() / topics);
        for (int i = 0; i < files.size(); i += step) {
            places.add(place(root, files.get(i)));
        }
        return places;
    }

    /** Opens a workspace to write into one of its topics, looking at no others; each time another record. */
    static MeasuredWorkspace openForOne(Path root, boolean passes) throws IOException {
        Optional<Path> topic = firstTopic(root, root.resolve("topics"));
        return new MeasuredWorkspace(
                root,
                passes,
                List.of(place(root, topic.orElseThrow(() -> new IOException("no topic below " + root)))),
                System.currentTimeMillis());
    }

    private static Optional<Path> firstTopic(Path root, Path directory) throws IOException {
        List<Path> entries;
        try (Stream<Path> all = Files.list(directory)) {
            entries = all.sorted().toList();
        }
        for (Path entry : entries) {
            Optional<Path> found = Files.isDirectory(entry)
                    ? firstTopic(root, entry)
                    : Optional.of(entry).filter(file -> isTopic(root, file));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static boolean isTopic(Path root, Path file) {
        return file.toString().endsWith(SUFFIX)
                && !file.equals(root.resolve("topics").resolve("core.md"));
    }

    private static RecordWriting.Place place(Path root, Path file) throws IOException {
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            String title = String.valueOf(lines.readLine());
            if (!title.startsWith("# ")) {
                throw new IOException(file + " has no title; expected a workspace made by gen");
            }
            return new RecordWriting.Place(
                    new TopicPath(root.relativize(file).toString().replace('\\', '/')), title.substring(2));
        }
    }

    Path root() {
        return root;
    }

    /** How many blocks there are now. */
    long blocks() {
        return backend.workspace().read().status().blocks();
    }

    Samples total() {
        return total;
    }

    /** The durations of one step. */
    Samples steps(Steps step) {
        return steps.getOrDefault(step, new Samples());
    }

    /**
     * What a transaction changed.
     *
     * @param topic the topic, from the root
     * @param archive the archive, from the root
     * @param operations what the library told of it
     */
    record Change(String topic, String archive, List<OperationLog.Entry> operations) {}

    /** Writes one record; with {@code counted}, its cost is remembered. */
    Change write(boolean counted) {
        RecordWriting.Place place = places.get(written % places.size());
        log.take();
        long begin = System.nanoTime();
        String archive = writing.write(place, firstNumber + written++);
        long end = System.nanoTime();
        List<OperationLog.Entry> operations = log.take();
        if (counted) {
            total.add(end - begin);
            Steps.nanos(begin, operations, end, root)
                    .forEach((step, nanos) -> steps(step).add(nanos));
        }
        return new Change(place.topic().value(), archive, operations);
    }

    @Override
    public void close() {
        backend.close();
    }
}
