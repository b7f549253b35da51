package dev.scriptorium.memory.local.recall;

import dev.scriptorium.memory.api.recall.Corpus;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.markdown.token.TokenCounter;
import dev.scriptorium.memory.retrieval.IndexBuilding;
import dev.scriptorium.memory.retrieval.IndexSettings;
import dev.scriptorium.memory.retrieval.MemoryIndex;
import dev.scriptorium.memory.retrieval.content.IndexedFile;
import dev.scriptorium.memory.retrieval.rank.RecallText;
import dev.scriptorium.memory.retrieval.rank.SearchAnswer;
import dev.scriptorium.memory.retrieval.rank.SearchOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The search index kept true to the workspace: every search looks first whether the files are what the index holds,
 * and reads those that are not. Safe for use by several threads.
 *
 * @since 0.1
 */
public final class RecallIndex implements AutoCloseable {
    private static final Duration BUDGET = Duration.ofMillis(150);

    /** What is left for collecting when looking at the disk has used the budget up: a slow disk must not forget for us. */
    private static final Duration LEAST = Duration.ofMillis(30);

    /** How many files are taken in at a time. */
    private static final int MANY = 64;

    private final Transactions transactions;
    private final MemoryIndex index;
    private final double floor;
    private final ReentrantLock following = new ReentrantLock();
    private @Nullable Snapshot followed;

    /** The index of a workspace, kept in a directory. */
    public RecallIndex(Path directory, Transactions transactions, TokenCounter counter, double floor) {
        this.transactions = transactions;
        this.floor = floor;
        this.index = MemoryIndex.open(directory, IndexSettings.of(counter::count));
    }

    /** Makes the index agree with a state: reads the files that differ, forgets those that are gone. */
    public void follow(Snapshot snapshot) {
        following.lock();
        try {
            Snapshot before = followed;
            if (before != null && before.isSameContent(snapshot)) {
                return;
            }
            followed = null;
            Set<String> different = before == null ? unlikeIndex(snapshot) : snapshot.differences(before);
            if (different.stream().anyMatch(path -> !path.startsWith(TopicPath.ROOT))) {
                // A citation that led nowhere may lead somewhere now.
                different = new TreeSet<>(different);
                different.addAll(index.unresolvedFiles());
            }
            if (different.size() > MANY && index.documents() == 0 && build(snapshot, different)) {
                followed = snapshot;
                return;
            }
            List<String> gone = different.stream()
                    .filter(path -> wanted(snapshot, path).isEmpty())
                    .toList();
            if (different.size() - gone.size() >= MANY) {
                index.apply(List.of(), gone);
                gone = List.of();
            }
            List<IndexedFile> changed = new ArrayList<>();
            for (String path : different) {
                Optional<String> hash = wanted(snapshot, path);
                if (hash.isPresent()) {
                    changed.add(appended(snapshot, before, path, hash.get())
                            .orElseGet(() -> content(snapshot, path, hash.get())));
                }
                if (changed.size() >= MANY) {
                    apply(snapshot, changed, List.of());
                    saveIfDue(snapshot);
                    changed.clear();
                }
            }
            // Together, so that no other thread sees a block in neither of the two files between which it moved.
            apply(snapshot, changed, gone);
            followed = snapshot;
        } finally {
            following.unlock();
        }
    }

    /** Fills an empty index file by file, so that its size does not matter; false when somebody else is at it. */
    private boolean build(Snapshot snapshot, Set<String> paths) {
        Optional<IndexBuilding> begun = index.build();
        if (begun.isEmpty()) {
            return false;
        }
        try (IndexBuilding building = begun.get()) {
            for (String path : paths) {
                wanted(snapshot, path).ifPresent(hash -> building.add(content(snapshot, path, hash)));
            }
            building.finish(snapshot.generation(), snapshot.revision().value());
        }
        return true;
    }

    private void apply(Snapshot snapshot, List<IndexedFile> changed, List<String> gone) {
        if (changed.isEmpty() && gone.isEmpty()) {
            return;
        }
        List<String> whole = index.apply(changed, gone);
        if (!whole.isEmpty()) {
            List<IndexedFile> again = new ArrayList<>();
            for (IndexedFile file : changed) {
                again.add(whole.contains(file.path()) ? content(snapshot, file.path(), file.contentHash()) : file);
            }
            index.apply(again, gone);
        }
    }

