package dev.scriptorium.memory.retrieval.internal.lucene;

import dev.scriptorium.memory.retrieval.content.IndexMark;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.jspecify.annotations.Nullable;

/**
 * What the index is made of at one moment: a saved part, an overlay, which documents of the saved part the overlay
 * replaces, and which references make blocks pending. Guarded by the lock of {@link IndexStore}; the snapshot it
 * publishes is free.
 */
final class IndexState {
    private final @Nullable SavedIndex saved;
    private final Overlay overlay;
    private final Map<LeafReader, HiddenDocs> replaced;
    private final Set<Long> untrusted;
    private final Snapshot snapshot;

    private IndexState(
            @Nullable SavedIndex saved,
            Overlay overlay,
            Map<LeafReader, HiddenDocs> replaced,
            Set<Long> untrusted,
            Snapshot snapshot) {
        this.saved = saved;
        this.overlay = overlay;
        this.replaced = replaced;
        this.untrusted = untrusted;
        this.snapshot = snapshot;
    }

    /** A saved index, if there is one, and nothing changed since. */
    static IndexState of(@Nullable SavedIndex saved) throws IOException {
        return of(saved, new Overlay());
    }

    /** A saved index and what an overlay says beyond it. */
    static IndexState of(@Nullable SavedIndex saved, Overlay overlay) throws IOException {
        Set<Long> untrusted = saved == null ? Set.of() : saved.stamp().untrusted();
        IndexState state = with(saved, overlay, Map.of(), overlay.entries().keySet(), untrusted);
        return overlay.entries().isEmpty() ? state : state.trusting(TrustLedger.compute(state.snapshot.all()));
    }

    /** The same content on another saved index, with an overlay that makes up for the difference. */
    IndexState onto(SavedIndex other, Overlay difference) throws IOException {
        return with(other, difference, Map.of(), difference.entries().keySet(), untrusted);
    }

    private static IndexState with(
            @Nullable SavedIndex saved,
            Overlay overlay,
            Map<LeafReader, HiddenDocs> before,
            Collection<String> changed,
            Set<Long> untrusted)
            throws IOException {
        Map<LeafReader, HiddenDocs> replaced = saved == null ? Map.of() : hide(saved, overlay, before, changed);
        Snapshot snapshot = snapshot(saved, overlay, replaced, untrusted);
        return new IndexState(saved, overlay, replaced, untrusted, snapshot);
    }

    /** After changes to files of the overlay, and after references have come or gone. */
    IndexState changed(Collection<String> paths, Collection<Long> refs) throws IOException {
        IndexState next = with(saved, overlay, replaced, paths, untrusted);
        Set<Long> ledger = TrustLedger.update(untrusted, refs, next.snapshot.all());
        return ledger == untrusted ? next : next.trusting(ledger);
    }

    /** The same with another ledger of references, in the place of this one. */
    private IndexState trusting(Set<Long> ledger) throws IOException {
        IndexState next = new IndexState(saved, overlay, replaced, ledger, snapshot(saved, overlay, replaced, ledger));
        snapshot.release();
        return next;
    }

    private static Map<LeafReader, HiddenDocs> hide(
            SavedIndex saved, Overlay overlay, Map<LeafReader, HiddenDocs> before, Collection<String> changed)
            throws IOException {
        Map<LeafReader, HiddenDocs> replaced = new HashMap<>();
        for (LeafReaderContext leaf : saved.reader().leaves()) {
            HiddenDocs known = before.get(leaf.reader());
            HiddenDocs hidden = known == null ? new HiddenDocs(leaf.reader()) : known.copy();
            for (String path : changed) {
                Overlay.Entry entry = overlay.entries().get(path);
                if (entry != null) {
                    hidden.addFile(path, entry.from());
                }
            }
            if (hidden.count() > 0) {
                replaced.put(leaf.reader(), hidden);
            }
        }
        return replaced;
    }

    private static Snapshot snapshot(
            @Nullable SavedIndex saved, Overlay overlay, Map<LeafReader, HiddenDocs> replaced, Set<Long> untrusted)
            throws IOException {
        List<DirectoryReader> readers = new ArrayList<>();
        List<LeafReader> visible = new ArrayList<>();
        if (saved != null) {
            readers.add(saved.reader());
            for (LeafReaderContext leaf : saved.reader().leaves()) {
                visible.add(MaskedLeaf.of(leaf.reader(), replaced.get(leaf.reader())));
            }
        }
        readers.add(overlay.reader());
        overlay.reader().leaves().forEach(leaf -> visible.add(leaf.reader()));
        List<LeafReader> trusted = new ArrayList<>();
        for (LeafReader leaf : visible) {
            trusted.add(MaskedLeaf.of(leaf, TrustLedger.pending(leaf, untrusted)));
        }
        String vectors = saved == null ? null : saved.stamp().vectors();
        return Snapshot.of(readers, untrusted, vectors, visible, trusted);
    }

    @Nullable
    SavedIndex saved() {
        return saved;
    }

    Overlay overlay() {
        return overlay;
    }

    Set<Long> untrusted() {
        return untrusted;
    }

    Snapshot snapshot() {
        return snapshot;
    }

    /** What the saved part holds. */
    Optional<IndexMark> mark() {
        return saved == null
                ? Optional.empty()
                : Optional.ofNullable(saved.stamp().mark());
    }
}
