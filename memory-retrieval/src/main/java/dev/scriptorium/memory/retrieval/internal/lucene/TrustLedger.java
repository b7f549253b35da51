package dev.scriptorium.memory.retrieval.internal.lucene;

import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;

/**
 * The references that some block cites and that are pending or not archived. A block is pending when it cites one of
 * them, so that a promotion changes every block that rests on the turn, and no document of theirs.
 */
final class TrustLedger {
    private TrustLedger() {}

    /** The ledger after references or citations have changed. */
    static Set<Long> update(Set<Long> before, Collection<Long> changed, IndexReader all) throws IOException {
        Set<Long> after = null;
        for (long ref : changed) {
            boolean untrusted = isUntrusted(ref, all);
            if (untrusted != before.contains(ref)) {
                after = after == null ? new HashSet<>(before) : after;
                if (untrusted) {
                    after.add(ref);
                } else {
                    after.remove(ref);
                }
            }
        }
        return after == null ? before : after;
    }

    /** The ledger of an index, computed from nothing. */
    static Set<Long> compute(IndexReader all) throws IOException {
        Set<Long> untrusted = new HashSet<>();
        for (LeafReaderContext leaf : all.leaves()) {
            Terms cited = leaf.reader().terms(Fields.CITES);
            if (cited == null) {
                continue;
            }
            TermsEnum refs = cited.iterator();
            for (BytesRef ref = refs.next(); ref != null; ref = refs.next()) {
                long key = RefKeys.key(ref);
                if (!untrusted.contains(key) && isUntrusted(key, all)) {
                    untrusted.add(key);
                }
            }
        }
        return untrusted;
    }

    private static boolean isUntrusted(long ref, IndexReader all) throws IOException {
        if (!Lookup.any(all, Fields.CITES, RefKeys.term(ref))) {
            return false;
        }
        List<Lookup.Found> turn = Lookup.turn(all, ref);
        return turn.isEmpty() || turn.get(0).has(Fields.TRUST, Fields.PENDING);
    }

    /** The documents of a segment that automatic recall must not see. */
    static HiddenDocs pending(LeafReader leaf, Set<Long> untrusted) throws IOException {
        HiddenDocs pending = new HiddenDocs(leaf);
        pending.add(Fields.TRUST, new BytesRef(Fields.PENDING));
        pending.add(Fields.TRUST, new BytesRef(Fields.UNRESOLVED));
        if (leaf.terms(Fields.CITES) != null) {
            for (long ref : untrusted) {
                pending.add(Fields.CITES, RefKeys.term(ref));
            }
        }
        return pending;
    }

    /** Whether a block is pending: its own citation leads nowhere, or it cites a reference of the ledger. */
    static boolean isPendingBlock(Lookup.Found block, Set<Long> untrusted) throws IOException {
        if (block.has(Fields.TRUST, Fields.UNRESOLVED)) {
            return true;
        }
        SortedNumericDocValues cites = block.leaf().reader().getSortedNumericDocValues(Fields.CITE_VALUES);
        if (cites != null && cites.advanceExact(block.doc())) {
            for (int i = 0; i < cites.docValueCount(); i++) {
                if (untrusted.contains(cites.nextValue())) {
                    return true;
                }
            }
        }
        return false;
    }
}
