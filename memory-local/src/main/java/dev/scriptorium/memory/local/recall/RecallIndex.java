package dev.scriptorium.memory.local.recall;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.recall.Corpus;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.markdown.token.TokenCounter;
import dev.scriptorium.memory.retrieval.IndexSettings;
import dev.scriptorium.memory.retrieval.MemoryIndex;
import dev.scriptorium.memory.retrieval.embedding.Embedder;
import dev.scriptorium.memory.retrieval.embedding.Meaning;
import dev.scriptorium.memory.retrieval.rank.RecallText;
import dev.scriptorium.memory.retrieval.rank.SearchAnswer;
import dev.scriptorium.memory.retrieval.rank.SearchOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The search index kept true to the workspace: every search looks first whether the files are what the index holds,
 * and reads those that are not. Safe for use by several threads.
 *
 * @since 0.1
 */
public final class RecallIndex implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RecallIndex.class);
    private static final Duration BUDGET = Duration.ofMillis(150);

    /** What is left for collecting when looking at the disk has used the budget up: a slow disk must not forget for us. */
    private static final Duration LEAST = Duration.ofMillis(30);

    /** How much of the budget is for files that were changed since. */
    private static final Duration READING = Duration.ofMillis(100);

    /** How long somebody who asked for it waits for a model. */
    private static final Duration UNHURRIED = Duration.ofSeconds(10);

    private static final String MEND =
            "set recall to hybrid to be answered by words meanwhile, or see to the model and try again";

    private final Transactions transactions;
    private final MemoryIndex index;
    private final Settings settings;
    private final IndexUpkeep upkeep;
    private final VectorUpkeep vectors;
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    /**
     * The index of a workspace, kept in a directory.
     *
     * @param madeAnew told how many documents there are whenever the index was made anew, when no lock is held
     */
    public RecallIndex(
            Path directory, Transactions transactions, TokenCounter counter, Settings settings, IntConsumer madeAnew) {
        this.transactions = transactions;
        this.settings = settings;
        IndexSettings plain = IndexSettings.of(counter::count);
        Embedder model = settings.model();
        this.index = MemoryIndex.open(directory, model == null ? plain : plain.withVectors(model));
        this.upkeep = new IndexUpkeep(transactions, index, IndexUpkeep.LEFT_OUT, madeAnew);
        this.vectors = new VectorUpkeep(transactions, index);
    }

    /**
     * How it answers.
     *
     * @param floor the least share of a query that must be matched
     * @param look what it looks for
     * @param model null for none; of no use for words alone
     */
    public record Settings(
            double floor, Look look, @Nullable Embedder model) {}

    /** Leaves the vectors to somebody who has time, and is told whenever some are lacking; returns at once. */
    public void leaveVectorsTo(Runnable nudge) {
        vectors.leaveTo(nudge);
    }

    /** Whether the model has vectors to give that can be asked for now. */
    public boolean lacksVectors() {
        return !vectors.isIdle();
    }

    /**
     * Makes an index that cannot be used, or holds part of a state, hold what there is now. Whatever is in the way, the
     * workspace works without.
     */
    public void mend() {
        mend(Integer.MAX_VALUE);
    }

    /**
     * As {@link #mend}, if that is soon done.
     *
     * @return false when there is so much to read that it should not be waited for
     */
    public boolean mendIfSmall() {
        return mend(IndexUpkeep.MANY);
    }

    private boolean mend(int most) {
        if (settings.look() == Look.NOTHING) {
            return true;
        }
        try {
            if (index.shown().isEmpty()) {
                Snapshot now = transactions.current();
                if (now.hashes().size() > most) {
                    return false;
                }
                upkeep.follow(now);
            }
            if (most == Integer.MAX_VALUE) {
                vectors.give();
            }
        } catch (RuntimeException e) {
            putOff(e);
        }
        return true;
    }

    /**
     * Makes the index agree with a state, however long that takes, unless it waits for a search: reads the files that
     * differ, forgets those gone.
     * Whatever is in the way, whoever changed the memory has succeeded without.
     */
    public void follow(Snapshot snapshot) {
        if (settings.look() == Look.NOTHING) {
            return;
        }
        try {
            upkeep.follow(snapshot);
            if (!vectors.left()) {
                vectors.few(System.nanoTime() + UNHURRIED.toNanos());
            }
        } catch (RuntimeException e) {
            putOff(e);
        }
    }

    /**
     * As {@link #follow}, for whoever has little time.
     *
     * @return false when there is more to do, or it cannot be done now
     */
    public boolean catchUp(Snapshot snapshot, Duration most) {
        if (settings.look() == Look.NOTHING) {
            return true;
        }
        try {
            return upkeep.catchUp(snapshot, System.nanoTime() + most.toNanos());
        } catch (RuntimeException e) {
            putOff(e);
            return false;
        }
    }

    /** Says what is in the way: once of each kind, and to the debug log after that. */
    private void putOff(RuntimeException trouble) {
        if (told.add(trouble.getClass().getName())) {
            LOG.warn("the search index is brought up to date later: {}", trouble.toString());
        }
        LOG.debug("the search index is brought up to date later", trouble);
    }

    /**
     * What is done beside the host's calls: takes in what there is time for, and moves the saved index forward if it has
     * fallen behind far enough to matter. Makes an index that holds nothing, however long that takes; vectors where nobody
     * else sees to them, else those of some files.
     *
     * @return false when there is more to do; what somebody else is at, or cannot be done now, is for another time
     */
    public boolean tend(Duration most) {
        if (settings.look() == Look.NOTHING) {
            upkeep.saveIfDue();
            return true;
        }
        Snapshot now = transactions.current();
        if (index.shown().isEmpty() && index.documents() == 0) {
            upkeep.follow(now);
            return vectors.isIdle();
        }
        boolean whole = upkeep.catchUp(now, System.nanoTime() + most.toNanos());
        boolean embedded = vectors.some(System.nanoTime() + most.toNanos());
        upkeep.saveIfDue();
        return whole && embedded;
    }

    /**
     * What bears on a coming turn, as text without fence; empty when nothing does, and while there is no index to answer
     * from. Stops in time, and builds nothing: files that there is no time to read are left out of the answer.
     */
    public String recall(MemoryQuery query, int limit, int tokens, boolean withSources) {
        long begun = System.nanoTime();
        if (!upkeep.keepUp(transactions.current(), begun + READING.toNanos())) {
            return "";
        }
        Optional<Meaning> meaning = meaningInTime(query.text(), begun + BUDGET.toNanos() - LEAST.toNanos());
        if (settings.look() == Look.MEANING && meaning.isEmpty()) {
            return "";
        }
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
                        .floor(settings.floor())
                        .meaning(meaning.orElse(null))
                        .stop(() -> System.nanoTime() > deadline
                                || Thread.currentThread().isInterrupted())
                        .build());
        return RecallText.of(answer, tokens);
    }

    /**
     * What answers a query, pending hits marked.
     *
     * @throws MemoryException {@code STORAGE_UNAVAILABLE} when the index cannot be brought up to date;
     *     {@code EMBEDDING_UNAVAILABLE} when it is to be found by meaning alone, and that is not possible
     */
    public SearchAnswer search(MemoryQuery query, boolean explain) {
        requireWhole();
        return index.search(query, onRequest(explain, meaning(query.text())));
    }

    /**
     * The trusted blocks that each of some texts bears on, however little, best first; for writers.
     *
     * @throws MemoryException {@code STORAGE_UNAVAILABLE} when the index cannot be brought up to date
     */
    public List<List<BlockId>> blocks(List<String> texts, int limit) {
        requireWhole();
        return texts.stream().map(text -> blocks(text, limit)).toList();
    }

    private List<BlockId> blocks(String text, int limit) {
        MemoryQuery query = MemoryQuery.builder(text)
                .limit(limit)
                .corpus(Corpus.TOPICS)
                .floor(false)
                .build();
        return index.search(query, SearchOptions.recall()).hits().stream()
                .flatMap(hit -> hit.block().stream())
                .toList();
    }

    private void requireWhole() {
        if (!upkeep.follow(transactions.current())) {
            throw unwritable("nothing can be found");
        }
    }

    private static MemoryException unwritable(String consequence) {
        return new MemoryException(
                ErrorCode.STORAGE_UNAVAILABLE,
                "the search index cannot be written, so that " + consequence
                        + "; is the disk full, or is another process making the index? Then try again");
    }

    private SearchOptions onRequest(boolean explain, Optional<Meaning> meaning) {
        return SearchOptions.builder()
                .includePending(true)
                .withSources(true)
                .explained(explain)
                .floor(settings.floor())
                .meaning(meaning.orElse(null))
                .build();
    }

    /** The meaning of what is asked, for whoever cannot wait; empty when there is none, or not in time. */
    private Optional<Meaning> meaningInTime(String text, long deadline) {
        Embedder model = settings.model();
        if (!settings.look().asksAModel() || model == null || !index.hasOwnVectors()) {
            return Optional.empty();
        }
        return model.meaningInTime(
                text, Duration.ofNanos(deadline - System.nanoTime()), settings.look() == Look.MEANING);
    }

    private Optional<Meaning> meaning(String text) {
        if (!settings.look().asksAModel()) {
            return Optional.empty();
        }
        boolean alone = settings.look() == Look.MEANING;
        Embedder model = settings.model();
        Optional<Meaning> meaning = Optional.empty();
        if (model != null) {
            long deadline = System.nanoTime() + UNHURRIED.toNanos();
            vectors.few(deadline);
            if (!vectors.left()) {
                vectors.all(deadline, deadline);
            }
            meaning = index.hasOwnVectors() ? model.meaning(text, UNHURRIED, alone) : Optional.empty();
        }
        if (alone && meaning.isEmpty()) {
            throw new MemoryException(
                    ErrorCode.EMBEDDING_UNAVAILABLE, "nothing can be found by meaning: " + trouble() + "; " + MEND);
        }
        return meaning;
    }

    /** Why nothing is found by meaning now; only said where it is looked for. */
    private String trouble() {
        Embedder model = settings.model();
        if (model == null) {
            return "no embedding model is set up";
        }
        return index.hasOwnVectors() || model.isPaused()
                ? "the embedding model " + model.name() + " cannot be used at present"
                : "the index has not all vectors of " + model.name() + " yet, which "
                        + (vectors.isLeft() ? "the executor adds" : "the next search on request or pass adds");
    }

    /** What keeps a search from finding by meaning although it should; empty when nothing does, or it should not. */
    public Optional<String> withoutMeaning() {
        Embedder model = settings.model();
        if (!settings.look().asksAModel()) {
            return Optional.empty();
        }
        if (model == null || model.isPaused() || !index.hasOwnVectors()) {
            return Optional.of("nothing is found by meaning: " + trouble());
        }
        return vectors.lacking().map(count -> count + " documents lack vectors and are found by their words only");
    }

    /**
     * Why a block is, or is not, found.
     *
     * @throws MemoryException as {@link #search}
     */
    public String explain(MemoryQuery query, BlockId block) {
        requireWhole();
        Optional<Meaning> meaning = meaning(query.text());
        List<String> lines = new ArrayList<>(
                index.explain(query, block, onRequest(true, meaning)).lines());
        if (settings.look().asksAModel() && meaning.isEmpty()) {
            lines.add("Looked for by words only: " + trouble() + ".");
        }
        return String.join("\n", lines);
    }

    /** How many documents the index holds. */
    public int documents() {
        return index.documents();
    }

    /** Whether the index holds what a state holds. */
    public boolean isCurrent(Snapshot snapshot) {
        return upkeep.isCurrent(snapshot);
    }

    /** Takes in what there is time for, and leaves on disk what the next process would have to read again. */
    public void saveForNext(Duration most) {
        catchUp(transactions.current(), most);
        upkeep.saveIfBehind();
    }

    /**
     * Makes the index anew.
     *
     * @throws MemoryException {@code STORAGE_UNAVAILABLE} when somebody else is writing it, or the disk refuses; it is
     *     then as it was
     */
    public void rebuild() {
        vectors.giveUp();
        if (!upkeep.rebuild(transactions.current())) {
            throw unwritable("it is not made anew and stays as it was");
        }
        vectors.give();
        upkeep.saveIfBehind();
    }

    @Override
    public void close() {
        vectors.end();
        upkeep.end();
        index.close();
    }
}
