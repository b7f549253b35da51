package dev.scriptorium.memory.retrieval.internal.lucene;

import dev.scriptorium.memory.retrieval.content.IndexedFile;
import dev.scriptorium.memory.retrieval.embedding.Embedder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.ToIntFunction;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Gives vectors to documents that were taken without: by whoever had no time to ask the model, or while it could not be
 * used. No lock of the index is held while the model is asked. Thread-safe; one thread fills at a time.
 */
public final class VectorFilling {
    /** So many documents get their vectors together, or a new index does: what stands behind them in a file is indexed again. */
    public static final int MANY = 2_000;

    private final IndexStore store;
    private final Embedder embedder;
    private final ToIntFunction<String> tokens;
    private final ReentrantLock filling = new ReentrantLock();
    private final Map<String, Optional<float[]>> learned = new HashMap<>();
    private volatile @Nullable Snapshot complete;
    private List<String> done = List.of();

    /** The filling of a store. */
    public VectorFilling(IndexStore store, Embedder embedder, ToIntFunction<String> tokens) {
        this.store = store;
        this.embedder = embedder;
        this.tokens = tokens;
    }

    /**
     * Goes on until it is told to stop, or nothing is left that can be done now.
     *
     * @param stop asked between two requests to the model
     * @return false when there is more to do
     */
    public boolean fill(BooleanSupplier stop) {
        if (!filling.tryLock()) {
            return true;
        }
        try {
            boolean more = true;
            while (more && !stop.getAsBoolean()) {
                if (embedder.isPaused() || Thread.currentThread().isInterrupted()) {
                    return true;
                }
                more = step(stop);
            }
            return !more;
        } catch (IOException e) {
            store.warnings().warn("Vectors were not added to the search index", e);
            return true;
        } finally {
            filling.unlock();
        }
    }

    /** How many documents lack a vector that can be asked for now, counted up to {@link #MANY}. */
    public int lacking() {
        return lacking(!embedder.setsAside());
    }

    /** How many documents lack a vector, counted up to {@link #MANY}, be it that the model throws at them. */
    public int without() {
        return lacking(true);
    }

    private int lacking(boolean all) {
        Snapshot snapshot = store.acquire();
        if (snapshot == null) {
            return 0;
        }
        try {
            int lacking = snapshot == complete ? 0 : count(snapshot, all);
            if (lacking == 0 && all) {
                complete = snapshot;
            }
            return lacking;
        } catch (IOException e) {
            return 0;
        } finally {
            IndexStore.release(snapshot);
        }
    }

    /** Learns the vectors of one file, or as many as there is time for; whether there is more to do. */
    private boolean step(BooleanSupplier stop) throws IOException {
        Snapshot snapshot = store.acquire();
        if (snapshot == null || snapshot == complete) {
            release(snapshot);
            return false;
        }
        Map<String, Integer> places;
        List<String> texts;
        try {
            List<Lookup.Found> lacking = together(snapshot);
            if (lacking.isEmpty()) {
                if (!embedder.setsAside()) {
                    complete = snapshot;
                }
                learned.clear();
                return false;
            }
            texts = texts(snapshot, lacking);
            if (texts.equals(done)) {
                // They did not take what they were given: asking again would not end.
                complete = snapshot;
                return false;
            }
            places = places(lacking);
        } finally {
            release(snapshot);
        }
        if (learned.size() > MANY) {
            learned.clear();
        }
        learned.put("", Optional.empty());
        List<String> unknown =
                texts.stream().filter(text -> !learned.containsKey(text)).toList();
        Map<String, Optional<float[]>> vectors = embedder.vectors(unknown, stop);
        learned.putAll(vectors);
        boolean aside = texts.stream().anyMatch(embedder::isSetAside);
        boolean whole = texts.stream().allMatch(text -> learned.containsKey(text) || embedder.isSetAside(text));
        // In the middle of a file what was learned is kept for the next time, since a file is indexed again as a whole.
        if (whole || (embedder.isPaused() && !vectors.isEmpty())) {
            if (texts.stream().anyMatch(learned::containsKey)) {
                put(places);
            }
            done = whole && !aside ? texts : List.of();
            learned.clear();
        }
        // Whoever learned nothing, and was not told to stop, would learn nothing the next time either.
        return whole || !vectors.isEmpty() || stop.getAsBoolean();
    }

    private static void release(@Nullable Snapshot snapshot) {
        if (snapshot != null) {
            IndexStore.release(snapshot);
        }
    }

