package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.MemoryException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An object of a request as a JSON reader hands it over, with the place where it stands, for messages.
 *
 * @param where such as {@code memory_changes[2].destination}
 */
record PlainObject(String where, Map<?, ?> values) {

    static PlainObject of(String where, @Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return new PlainObject(where, map);
        }
        throw refused(where, "an object", value);
    }

    /** The items of a list that is not empty. */
    static List<PlainObject> list(String where, @Nullable Object value) {
        if (!(value instanceof List<?> items)) {
            throw refused(where, "a list", value);
        }
        if (items.isEmpty()) {
            throw Refusal.invalid(where + ": expected at least one item");
        }
        List<PlainObject> objects = new ArrayList<>(items.size());
        for (int i = 0; i < items.size(); i++) {
            objects.add(of(where + "[" + i + "]", items.get(i)));
        }
        return objects;
    }

    boolean has(String key) {
        return values.containsKey(key);
    }

    /** Whether the key is there with a value; null stands for absence where a key may be left out. */
    boolean given(String key) {
        return values.get(key) != null;
    }

    @Nullable
    Object value(String key) {
        if (!has(key)) {
            throw Refusal.invalid(where + ": " + key + " is missing");
        }
        return values.get(key);
    }

    /** Refuses every other key. */
    void only(Set<String> keys) {
        TreeSet<String> unknown = new TreeSet<>();
        for (Object key : values.keySet()) {
            if (!(key instanceof String name) || !keys.contains(name)) {
                unknown.add(String.valueOf(key));
            }
        }
        if (!unknown.isEmpty()) {
            throw Refusal.invalid(where + ": unknown key " + Refusal.shown(unknown.first()) + "; known are "
                    + String.join(", ", new TreeSet<>(keys)));
        }
    }

    String text(String key) {
        Object value = value(key);
        if (value instanceof String text) {
            return text;
        }
        throw refused(where + "." + key, "a string", value);
    }

    List<String> texts(String key) {
        Object value = value(key);
        if (!(value instanceof List<?> items)) {
            throw refused(where + "." + key, "a list of strings", value);
        }
        List<String> texts = new ArrayList<>(items.size());
        for (int i = 0; i < items.size(); i++) {
            if (!(items.get(i) instanceof String text)) {
                throw refused(where + "." + key + "[" + i + "]", "a string", items.get(i));
            }
            texts.add(text);
        }
        return texts;
    }

    PlainObject object(String key) {
        return of(where + "." + key, value(key));
    }

    /** Makes a value of this object; a refusal says where it stands. */
    <T> T make(Supplier<T> value) {
        try {
            return value.get();
        } catch (MemoryException e) {
            throw Refusal.at(where, e);
        }
    }

    private static MemoryException refused(String where, String expected, @Nullable Object found) {
        String shown = found == null
                ? "nothing"
                : found instanceof Map<?, ?>
                        ? "an object"
                        : found instanceof List<?> ? "a list" : String.valueOf(found);
        return Refusal.invalid(where + ": expected " + expected + "; found "
                + (found instanceof String text ? Refusal.shown(text) : shown));
    }
}
