package dev.scriptorium.memory.local.git;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.AbbreviatedObjectId;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a repository, wherever Git keeps them: in packs, with or without deltas, or loose. Every object read is
 * checked against its id. Thread-safe.
 */
final class ObjectStore implements AutoCloseable {
    private static final int OPEN_FILES = 16;
    private static final long CACHE = 2 << 20;

    private final ReentrantLock lock = new ReentrantLock();
    private final Path directory;
    private final LooseObjects loose;
    private final PackedObjects packed = new PackedObjects(CACHE, this::read);
    private final ObjectCache<ObjectId> cache = new ObjectCache<>(CACHE);
    private final Set<PackFile> open = new LinkedHashSet<>();
    /** By file name, the likeliest first: what is read is mostly what was written, or read, last. */
    private final Map<String, PackFile> packs = new HashMap<>();

    private final List<PackFile> order = new ArrayList<>();
    private boolean scanned;

    ObjectStore(GitLayout layout) {
        directory = layout.packs();
        loose = new LooseObjects(layout.objects());
    }

    LooseObjects loose() {
        return loose;
    }

    /**
     * The object.
     *
     * @throws MissingObjectException when it is nowhere
     * @throws IOException when it is damaged everywhere
     */
    StoredObject read(AnyObjectId id) throws IOException {
        lock.lock();
        try {
            StoredObject cached = cache.get(id.toObjectId());
            if (cached != null) {
                return cached;
            }
            StoredObject object = locate(id.toObjectId());
            if (object.type() == Constants.OBJ_TREE || object.type() == Constants.OBJ_COMMIT) {
                cache.put(id.toObjectId(), object);
            }
            return object;
        } finally {
            lock.unlock();
        }
    }

    /** The object of one type. */
    byte[] read(AnyObjectId id, int type) throws IOException {
        StoredObject object = read(id);
        if (object.type() != type) {
            throw new DamagedException(id.name() + " is no " + Constants.typeString(type));
        }
        return object.bytes();
    }

    private StoredObject locate(ObjectId id) throws IOException {
        // Somebody may repack while we look: what was in a pack is then in another one, or loose.
        boolean fresh = !scanned;
        IOException trouble = null;
        while (true) {
            if (!scanned) {
                scan();
            }
            try {
                StoredObject object = look(id);
                if (object != null) {
                    return object;
                }
            } catch (IOException e) {
                trouble = e;
            }
            if (fresh) {
                throw trouble != null ? trouble : new MissingObjectException(id, "object");
            }
            fresh = true;
            scanned = false;
        }
    }

    private @Nullable StoredObject look(ObjectId id) throws IOException {
        IOException trouble = null;
        for (int n = 0; n < order.size(); n++) {
            PackFile pack = order.get(n);
            try {
                long offset = pack.index().find(id);
                if (offset >= 0) {
                    StoredObject object = verified(id, packed.read(pack, offset));
                    touch(pack);
                    Collections.swap(order, n, n / 2);
                    return object;
                }
            } catch (IOException e) {
                trouble = e;
            }
        }
        try {
            StoredObject object = loose.read(id).orElse(null);
            if (object != null) {
                return verified(id, object);
            }
        } catch (IOException e) {
            trouble = e;
        }
        if (trouble != null) {
            throw trouble;
        }
        return null;
    }

    private static StoredObject verified(ObjectId id, StoredObject object) throws IOException {
        if (!GitHash.of(object.type(), object.bytes()).equals(id)) {
            throw new DamagedException("object " + id.name());
        }
        return object;
    }

    private void touch(PackFile pack) {
        open.remove(pack);
        open.add(pack);
        Iterator<PackFile> oldest = open.iterator();
        while (open.size() > OPEN_FILES) {
            oldest.next().close();
            oldest.remove();
        }
    }

    private void scan() throws IOException {
        Set<String> found = new HashSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "pack-*.idx")) {
            for (Path index : files) {
                String name = String.valueOf(index.getFileName()).replaceFirst("\\.idx$", ".pack");
                if (Files.isRegularFile(directory.resolve(name))) {
                    found.add(name);
                }
            }
        } catch (NoSuchFileException e) {
            // An empty repository.
        }
        List<String> gone =
                packs.keySet().stream().filter(name -> !found.contains(name)).toList();
        gone.forEach(this::forget);
        found.forEach(this::keep);
        scanned = true;
    }

    private void keep(String name) {
        if (!packs.containsKey(name)) {
            PackFile pack = new PackFile(directory.resolve(name));
            packs.put(name, pack);
            order.add(0, pack);
        }
    }

    private void forget(String name) {
        PackFile pack = packs.remove(name);
        if (pack != null) {
            pack.close();
            open.remove(pack);
            order.remove(pack);
        }
    }

    /** The packs there are now. */
    List<Path> packs() throws IOException {
        lock.lock();
        try {
            scan();
            return order.stream().map(PackFile::path).toList();
        } finally {
            lock.unlock();
        }
    }

    /** Takes note of a pack that was just put into its directory. */
    void added(Path pack) {
        lock.lock();
        try {
            keep(String.valueOf(pack.getFileName()));
        } finally {
            lock.unlock();
        }
    }

    /** Keeps objects that were just written, so that they need not be read. */
    void remember(Map<ObjectId, StoredObject> written) {
        lock.lock();
        try {
            written.forEach(cache::put);
        } finally {
            lock.unlock();
        }
    }

    /** Takes note that packs are about to be removed, and lets go of them. */
    void removed(Collection<Path> gone) {
        lock.lock();
        try {
            gone.forEach(path -> forget(String.valueOf(path.getFileName())));
            packed.clear();
        } finally {
            lock.unlock();
        }
    }

    /** The objects whose ids begin so. */
    Set<ObjectId> resolve(AbbreviatedObjectId prefix) throws IOException {
        lock.lock();
        try {
            scan();
            Set<ObjectId> found = new HashSet<>();
            for (PackFile pack : order) {
                pack.index().resolve(prefix, found);
            }
            loose.each(prefix.getFirstByte(), id -> {
                if (prefix.prefixCompare(id) == 0) {
                    found.add(id);
                }
            });
            return found;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            removed(order.stream().map(PackFile::path).toList());
            cache.clear();
            scanned = false;
        } finally {
            lock.unlock();
        }
    }
}
