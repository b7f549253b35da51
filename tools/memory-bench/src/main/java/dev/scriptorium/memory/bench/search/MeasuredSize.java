package dev.scriptorium.memory.bench.search;

import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStores;
import dev.scriptorium.memory.bench.floor.BareIndex;
import dev.scriptorium.memory.bench.gen.FirstOpening;
import dev.scriptorium.memory.bench.gen.Shape;
import dev.scriptorium.memory.bench.gen.SyntheticWorkspace;
import dev.scriptorium.memory.bench.report.Progress;
import dev.scriptorium.memory.bench.report.Samples;
import dev.scriptorium.memory.bench.run.ScratchDirectories;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A workspace of one size with both rivals beside it, and what each took. Not thread-safe. */
final class MeasuredSize implements AutoCloseable {
    private static final double SECOND = 1e9;

    private final BigDecimal megabytes;
    private final Path root;
    private final Path scratch;
    private final Path bareDirectory;
    private final Turns turns = new Turns();
    private final Samples cold = new Samples();
    private final Samples bareCold = new Samples();
    private final Samples warm = new Samples();
    private final Samples bareWarm = new Samples();
    private final Samples table = new Samples();
    private final Samples refresh = new Samples();
    private final Samples bareRefresh = new Samples();
    private final OutsideEdit edits;
    private final BareIndex bare;
    private final FullTextTable fullText;
    private final double buildSeconds;
    private final long textBytes;
    private final long indexBytes;
    private long filesRead;
    private int answered;
    private @Nullable LocalMemoryBackend backend;

    private MeasuredSize(BigDecimal megabytes, Path scratch, Progress progress) throws IOException {
        this.megabytes = megabytes;
        this.scratch = scratch;
        this.root = scratch.resolve("workspace");
        this.bareDirectory = scratch.resolve("lucene");
        progress.say("making a workspace of " + megabytes + " MB");
        long bytes = megabytes.movePointRight(6).longValue();
        this.textBytes = SyntheticWorkspace.write(Shape.ofBytes(bytes, 0), root, progress)
                .bytes();
        progress.say("opening it for the first time");
        FirstOpening.of(root);
        Path index = root.resolve(".scriptorium/index");
        ScratchDirectories.remove(index);
        progress.say("building its index");
        this.buildSeconds = build() / SECOND;
        this.indexBytes = PlainDocuments.bytes(index);
        this.edits = new OutsideEdit(root);
        progress.say("giving the same to Lucene and to SQLite");
        this.bare = BareIndex.create(bareDirectory);
        this.fullText = FullTextTable.create(scratch.resolve("fts5.sqlite"));
        PlainDocuments.each(root, (file, turn, text) -> {
            bare.add(file, text);
            fullText.add(text);
            if (turn) {
                turns.hear(text);
            }
        });
        bare.commit();
        fullText.commit();
    }

    /** Makes everything that is measured, below a directory that is there. */
    static MeasuredSize make(BigDecimal megabytes, Path scratch, Progress progress) throws IOException {
        return new MeasuredSize(megabytes, Files.createDirectory(scratch), progress);
    }

    /** A workspace as a host opens it that leaves every setting as it is. */
    static LocalMemoryBackend open(Path root) {
        return LocalMemoryBackend.open(
                LocalMemoryConfig.builder(root, SessionStores.ofList(new SessionId("none"), List.of()))
                        .build());
    }

    /** From a workspace without index to one that is saved; nanoseconds. */
    private long build() {
        long begin = System.nanoTime();
        try (LocalMemoryBackend first = open(root)) {
            first.workspace().read().search(MemoryQuery.of("anything"), false);
        }
        return System.nanoTime() - begin;
    }

    /** Opens ours and the bare index in new processes. */
    void openCold() throws IOException {
        String question = turns.next();
        cold.add(ColdStart.run(ColdOpening.OURS, root, question, scratch));
        bareCold.add(ColdStart.run(ColdOpening.BARE, bareDirectory, question, scratch));
    }

    /** Counts what a new process reads. */
    void watchCold() throws IOException {
        filesRead = ColdStart.run(ColdOpening.OURS_WATCHED, root, turns.next(), scratch);
    }

    /** Asks one question of all three; who comes first changes with each. */
    void ask(int round, boolean counted) throws IOException {
        String question = turns.next();
        boolean ourTurn = round % 2 == 0;
        if (ourTurn) {
            askOurs(question, counted);
        }
        long begin = System.nanoTime();
        bare.search(question);
        add(bareWarm, begin, counted);
        if (!ourTurn) {
            askOurs(question, counted);
        }
        begin = System.nanoTime();
        fullText.search(question);
        add(table, begin, counted);
    }

    private void askOurs(String question, boolean counted) {
        LocalMemoryBackend ours = opened();
        long begin = System.nanoTime();
        boolean found = ours.search(MemoryQuery.of(question)).isPresent();
        add(warm, begin, counted);
        answered += counted && found ? 1 : 0;
    }

    /** Has somebody edit a block, asks for it, and has the edit undone, so that it is the only one. */
    void refresh(boolean counted) throws IOException {
        LocalMemoryBackend ours = opened();
        OutsideEdit.Done edit = edits.next();
        long begin = System.nanoTime();
        ours.search(MemoryQuery.of(edit.sentence()));
        add(refresh, begin, counted);
        begin = System.nanoTime();
        bare.replace(edit.path(), PlainDocuments.blocks(Files.readString(edit.file())));
        bare.search(edit.sentence());
        add(bareRefresh, begin, counted);
        requireFound(edit, ours);
        edit.undo();
        ours.search(MemoryQuery.of(edit.sentence()));
        bare.replace(edit.path(), PlainDocuments.blocks(edit.before()));
    }

    /** Recall may have stopped in time; a search on request never does. */
    private static void requireFound(OutsideEdit.Done edit, LocalMemoryBackend ours) {
        MemoryQuery query = MemoryQuery.builder(edit.word()).floor(false).build();
        if (ours.workspace().read().search(query, false).hits().stream()
                .noneMatch(hit -> hit.text().contains(edit.word()))) {
            throw new IllegalStateException("an outside edit of " + edit.path() + " was not found by the next search");
        }
    }

    private static void add(Samples samples, long begin, boolean counted) {
        long nanos = System.nanoTime() - begin;
        if (counted) {
            samples.add(nanos);
        }
    }

    /** Opened when first needed: no other process is measured beside it. */
    private LocalMemoryBackend opened() {
        LocalMemoryBackend known = backend;
        if (known == null) {
            known = open(root);
            backend = known;
        }
        return known;
    }

    SearchFigures figures() {
        return new SearchFigures(
                megabytes,
                textBytes,
                indexBytes,
                buildSeconds,
                new SearchFigures.Cold(cold.p50(), bareCold.p50(), filesRead),
                new SearchFigures.Warm(
                        warm.p50(), warm.p99(), bareWarm.p50(), table.p50(), share(answered, warm.size())),
                new SearchFigures.Refresh(refresh.p50(), bareRefresh.p50()));
    }

    private static double share(int part, int whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }

    @Override
    public void close() throws IOException {
        try {
            if (backend != null) {
                backend.close();
            }
        } finally {
            try {
                fullText.close();
            } finally {
                bare.close();
            }
        }
    }
}
