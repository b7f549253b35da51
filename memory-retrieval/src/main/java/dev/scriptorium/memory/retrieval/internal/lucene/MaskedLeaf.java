package dev.scriptorium.memory.retrieval.internal.lucene;

import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.util.Bits;
import org.jspecify.annotations.Nullable;

/** A segment with some of its documents hidden, as if they were deleted. Does not own the segment. */
final class MaskedLeaf extends FilterLeafReader {
    private final Bits live;
    private final int numDocs;

    private MaskedLeaf(LeafReader in, HiddenDocs hidden) {
        super(in);
        this.live = new VisibleBits(in.getLiveDocs(), hidden, in.maxDoc());
        this.numDocs = in.numDocs() - hidden.count();
    }

    /** The segment without hidden documents; itself when there are none. */
    static LeafReader of(LeafReader leaf, @Nullable HiddenDocs hidden) {
        return hidden == null || hidden.count() == 0 ? leaf : new MaskedLeaf(leaf, hidden);
    }

    @Override
    public Bits getLiveDocs() {
        return live;
    }

    @Override
    public int numDocs() {
        return numDocs;
    }

    @Override
    public CacheHelper getCoreCacheHelper() {
        return in.getCoreCacheHelper();
    }

    @Override
    public @Nullable CacheHelper getReaderCacheHelper() {
        return null;
    }

    private record VisibleBits(@Nullable Bits before, HiddenDocs hidden, int length) implements Bits {
        @Override
        public boolean get(int index) {
            return !hidden.hides(index) && (before == null || before.get(index));
        }
    }
}