    private static List<String> texts(Snapshot snapshot, List<Lookup.Found> lacking) throws IOException {
        List<String> texts = new ArrayList<>();
        for (Lookup.Found found : lacking) {
            texts.add(KnownVectors.text(snapshot.all().storedFields().document(found.global())));
        }
        return texts;
    }

    /** From which place on each of some files is to be indexed again. */
    private static Map<String, Integer> places(List<Lookup.Found> lacking) throws IOException {
        Map<String, Integer> places = new TreeMap<>();
        for (Lookup.Found found : lacking) {
            places.merge(found.path(), found.number(Fields.ORDER_VALUE), Math::min);
        }
        return places;
    }

    /** Takes documents; false to be given no more. */
    private interface Visitor {
        boolean visit(Lookup.Found found) throws IOException;
    }

    private static void eachLacking(Snapshot snapshot, Visitor visitor) throws IOException {
        for (LeafReaderContext leaf : snapshot.all().leaves()) {
            FixedBitSet done = done(leaf.reader());
            Bits live = leaf.reader().getLiveDocs();
            for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
                boolean lacking = !done.get(doc) && (live == null || live.get(doc));
                if (lacking && !visitor.visit(new Lookup.Found(leaf, doc))) {
                    return;
                }
            }
        }
    }

    private int count(Snapshot snapshot, boolean all) throws IOException {
        int[] count = new int[1];
        eachLacking(snapshot, found -> {
            count[0] += all || !isSetAside(snapshot, found) ? 1 : 0;
            return count[0] < MANY;
        });
        return count[0];
    }

    private boolean isSetAside(Snapshot snapshot, Lookup.Found found) throws IOException {
        return embedder.setsAside()
                && embedder.isSetAside(
                        KnownVectors.text(snapshot.all().storedFields().document(found.global())));
    }

    /** Documents that lack a vector, as many as are learned together: all of a file, and of more files up to a request. */
    private List<Lookup.Found> together(Snapshot snapshot) throws IOException {
        List<Lookup.Found> lacking = new ArrayList<>();
        Set<String> paths = new HashSet<>();
        eachLacking(snapshot, found -> {
            String path = found.path();
            if ((lacking.size() < Embedder.BATCH || paths.contains(path)) && !isSetAside(snapshot, found)) {
                paths.add(path);
                lacking.add(found);
            }
            return lacking.size() < MANY;
        });
        return lacking;
    }

    /** The documents of a segment that have a vector, or are to have none. */
    private static FixedBitSet done(LeafReader leaf) throws IOException {
        FixedBitSet done = new FixedBitSet(Math.max(1, leaf.maxDoc()));
        done.or(KnownVectors.all(leaf));
        add(done, HiddenDocs.postings(leaf, Fields.NO_VECTOR, new BytesRef(Fields.NO_VECTOR)));
        add(done, HiddenDocs.postings(leaf, Fields.KIND, new BytesRef(Fields.FILE_KIND)));
        return done;
    }

    private static void add(FixedBitSet done, @Nullable PostingsEnum postings) throws IOException {
        if (postings != null) {
            done.or(postings);
        }
    }

    /** Indexes files again with what was learned; what has changed meanwhile gets what is still its own. */
    private void put(Map<String, Integer> places) throws IOException {
        KnownVectors known = KnownVectors.none();
        known.add(learned);
        store.amend((before, change) -> {
            for (Map.Entry<String, Integer> place : places.entrySet()) {
                again(before, place.getKey(), place.getValue(), known, change);
            }
            before.overlay().refresh();
            return before.changed(places.keySet(), Set.of());
        });
    }

    private void again(IndexState state, String path, int from, KnownVectors known, long change) throws IOException {
        IndexReader all = state.snapshot().all();
        Optional<String> hash = StoredFiles.hash(all, path);
        if (hash.isEmpty()) {
            return;
        }
        known.addStored(all, path, from);
        Documents documents = new Documents(tokens, known);
        int start = Math.max(0, from - Documents.NEIGHBOURS);
        StoredFiles.Tail tail = StoredFiles.turnsFrom(all, path, start);
        if (tail.turns().isEmpty()) {
            Optional<IndexedFile> topic = StoredFiles.read(all, path);
            if (topic.isPresent()) {
                known.addStored(all, path, 0);
                state.overlay().replace(topic.get(), documents, change);
            }
            return;
        }
        IndexedFile file = IndexedFile.archive(path, hash.get(), List.of());
        state.overlay().replaceTail(file, tail.turns(), start, from - start, documents, change);
    }
}
