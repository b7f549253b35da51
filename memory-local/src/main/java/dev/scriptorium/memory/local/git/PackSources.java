package dev.scriptorium.memory.local.git;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.zip.CRC32;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/** The objects that are to become one pack, each with the place it is taken from. Not thread-safe. */
final class PackSources implements Closeable {
    private static final long CACHE = 2 << 20;
    private static final int OPEN_FILES = 32;

    private final ObjectStore store;
    private final PackTiers.Inputs inputs;
    private final Deque<PackFile> unread = new ArrayDeque<>();
    private final Set<PackFile> open = new LinkedHashSet<>();
    private final Iterator<ObjectId> loose;
    private final PackedObjects packed;
    private final Map<ObjectId, Place> places = new LinkedHashMap<>();
    private final List<ObjectId> commits = new ArrayList<>();

    PackSources(ObjectStore store, PackTiers.Inputs inputs) {
        this.store = store;
        this.inputs = inputs;
        packed = new PackedObjects(CACHE, store::read);
        loose = inputs.loose().iterator();
        inputs.packs().forEach(path -> unread.add(new PackFile(path)));
    }

    /** Where an object lies; without a pack it is loose. */
    private record Place(@Nullable PackFile pack, int n, long offset, long end) {}

    /** An entry that can be copied: what its header says, and its deflated data. */
    static final class Copy {
        private final PackFile.Entry entry;
        private final byte[] data;

        private Copy(PackFile.Entry entry, byte[] data) {
            this.entry = entry;
            this.data = data;
        }

        boolean delta() {
            return entry.delta();
        }

        int type() {
            return entry.type();
        }

        long size() {
            return entry.size();
        }

        byte[] data() {
            return data;
        }
    }

    /** Reads what one pack holds, at the end what is loose; false when there is nothing left to read. */
    boolean scan() throws IOException {
        PackFile pack = unread.poll();
        if (pack == null) {
            return loose.hasNext() && scan(loose.next());
        }
        PackIndex index = pack.index();
        long[] offsets = new long[index.count() + 1];
        for (int n = 0; n < index.count(); n++) {
            offsets[n] = index.offset(n);
        }
        use(pack);
        offsets[index.count()] = pack.length() - GitHash.LENGTH;
        Arrays.sort(offsets);
        for (int n = 0; n < index.count(); n++) {
            long offset = index.offset(n);
            int next = Arrays.binarySearch(offsets, offset) + 1;
            if (next >= offsets.length) {
                throw new DamagedException("an index that points behind its pack");
            }
            ObjectId id = index.id(n);
            boolean commit = pack.entry(offset).type() == Constants.OBJ_COMMIT;
            if (places.putIfAbsent(id, new Place(pack, n, offset, offsets[next])) == null && commit) {
                commits.add(id);
            }
        }
        return true;
    }

    private boolean scan(ObjectId id) throws IOException {
        boolean known = places.containsKey(id);
        if (!known && store.read(id).type() == Constants.OBJ_COMMIT) {
            commits.add(id);
        }
        places.putIfAbsent(id, new Place(null, 0, 0, 0));
        return true;
    }

    boolean has(ObjectId id) {
        return places.containsKey(id);
    }

    Set<ObjectId> ids() {
        return places.keySet();
    }

    List<ObjectId> commits() {
        return commits;
    }

    StoredObject read(ObjectId id) throws IOException {
        Place place = places.get(id);
        PackFile pack = place == null ? null : place.pack();
        if (place == null || pack == null) {
            return store.read(id);
        }
        use(pack);
        return packed.read(pack, place.offset());
    }

    /** The entry as it lies in its pack; null when the object is loose. */
    @Nullable
    Copy copy(ObjectId id) throws IOException {
        Place place = places.get(id);
        PackFile pack = place == null ? null : place.pack();
        if (place == null || pack == null) {
            return null;
        }
        use(pack);
        PackFile.Entry entry = pack.entry(place.offset());
        byte[] raw = pack.raw(place.offset(), place.end());
        OptionalInt expected = pack.index().crc(place.n());
        CRC32 crc = new CRC32();
        crc.update(raw);
        if (expected.isPresent() && expected.getAsInt() != (int) crc.getValue()) {
            throw new DamagedException("object " + id.name() + " in " + pack);
        }
        return new Copy(entry, Arrays.copyOfRange(raw, (int) (entry.data() - place.offset()), raw.length));
    }

    /** Whether the entry of an object is a delta of just that base. */
    boolean isDeltaOf(ObjectId id, ObjectId base) throws IOException {
        Place place = places.get(id);
        PackFile pack = place == null ? null : place.pack();
        if (place == null || pack == null) {
            return false;
        }
        use(pack);
        PackFile.Entry entry = pack.entry(place.offset());
        return entry.baseOffset() > 0 ? pack.index().find(base) == entry.baseOffset() : base.equals(entry.baseId());
    }

    private void use(PackFile pack) {
        open.remove(pack);
        open.add(pack);
        if (open.size() > OPEN_FILES) {
            PackFile oldest = open.iterator().next();
            oldest.close();
            open.remove(oldest);
        }
    }

    List<Path> packs() {
        return inputs.packs();
    }

    List<ObjectId> loose() {
        return inputs.loose();
    }

    @Override
    public void close() {
        open.forEach(PackFile::close);
        open.clear();
    }
}
