package dev.scriptorium.memory.local.git;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The objects used last, within a number of bytes. Not thread-safe. */
final class ObjectCache<K> {
    private final long limit;
    private final Map<K, StoredObject> objects = new LinkedHashMap<>(64, 0.75f, true);
    private long size;

    ObjectCache(long limit) {
        this.limit = limit;
    }

    @Nullable
    StoredObject get(K key) {
        return objects.get(key);
    }

    /** Keeps an object, unless it alone would fill a good part of the cache. */
    void put(K key, StoredObject object) {
        if (object.bytes().length > limit / 4) {
            return;
        }
        StoredObject before = objects.put(key, object);
        size += object.bytes().length - (before == null ? 0 : before.bytes().length);
        Iterator<StoredObject> oldest = objects.values().iterator();
        while (size > limit) {
            size -= oldest.next().bytes().length;
            oldest.remove();
        }
    }

    void clear() {
        objects.clear();
        size = 0;
    }
}
