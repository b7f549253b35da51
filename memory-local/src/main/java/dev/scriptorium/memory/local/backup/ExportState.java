package dev.scriptorium.memory.local.backup;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.local.commit.EntrySettler;
import dev.scriptorium.memory.local.git.History;
import dev.scriptorium.memory.local.git.HistoryFiles;
import dev.scriptorium.memory.local.state.SidecarMarks;
import dev.scriptorium.memory.local.tx.BatchRecord;
import dev.scriptorium.memory.local.tx.InstalledEntries;
import dev.scriptorium.memory.local.tx.JournalEntry;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.local.tx.WorkspaceLayout;
import dev.scriptorium.memory.markdown.view.CreationOrder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Where everything stands at one moment: the topics and archives, what has been done with turns, and the history. Taken
 * while nobody commits or marks, so that no turn counts as written whose block is missing, and none is written twice.
 *
 * @param snapshot topics and archives
 * @param state our own small files by their names below the directory of our own state
 * @param references the small files of the history by their names below {@code .git}
 * @param head the commit the history stands at; null without history
 */
record ExportState(
        Snapshot snapshot,
        SortedMap<String, byte[]> state,
        SortedMap<String, byte[]> references,
        @Nullable String head) {
    private static final int ROUNDS = 50;
    private static final long A_MOMENT = 10_000_000;

    static ExportState now(
            WorkspaceLayout layout,
            Transactions transactions,
            EntrySettler settler,
            Optional<History> history,
            Duration timeout)
            throws IOException {
        try {
            return settler.whileSettled(timeout, settle -> {
                InstalledEntries installed = new InstalledEntries(layout);
                long settled = installed.newest();
                Snapshot snapshot = transactions.current();
                List<JournalEntry> owed = owed(transactions, snapshot);
                // What was installed between the settling and the look is settled too; what cannot be, is owed. While
                // somebody installs, a look may show less than was settled: the history would be ahead of it.
                for (int round = 0; round < ROUNDS && (!owed.isEmpty() || snapshot.generation() < settled); round++) {
                    if (snapshot.generation() < settled) {
                        LockSupport.parkNanos(A_MOMENT);
                    }
                    settle.run();
                    settled = installed.newest();
                    snapshot = transactions.current();
                    owed = owed(transactions, snapshot);
                }
                try {
                    Optional<String> head = history.flatMap(History::head);
                    return new ExportState(
                            snapshot,
                            state(layout, transactions.creationOrder(snapshot), owed),
                            head.isPresent() ? references(layout) : Collections.emptySortedMap(),
                            head.orElse(null));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Entries of a state that wait for their commit or their marks. */
    private static List<JournalEntry> owed(Transactions transactions, Snapshot snapshot) {
        return transactions.waiting().stream()
                .filter(entry -> entry.number() <= snapshot.generation())
                .toList();
    }

    private static SortedMap<String, byte[]> state(WorkspaceLayout layout, CreationOrder order, List<JournalEntry> owed)
            throws IOException {
        SortedMap<String, byte[]> state = new TreeMap<>();
        for (String name : ExportPaths.STATE) {
            put(state, name, layout.runtime(name));
        }
        for (String directory : List.of(ExportPaths.MARKS, ExportPaths.KEPT)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(layout.runtime(directory))) {
                for (Path file : files) {
                    put(state, directory + "/" + file.getFileName(), file);
                }
            } catch (NoSuchFileException e) {
                // Nothing was marked or kept.
            }
        }
        for (JournalEntry entry : owed) {
            mark(state, entry.batch());
            settle(state, entry.batch());
        }
        state.keySet()
                .removeIf(name -> !ExportPaths.isAllowed(
                        ExportPaths.MEMORY + layout.runtime().getFileName() + "/" + name,
                        String.valueOf(layout.runtime().getFileName())));
        state.put(ExportPaths.ORDER, lines(order));
        return state;
    }

    private static void put(SortedMap<String, byte[]> state, String name, Path file) throws IOException {
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            state.put(name, Files.readAllBytes(file));
        }
    }

    /** Turns that an entry names are as good as marked. */
    private static void mark(SortedMap<String, byte[]> state, @Nullable BatchRecord batch) {
        if (batch == null || batch.turns().isEmpty()) {
            return;
        }
        String name = ExportPaths.MARKS + "/" + SidecarMarks.fileName(batch.session());
        StringBuilder lines =
                new StringBuilder(new String(state.getOrDefault(name, new byte[0]), StandardCharsets.UTF_8));
        if (lines.length() > 0 && lines.charAt(lines.length() - 1) != '\n') {
            lines.append('\n');
        }
        for (TurnId turn : batch.turns()) {
            lines.append(turn.value()).append('\n');
        }
        state.put(name, lines.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Owed sources that an entry names are owed no longer. */
    private static void settle(SortedMap<String, byte[]> state, @Nullable BatchRecord batch) {
        byte[] before = state.get(ExportPaths.OWED);
        if (before != null && batch != null && !batch.owed().isEmpty()) {
            state.put(
                    ExportPaths.OWED,
                    (new String(before, StandardCharsets.UTF_8) + "\n" + batch.settledLines())
                            .getBytes(StandardCharsets.UTF_8));
        }
    }

    private static byte[] lines(CreationOrder order) {
        List<String> lines = new ArrayList<>();
        for (BlockId id : order.newestFirst()) {
            lines.add(order.number(id).orElseThrow() + " " + id + "\n");
        }
        Collections.reverse(lines);
        return String.join("", lines).getBytes(StandardCharsets.UTF_8);
    }

    private static SortedMap<String, byte[]> references(WorkspaceLayout layout) throws IOException {
        Path git = layout.root().resolve(".git");
        SortedMap<String, byte[]> references = new TreeMap<>();
        for (String path : HistoryFiles.references(git)) {
            references.put(path, Files.readAllBytes(git.resolve(path)));
        }
        return references;
    }
}
