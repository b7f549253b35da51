package dev.scriptorium.memory.retrieval.internal.lucene;

import java.io.IOException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermState;
import org.apache.lucene.index.TermStates;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.jspecify.annotations.Nullable;

/** The live documents of one segment that a reader of it must not see. Not thread-safe while it is filled. */
final class HiddenDocs {
    private final LeafReader leaf;
    private final @Nullable Bits live;
    private final FixedBitSet bits;
    private int count;

    HiddenDocs(LeafReader leaf) {
        this(leaf, new FixedBitSet(leaf.maxDoc()), 0);
    }

    private HiddenDocs(LeafReader leaf, FixedBitSet bits, int count) {
        this.leaf = leaf;
        this.live = leaf.getLiveDocs();
        this.bits = bits;
        this.count = count;
    }

    HiddenDocs copy() {
        return new HiddenDocs(leaf, bits.clone(), count);
    }

    int count() {
        return count;
    }

    boolean hides(int document) {
        return bits.get(document);
    }

    /** Hides every document with a term. */
    void add(String field, BytesRef term) throws IOException {
        PostingsEnum postings = postings(leaf, field, term);
        if (postings != null) {
            for (int doc = postings.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = postings.nextDoc()) {
                add(doc);
            }
        }
    }

    /** Hides the documents of a file from a place in it on. */
    void addFile(String path, int fromOrder) throws IOException {
        if (fromOrder == 0) {
            add(Fields.FILE, new BytesRef(path));
            return;
        }
        PostingsEnum postings = postings(leaf, Fields.FILE, new BytesRef(path));
        NumericDocValues orders = leaf.getNumericDocValues(Fields.ORDER_VALUE);
        if (postings == null || orders == null) {
            return;
        }
        for (int doc = postings.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = postings.nextDoc()) {
            if (orders.advanceExact(doc) && orders.longValue() >= fromOrder) {
                add(doc);
            }
        }
    }

    private void add(int doc) {
        if ((live == null || live.get(doc)) && !bits.getAndSet(doc)) {
            count++;
        }
    }

    /** The documents with a term, deleted ones among them; null for none. */
    static @Nullable PostingsEnum postings(LeafReader leaf, String field, BytesRef term) throws IOException {
        return postings(leaf, field, term, PostingsEnum.NONE);
    }

    /** The documents with a term, deleted ones among them, and what else is asked; null for none. */
    static @Nullable PostingsEnum postings(LeafReader leaf, String field, BytesRef term, int flags) throws IOException {
        Terms terms = leaf.terms(field);
        if (terms == null) {
            return null;
        }
        TermsEnum found = terms.iterator();
        return found.seekExact(term) ? found.postings(null, flags) : null;
    }

    /** The documents with a term that is known to be somewhere, deleted ones among them; null for none. */
    static @Nullable PostingsEnum postings(
            LeafReaderContext leaf, String field, BytesRef term, TermStates states, int flags) throws IOException {
        TermState state = states.get(leaf);
        Terms terms = state == null ? null : leaf.reader().terms(field);
        if (terms == null) {
            return null;
        }
        TermsEnum found = terms.iterator();
        found.seekExact(term, state);
        return found.postings(null, flags);
    }
}
