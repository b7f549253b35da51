package dev.scriptorium.memory.retrieval.internal.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;

/** Finds documents by an exact term, and reads what is kept by document. */
final class Lookup {
    private Lookup() {}

    /** A visible document. */
    record Found(LeafReaderContext leaf, int doc) {
        int global() {
            return leaf.docBase + doc;
        }

        String path() throws IOException {
            SortedDocValues paths = leaf.reader().getSortedDocValues(Fields.PATH_VALUE);
            return paths.advanceExact(doc) ? paths.lookupOrd(paths.ordValue()).utf8ToString() : "";
        }

        int number(String field) throws IOException {
            NumericDocValues values = leaf.reader().getNumericDocValues(field);
            return values != null && values.advanceExact(doc) ? (int) values.longValue() : 0;
        }

        boolean has(String field, String term) throws IOException {
            PostingsEnum postings = HiddenDocs.postings(leaf.reader(), field, new BytesRef(term));
            return postings != null && postings.advance(doc) == doc;
        }
    }

    /** All visible documents with a term, in their order. */
    static List<Found> all(IndexReader reader, String field, BytesRef term) throws IOException {
        List<Found> found = new ArrayList<>();
        for (LeafReaderContext leaf : reader.leaves()) {
            LeafReader segment = leaf.reader();
            PostingsEnum postings = HiddenDocs.postings(segment, field, term);
            if (postings == null) {
                continue;
            }
            Bits live = segment.getLiveDocs();
            for (int doc = postings.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = postings.nextDoc()) {
                if (live == null || live.get(doc)) {
                    found.add(new Found(leaf, doc));
                }
            }
        }
        return found;
    }

    /** How many visible documents have a term. */
    static int count(IndexReader reader, String field, BytesRef term) throws IOException {
        int count = 0;
        for (LeafReaderContext leaf : reader.leaves()) {
            PostingsEnum postings = HiddenDocs.postings(leaf.reader(), field, term);
            if (postings == null) {
                continue;
            }
            Bits live = leaf.reader().getLiveDocs();
            for (int doc = postings.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = postings.nextDoc()) {
                count += live == null || live.get(doc) ? 1 : 0;
            }
        }
        return count;
    }

    /** Whether any visible document has a term. */
    static boolean any(IndexReader reader, String field, BytesRef term) throws IOException {
        for (LeafReaderContext leaf : reader.leaves()) {
            PostingsEnum postings = HiddenDocs.postings(leaf.reader(), field, term);
            if (postings == null) {
                continue;
            }
            Bits live = leaf.reader().getLiveDocs();
            for (int doc = postings.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = postings.nextDoc()) {
                if (live == null || live.get(doc)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** A visible document of a file, and its place in it. */
    record Placed(Found found, int order) {}

    /** The visible documents of a file that stand from a place on. */
    static List<Placed> inFile(IndexReader reader, String path, int from) throws IOException {
        List<Placed> placed = new ArrayList<>();
        walk(reader, path, (leaf, doc, order) -> {
            if (order >= from) {
                placed.add(new Placed(new Found(leaf, doc), order));
            }
        });
        return placed;
    }

    /** The last place in a file that a block or turn has; -1 when there is none. */
    static int lastOrder(IndexReader reader, String path) throws IOException {
        int[] last = {-1};
        walk(reader, path, (leaf, doc, order) -> {
            if (order != Integer.MAX_VALUE) {
                last[0] = Math.max(last[0], order);
            }
        });
        return last[0];
    }

    private interface Visitor {
        void visit(LeafReaderContext leaf, int doc, int order) throws IOException;
    }

    private static void walk(IndexReader reader, String path, Visitor visitor) throws IOException {
        for (LeafReaderContext leaf : reader.leaves()) {
            PostingsEnum postings = HiddenDocs.postings(leaf.reader(), Fields.FILE, new BytesRef(path));
            NumericDocValues orders = leaf.reader().getNumericDocValues(Fields.ORDER_VALUE);
            if (postings == null || orders == null) {
                continue;
            }
            Bits live = leaf.reader().getLiveDocs();
            for (int doc = postings.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = postings.nextDoc()) {
                if ((live == null || live.get(doc)) && orders.advanceExact(doc)) {
                    visitor.visit(leaf, doc, (int) orders.longValue());
                }
            }
        }
    }

    /** The documents of an archived turn, one for each piece; those of the v2 archive when a legacy one has it too. */
    static List<Found> turn(IndexReader reader, long ref) throws IOException {
        List<Found> found = all(reader, Fields.REF, RefKeys.term(ref));
        if (found.size() < 2) {
            return found;
        }
        String chosen = found.get(0).path();
        for (Found piece : found) {
            String path = piece.path();
            if (Paths.isV2(path) && !Paths.isV2(chosen)) {
                chosen = path;
            }
        }
        List<Found> pieces = new ArrayList<>();
        for (Found piece : found) {
            if (piece.path().equals(chosen)) {
                pieces.add(piece);
            }
        }
        return pieces;
    }
}
