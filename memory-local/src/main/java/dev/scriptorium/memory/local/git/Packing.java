package dev.scriptorium.memory.local.git;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.eclipse.jgit.internal.storage.pack.DeltaIndex;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/** Makes one pack of several, in steps: commits go on meanwhile, and stopping it for ever leaves nothing behind. */
final class Packing implements Closeable {
    private static final int SMALLEST_DELTA = 64;
    private static final int LARGEST_DELTA = 64 << 20;

    private final GitLayout layout;
    private final ObjectStore store;
    private final PackSources sources;
    private final DeltaPlan plan;
    private final PackOutput out;
    private boolean scanned;
    private boolean planned;
    private @Nullable Iterator<ObjectId> rest;

    Packing(GitLayout layout, ObjectStore store, PackTiers.Inputs inputs) {
        this.layout = layout;
        this.store = store;
        sources = new PackSources(store, inputs);
        plan = new DeltaPlan(sources, new StoreReader(store, layout));
        out = new PackOutput(layout);
    }

    /**
     * Works until it is done or told to stop.
     *
     * @return whether it is done
     */
    boolean work(BooleanSupplier goOn) throws IOException {
        do {
            if (!scanned) {
                scanned = !sources.scan();
            } else if (!planned) {
                planned = !plan.step();
            } else if (!write()) {
                finish();
                return true;
            }
        } while (goOn.getAsBoolean());
        return false;
    }

    /** Writes one object, and first the bases it needs; false when all are written. */
    private boolean write() throws IOException {
        Iterator<ObjectId> ids = rest;
        if (ids == null) {
            Set<ObjectId> order = new LinkedHashSet<>(plan.order());
            order.retainAll(sources.ids());
            order.addAll(sources.ids());
            ids = order.iterator();
            rest = ids;
        }
        if (!ids.hasNext()) {
            return false;
        }
        Deque<ObjectId> chain = new ArrayDeque<>();
        for (ObjectId id = ids.next(); id != null && out.offset(id) < 0; id = plan.base(id)) {
            chain.push(id);
        }
        while (!chain.isEmpty()) {
            write(chain.pop());
        }
        return true;
    }

    private void write(ObjectId id) throws IOException {
        ObjectId base = plan.base(id);
        PackSources.Copy copy = sources.copy(id);
        if (base != null) {
            long offset = out.offset(base);
            if (copy != null && sources.isDeltaOf(id, base)) {
                out.deflated(id, PackFile.OFFSET_DELTA, copy.size(), offset, copy.data());
                return;
            }
            byte[] delta = delta(sources.read(base), sources.read(id));
            if (delta != null) {
                out.delta(id, offset, delta);
                return;
            }
        }
        if (copy != null && !copy.delta()) {
            out.deflated(id, copy.type(), copy.size(), -1, copy.data());
        } else {
            StoredObject object = sources.read(id);
            out.whole(id, object.type(), object.bytes());
        }
    }

    /** What makes one object of another; null when it is not worth it. */
    private static byte @Nullable [] delta(StoredObject base, StoredObject object) throws IOException {
        int size = object.bytes().length;
        int large = Math.max(size, base.bytes().length);
        if (base.type() != object.type()
                || size < SMALLEST_DELTA
                || large > LARGEST_DELTA
                || base.bytes().length < 16) {
            return null;
        }
        ByteArrayOutputStream delta = new ByteArrayOutputStream();
        return new DeltaIndex(base.bytes()).encode(delta, object.bytes(), size / 2) ? delta.toByteArray() : null;
    }

    private void finish() throws IOException {
        Path pack = out.finish();
        store.added(pack);
        sources.close();
        // An index over several packs would name packs that are gone; Git does without it until its next gc.
        layout.files().remove(layout.packs().resolve("multi-pack-index"));
        store.removed(
                sources.packs().stream().filter(path -> !path.equals(pack)).toList());
        for (Path gone : sources.packs()) {
            if (!gone.equals(pack)) {
                PackFile file = new PackFile(gone);
                layout.files().remove(file.sibling("idx"));
                layout.files().remove(gone);
                layout.files().remove(file.sibling("rev"));
            }
        }
        for (ObjectId id : sources.loose()) {
            layout.files().remove(store.loose().file(id));
        }
    }

    @Override
    public void close() throws IOException {
        sources.close();
        out.close();
    }
}
