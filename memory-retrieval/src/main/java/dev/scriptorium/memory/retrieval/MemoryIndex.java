package dev.scriptorium.memory.retrieval;

import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.retrieval.content.IndexMark;
import dev.scriptorium.memory.retrieval.content.IndexedFile;
import dev.scriptorium.memory.retrieval.embedding.Embedder;
import dev.scriptorium.memory.retrieval.internal.lucene.IndexContents;
import dev.scriptorium.memory.retrieval.internal.lucene.IndexSearch;
import dev.scriptorium.memory.retrieval.internal.lucene.IndexStore;
import dev.scriptorium.memory.retrieval.internal.lucene.VectorBatches;
import dev.scriptorium.memory.retrieval.internal.lucene.VectorFilling;
import dev.scriptorium.memory.retrieval.rank.Explanation;
import dev.scriptorium.memory.retrieval.rank.SearchAnswer;
import dev.scriptorium.memory.retrieval.rank.SearchOptions;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The search index of a workspace: a saved part on disk, which any number of processes read, and in memory what this
 * process has been told since. It is disposable: everything in it comes from files, and whatever is wrong with the saved
 * part, the index is then empty and is filled again.
 *
 * <p>Thread-safe. Starts no thread. An instance answers from exactly the files it was given: what other processes save
 * does not change its answers, and {@link #save} keeps what it shows.
 */
public final class MemoryIndex implements AutoCloseable {
    /** How many documents lack a vector. */
    public enum Vectors {
        /** None, or there is no model. */
        COMPLETE,
        /** Few: {@link #fillVectors} gives them theirs. */
        FEW,
        /** So many, or all, that the index is better built anew: {@link #buildWithVectors}. */
        MANY,
        /** Some, but the model cannot be used at present. */
        WAITING
    }

    private final IndexStore store;
    private final IndexContents contents;
    private final IndexSearch search;
    private final @Nullable Embedder embedder;
    private final @Nullable VectorFilling filling;

    private MemoryIndex(IndexStore store, IndexSettings settings) {
        this.store = store;
        this.contents = new IndexContents(store);
        this.search = new IndexSearch(store);
        this.embedder = settings.embedder().orElse(null);
        this.filling = embedder == null ? null : new VectorFilling(store, embedder, settings.tokens());
    }

    /**
     * Opens the index of a directory, which need not exist and need not be writable. Reads no file of the workspace; an
     * index that cannot be used is taken for none, with one warning.
     */
    public static MemoryIndex open(Path directory, IndexSettings settings) {
        String vectors = settings.embedder().map(Embedder::identity).orElse(null);
        return new MemoryIndex(IndexStore.open(directory, settings.tokens(), vectors), settings);
    }

    /** The state of the workspace that the saved part holds; empty when there is none, or it holds part of a state. */
    public Optional<IndexMark> mark() {
        return store.mark();
    }

    /**
     * The state of the workspace that the index shows, saved part and changes together: there is nothing to compare when
     * it is the current one. Empty when it shows part of a state, or nobody has said which since something was applied
     * or lost.
     */
    public Optional<IndexMark> shown() {
        return store.shown();
    }

    /**
     * Takes note that everything which was applied makes one state of the workspace whole. Only whoever applies can say
     * so, and says it before anybody applies more.
     */
    public void show(long generation, String revision) {
        store.show(new IndexMark(generation, revision));
    }

    /**
     * How often the index has given up something it held, because it could not be read or a change failed half way. To
     * be asked before looking at what the index holds.
     */
    public long losses() {
        return store.losses();
    }

    /**
     * As {@link #show(long, String)}, for whoever has applied what was missing from what the index held.
     *
     * @param losses as {@link #losses} said before that was looked at
     * @return false, and nothing is noted, when the index has lost something since
     */
    public boolean show(long generation, String revision, long losses) {
        return store.show(new IndexMark(generation, revision), losses);
    }

    /** Whether the saved part was found missing or unusable and is to be made anew by {@link #build}. */
    public boolean damaged() {
        return store.damaged();
    }

    /** Path and content hash of every file the index holds. The cost follows the number of files. */
    public Map<String, String> files() {
        return contents.files();
    }

    /** The content hash the index holds a file by; empty when it does not hold it. */
    public Optional<String> contentHash(String path) {
        return contents.contentHash(path);
    }

    /** Topics that hold a block with a citation which led nowhere; to be read again when archives have changed. */
    public Set<String> unresolvedFiles() {
        return contents.unresolvedFiles();
    }

    /**
     * Takes changed files and forgets removed ones, together: the next search of any thread sees all of it. Writes
     * nothing to disk. What was promoted or archived changes the trust of the blocks that cite it without their files
     * being given again.
     *
     * <p>When it throws, for want of memory or because the tokens could not be counted, the index is as it was saved,
     * and {@link #files} says what is missing. When it throws because the saved part cannot be read, the index is empty.
     *
     * @return paths of appended archives that do not follow what the index holds and have to be given whole; when there
     *     is one, nothing was taken
     */
    public List<String> apply(Collection<IndexedFile> changed, Collection<String> removed) {
        return store.apply(changed, removed);
    }

    /** Whether so much has been applied since the last save that the next one is due. */
    public boolean saveDue() {
        return store.saveDue();
    }

    /**
     * Moves the saved part forward to what this instance holds, marked with the state that it shows, if it shows a whole
     * one. Searches and changes go on meanwhile; what is applied meanwhile is left for the next save.
     *
     * @return false when somebody else is writing the index, or it cannot be written; nothing is lost then
     */
    public boolean save() {
        return store.save();
    }

    /**
     * Begins to write the index anew from whole files; the way to fill an empty index of any size in little memory.
     * Until it is finished, searches answer from what there was.
     *
     * @return empty when somebody else is writing the index, or the directory cannot be written; the files may then be
     *     applied instead
     */
    public Optional<IndexBuilding> build() {
        return store.build().map(IndexBuilding::new);
    }

    /**
     * As {@link #build()}, with the vectors of the model; those that the index has already are not asked for again. Adding
     * a file then takes as long as the model does.
     *
     * @param stop asked between two requests to the model; what is left then goes without
     * @throws IllegalStateException when there is no model
     */
    public Optional<IndexBuilding> buildWithVectors(BooleanSupplier stop) {
        if (embedder == null) {
            throw new IllegalStateException("the index has no model");
        }
        return store.build(new VectorBatches(embedder, stop)).map(IndexBuilding::new);
    }

    /** What has to be done so that everything can be found by its meaning. */
    public Vectors vectors() {
        if (filling == null || embedder == null) {
            return Vectors.COMPLETE;
        }
        if (!store.hasOwnVectors()) {
            return embedder.isPaused() ? Vectors.WAITING : Vectors.MANY;
        }
        int lacking = filling.lacking();
        if (lacking == 0) {
            return Vectors.COMPLETE;
        }
        if (embedder.isPaused()) {
            return Vectors.WAITING;
        }
        return lacking < VectorFilling.MANY ? Vectors.FEW : Vectors.MANY;
    }

    /** How many documents are not found by their meaning, counted up to 2,000; 0 when there is no model. */
    public int withoutVectors() {
        return filling == null ? 0 : filling.without();
    }

    /**
     * Has the model give vectors to what has none, where that is little; no lock is held while it is asked. What it gave
     * is to be saved like any change.
     *
     * @param stop asked between two requests
     * @return false when there is more to do
     */
    public boolean fillVectors(BooleanSupplier stop) {
        return filling == null || !store.hasOwnVectors() || filling.fill(stop);
    }

    /** Whether the vectors here are those of the model; while they are not, answers are found by words only. */
    public boolean hasOwnVectors() {
        return store.hasOwnVectors();
    }

    /** Whether anything is not saved yet, be it only vectors. */
    public boolean hasUnsaved() {
        return store.hasUnsaved();
    }

    /**
     * Answers a query. Never throws for what is asked, and not when interrupted; what cannot be read is an answer
     * without hits that is not complete.
     */
    public SearchAnswer search(MemoryQuery query, SearchOptions options) {
        return search.search(query, options);
    }

    /** Says why a block is, or is not, among the hits of a query; aliases are known. */
    public Explanation explain(MemoryQuery query, BlockId block, SearchOptions options) {
        return search.explain(query, block, options);
    }

    /** How many blocks and turns the index holds; a long turn counts for each of its pieces. */
    public int documents() {
        return contents.documents();
    }

    /** Gives up the index without saving. Searches that are running end with what they read. */
    @Override
    public void close() {
        store.close();
    }
}
