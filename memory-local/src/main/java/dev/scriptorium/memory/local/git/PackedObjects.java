package dev.scriptorium.memory.local.git;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.eclipse.jgit.internal.storage.pack.BinaryDelta;
import org.eclipse.jgit.lib.ObjectId;

/** Reads entries of packs as whole objects, following deltas to their bases. Not thread-safe. */
final class PackedObjects {
    private static final int LONGEST_CHAIN = 10_000;

    private final ObjectCache<Place> bases;
    private final Lookup elsewhere;

    /**
     * @param cacheSize how many bytes of bases are kept
     * @param elsewhere where a base is that its pack does not hold
     */
    PackedObjects(long cacheSize, Lookup elsewhere) {
        bases = new ObjectCache<>(cacheSize);
        this.elsewhere = elsewhere;
    }

    /** Finds an object by id. */
    interface Lookup {
        StoredObject read(ObjectId id) throws IOException;
    }

    private record Place(PackFile pack, long offset) {}

    private static final class Step {
        private final Place place;
        private final byte[] delta;

        Step(Place place, byte[] delta) {
            this.place = place;
            this.delta = delta;
        }
    }

    StoredObject read(PackFile pack, long offset) throws IOException {
        Deque<Step> steps = new ArrayDeque<>();
        Place place = new Place(pack, offset);
        StoredObject object = bases.get(place);
        while (object == null) {
            PackFile.Entry entry = pack.entry(place.offset());
            byte[] data = pack.inflate(entry);
            if (!entry.delta()) {
                object = new StoredObject(entry.type(), data);
                if (!steps.isEmpty()) {
                    bases.put(place, object);
                }
                break;
            }
            steps.push(new Step(place, data));
            if (steps.size() > LONGEST_CHAIN) {
                throw new DamagedException("deltas without an end");
            }
            ObjectId id = entry.baseId();
            long base = id == null ? entry.baseOffset() : pack.index().find(id);
            if (base < 0 && id != null) {
                object = elsewhere.read(id);
            } else {
                place = new Place(pack, base);
                object = bases.get(place);
            }
        }
        while (!steps.isEmpty()) {
            Step step = steps.pop();
            object = new StoredObject(object.type(), apply(object.bytes(), step.delta));
            bases.put(step.place, object);
        }
        return object;
    }

    private static byte[] apply(byte[] base, byte[] delta) throws IOException {
        try {
            if (BinaryDelta.getResultSize(delta) > Inflation.LARGEST) {
                throw new DamagedException("a delta of " + BinaryDelta.getResultSize(delta) + " bytes");
            }
            return BinaryDelta.apply(base, delta);
        } catch (IllegalArgumentException | IndexOutOfBoundsException | NegativeArraySizeException e) {
            throw new DamagedException("a delta that does not fit its base", e);
        }
    }

    void clear() {
        bases.clear();
    }
}