    /** What was added to an archive, where that is all that has happened to it. */
    private Optional<IndexedFile> appended(Snapshot snapshot, @Nullable Snapshot before, String path, String hash) {
        if (before == null || path.startsWith(TopicPath.ROOT)) {
            return Optional.empty();
        }
        Optional<String> previous = before.hash(path);
        if (previous.isEmpty() || before.length(path) >= snapshot.length(path)) {
            return Optional.empty();
        }
        return transactions
                .archiveAfter(path, before.length(path), previous.get())
                .map(tail -> IndexContent.appended(tail, previous.get(), hash));
    }

    /** The paths of files that the index does not hold as they are. */
    private Set<String> unlikeIndex(Snapshot snapshot) {
        Map<String, String> held = index.files();
        SortedMap<String, String> wanted = wanted(snapshot);
        Set<String> different = new TreeSet<>(held.keySet());
        different.removeAll(wanted.keySet());
        wanted.forEach((path, hash) -> {
            if (!hash.equals(held.get(path))) {
                different.add(path);
            }
        });
        return different;
    }

    /** The hash by which the index is to hold a file; empty when it is not to hold it. */
    private static Optional<String> wanted(Snapshot snapshot, String path) {
        boolean servedNot =
                path.startsWith(TopicPath.ROOT) && !snapshot.topics().contains(new TopicPath(path));
        return servedNot ? Optional.empty() : snapshot.hash(path);
    }

    private static SortedMap<String, String> wanted(Snapshot snapshot) {
        SortedMap<String, String> wanted = snapshot.hashes();
        wanted.keySet().removeIf(path -> wanted(snapshot, path).isEmpty());
        return wanted;
    }

    private IndexedFile content(Snapshot snapshot, String path, String hash) {
        return path.startsWith(TopicPath.ROOT)
                ? IndexContent.topic(snapshot, new TopicPath(path), hash)
                : IndexContent.archive(snapshot, transactions.archive(path, snapshot), hash);
    }

    /** What bears on a coming turn, as text without fence; empty when nothing does. Stops in time. */
    public String recall(MemoryQuery query, int limit, int tokens, boolean withSources) {
        long begun = System.nanoTime();
        follow(transactions.current());
        long deadline = Math.max(begun + BUDGET.toNanos(), System.nanoTime() + LEAST.toNanos());
        MemoryQuery bounded = MemoryQuery.builder(query.text())
                .session(query.session().orElse(null))
                .tier(query.tier())
                .limit(Math.min(query.limit(), limit))
                .pathPrefix(query.pathPrefix().orElse(null))
                .dates(query.dates())
                .speaker(query.speaker().orElse(null))
                .corpus(withSources ? query.corpus() : Corpus.TOPICS)
                .floor(query.floor())
                .build();
        SearchAnswer answer = index.search(
                bounded,
                SearchOptions.builder()
                        .floor(floor)
                        .stop(() -> System.nanoTime() > deadline
                                || Thread.currentThread().isInterrupted())
                        .build());
        return RecallText.of(answer, tokens);
    }

    /** What answers a query, pending hits marked. */
    public SearchAnswer search(MemoryQuery query, boolean explain) {
        follow(transactions.current());
        return index.search(query, onRequest(explain));
    }

    private SearchOptions onRequest(boolean explain) {
        return SearchOptions.builder()
                .includePending(true)
                .withSources(true)
                .explained(explain)
                .floor(floor)
                .build();
    }

    /** Why a block is, or is not, found. */
    public String explain(MemoryQuery query, BlockId block) {
        follow(transactions.current());
        return String.join("\n", index.explain(query, block, onRequest(true)).lines());
    }

    /** How many documents the index holds. */
    public int documents() {
        return index.documents();
    }

    /** Whether the index holds what a state holds. */
    public boolean isCurrent(Snapshot snapshot) {
        return wanted(snapshot).equals(index.files());
    }

    /** Moves the saved index forward, unless somebody else is at it. */
    public void save() {
        Snapshot snapshot = transactions.current();
        follow(snapshot);
        index.save(snapshot.generation(), snapshot.revision().value());
    }

    /** Moves the saved index forward if it has fallen behind far enough to matter. */
    public void saveIfDue() {
        Snapshot snapshot = transactions.current();
        follow(snapshot);
        saveIfDue(snapshot);
    }

    private void saveIfDue(Snapshot snapshot) {
        if (index.saveDue() || (index.mark().isEmpty() && index.documents() > 0)) {
            index.save(snapshot.generation(), snapshot.revision().value());
        }
    }

    /** Makes the index anew. */
    public void rebuild() {
        following.lock();
        try {
            index.apply(List.of(), List.copyOf(index.files().keySet()));
            followed = null;
        } finally {
            following.unlock();
        }
        save();
    }

    @Override
    public void close() {
        index.close();
    }
}
