package dev.scriptorium.memory.cli.json;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object with its keys in order. Values are null, strings, numbers, booleans, lists and other objects. Not
 * thread-safe.
 */
public final class JsonObject {
    private final Map<String, @Nullable Object> fields = new LinkedHashMap<>();

    /** Sets a field; an empty optional is null. */
    public JsonObject put(String key, @Nullable Object value) {
        fields.put(key, value instanceof Optional<?> optional ? optional.orElse(null) : value);
        return this;
    }

    /** The value of a field; null when it is absent or null. */
    public @Nullable Object get(String key) {
        return fields.get(key);
    }

    /** Whether the field is there, be it null. */
    public boolean has(String key) {
        return fields.containsKey(key);
    }

    /** The keys, in order. */
    public Set<String> keys() {
        return Collections.unmodifiableSet(fields.keySet());
    }

    /** A value with maps in place of objects, for readers that know no JSON. */
    public static @Nullable Object plain(@Nullable Object value) {
        if (value instanceof JsonObject object) {
            Map<String, @Nullable Object> map = new LinkedHashMap<>();
            object.fields.forEach((key, field) -> map.put(key, plain(field)));
            return map;
        }
        if (value instanceof List<?> list) {
            List<@Nullable Object> plain = new ArrayList<>();
            list.forEach(element -> plain.add(plain(element)));
            return plain;
        }
        return value;
    }

    @Override
    public String toString() {
        return Json.compact(this);
    }
}
