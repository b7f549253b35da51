package dev.scriptorium.memory.markdown.source;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An immutable map that is cheap to change: a large part that versions share, and a small one that each copies.
 *
 * @param <V> what it holds
 */
final class LayeredMap<V> {
    private static final int MAX_OVERLAY = 256;

    private final Map<String, V> base;
    private final Map<String, Optional<V>> overlay;

    private LayeredMap(Map<String, V> base, Map<String, Optional<V>> overlay) {
        this.base = base;
        this.overlay = overlay;
    }

    static <V> LayeredMap<V> of(Map<String, V> entries) {
        return new LayeredMap<>(new HashMap<>(entries), Map.of());
    }

    @Nullable
    V get(String key) {
        Optional<V> changed = overlay.get(key);
        return changed == null ? base.get(key) : changed.orElse(null);
    }

    LayeredMap<V> with(String key, V value) {
        return changed(key, Optional.of(value));
    }

    LayeredMap<V> without(String key) {
        return changed(key, Optional.empty());
    }

    private LayeredMap<V> changed(String key, Optional<V> value) {
        Map<String, Optional<V>> next = new HashMap<>(overlay);
        next.put(key, value);
        if (next.size() <= MAX_OVERLAY) {
            return new LayeredMap<>(base, next);
        }
        Map<String, V> merged = new HashMap<>(base);
        next.forEach((k, v) -> v.ifPresentOrElse(present -> merged.put(k, present), () -> merged.remove(k)));
        return new LayeredMap<>(merged, Map.of());
    }

    /** The keys, in no order. */
    List<String> keys() {
        List<String> keys = new ArrayList<>(base.size() + overlay.size());
        for (String key : base.keySet()) {
            if (!overlay.containsKey(key)) {
                keys.add(key);
            }
        }
        overlay.forEach((key, value) -> {
            if (value.isPresent()) {
                keys.add(key);
            }
        });
        return keys;
    }
}
