package dev.scriptorium.memory.retrieval.internal.lucene;

import dev.scriptorium.memory.retrieval.content.IndexedBlock;
import dev.scriptorium.memory.retrieval.content.IndexedCitation;
import dev.scriptorium.memory.retrieval.content.IndexedFile;
import dev.scriptorium.memory.retrieval.content.IndexedTurn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.util.BytesRef;

/** Takes changed files into an overlay. Used once, under the lock of the store. */
final class ChangeTaking {
    private final Overlay overlay;
    private final IndexReader before;
    private final ToIntFunction<String> tokens;
    private final long change;
    private final KnownVectors vectors = KnownVectors.none();
    private final Set<String> paths = new TreeSet<>();
    private final Set<Long> refs = new HashSet<>();

    /**
     * The taking of changes.
     *
     * @param before what the index shows without them
     * @param change their number
     */
    ChangeTaking(Overlay overlay, IndexReader before, ToIntFunction<String> tokens, long change) {
        this.overlay = overlay;
        this.before = before;
        this.tokens = tokens;
        this.change = change;
    }

    /** Archives that have grown from something else than what the index holds. */
    static List<String> misfits(Collection<IndexedFile> changed, IndexReader reader) throws IOException {
        List<String> misfits = new ArrayList<>();
        for (IndexedFile file : changed) {
            Optional<String> expected = file.appendedTo();
            if (expected.isPresent() && !expected.equals(StoredFiles.hash(reader, file.path()))) {
                misfits.add(file.path());
            }
        }
        return misfits;
    }

    /** Has what stays the same, or moves among these files, keep its vector. */
    void keepVectors(Collection<IndexedFile> changed, Collection<String> removed) throws IOException {
        for (String path : removed) {
            vectors.addStored(before, path, 0);
        }
        for (IndexedFile file : changed) {
            int from = file.appendedTo().isEmpty()
                    ? 0
                    : Math.max(0, Lookup.lastOrder(before, file.path()) + 1 - Documents.NEIGHBOURS);
            vectors.addStored(before, file.path(), from);
        }
    }

    /** Takes changed files and forgets removed ones. */
    void take(Collection<IndexedFile> changed, Collection<String> removed) throws IOException {
        Documents documents = new Documents(tokens, vectors);
        paths.addAll(removed);
        for (String path : removed) {
            archived(path);
            overlay.remove(path, change);
        }
        for (IndexedFile file : changed) {
            paths.add(file.path());
            mentioned(file);
            if (file.appendedTo().isPresent()) {
                append(file, documents);
            } else {
                archived(file.path());
                overlay.replace(file, documents, change);
            }
        }
        overlay.refresh();
    }

    /** The files that were taken or forgotten. */
    Set<String> paths() {
        return paths;
    }

    /** The keys of references that these files archived or cited, or do now. */
    Set<Long> refs() {
        return refs;
    }

    private void append(IndexedFile file, Documents documents) throws IOException {
        StoredFiles.Tail tail = StoredFiles.tail(before, file.path(), 2 * Documents.NEIGHBOURS);
        List<IndexedTurn> turns = new ArrayList<>(tail.turns());
        // The last turns get new neighbours, so they are indexed again.
        int first = Math.max(0, turns.size() - Documents.NEIGHBOURS);
        turns.addAll(file.turns());
        overlay.replaceTail(file, turns, tail.order(), first, documents, change);
    }

    /** The references that a file archives or cites. */
    private void mentioned(IndexedFile file) {
        for (IndexedBlock block : file.blocks()) {
            for (IndexedCitation citation : block.citations()) {
                refs.add(RefKeys.of(citation.ref()));
            }
        }
        file.turns().forEach(turn -> refs.add(RefKeys.of(turn.ref())));
    }

    /** The references that the index has a file archive. */
    private void archived(String path) throws IOException {
        for (Lookup.Found found : Lookup.all(before, Fields.FILE, new BytesRef(path))) {
            NumericDocValues values = found.leaf().reader().getNumericDocValues(Fields.REF_VALUE);
            if (values != null && values.advanceExact(found.doc())) {
                refs.add(values.longValue());
            }
        }
    }
}
