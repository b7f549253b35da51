package dev.scriptorium.memory.local.internal.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object of our own state files: reads what it expects and says what it misses. Mutable while it is built. Keys
 * keep the order in which they were put.
 */
public final class JsonObject {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final ObjectNode node;

    private JsonObject(ObjectNode node) {
        this.node = node;
    }

    /** An object without keys. */
    public static JsonObject create() {
        return new JsonObject(MAPPER.createObjectNode());
    }

    /** Reads an object; empty when the text is none. */
    public static Optional<JsonObject> parse(String text) {
        try {
            JsonNode read = MAPPER.readTree(text);
            return read instanceof ObjectNode object ? Optional.of(new JsonObject(object)) : Optional.empty();
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    /** Puts a text; null removes the key. */
    public JsonObject put(String key, @Nullable String value) {
        if (value == null) {
            node.remove(key);
        } else {
            node.put(key, value);
        }
        return this;
    }

    /** Puts a number. */
    public JsonObject put(String key, long value) {
        node.put(key, value);
        return this;
    }

    /** Puts a truth value. */
    public JsonObject put(String key, boolean value) {
        node.put(key, value);
        return this;
    }

    /** Puts an object. */
    public JsonObject put(String key, JsonObject value) {
        node.set(key, value.node);
        return this;
    }

    /** Puts a list of texts. */
    public JsonObject putTexts(String key, Iterable<String> values) {
        ArrayNode array = node.putArray(key);
        values.forEach(array::add);
        return this;
    }

    /** Puts a list of objects. */
    public JsonObject putObjects(String key, Iterable<JsonObject> values) {
        ArrayNode array = node.putArray(key);
        values.forEach(value -> array.add(value.node));
        return this;
    }

    /** A text; empty when there is none under the key. */
    public Optional<String> text(String key) {
        JsonNode value = node.get(key);
        return value != null && value.isTextual() ? Optional.of(value.asText()) : Optional.empty();
    }

    /** A text that must be there. */
    public String requireText(String key) {
        return text(key).orElseThrow(() -> new IllegalArgumentException("no text under \"" + key + "\""));
    }

    /** A whole number that must be there. */
    public long requireNumber(String key) {
        JsonNode value = node.get(key);
        if (value == null || !value.isIntegralNumber()) {
            throw new IllegalArgumentException("no whole number under \"" + key + "\"");
        }
        return value.asLong();
    }

    /** A whole number; another when there is none under the key. */
    public long number(String key, long otherwise) {
        JsonNode value = node.get(key);
        return value != null && value.isIntegralNumber() ? value.asLong() : otherwise;
    }

    /** A truth value; false when there is none under the key. */
    public boolean flag(String key) {
        JsonNode value = node.get(key);
        return value != null && value.asBoolean();
    }

    /** An object; empty when there is none under the key. */
    public Optional<JsonObject> object(String key) {
        return node.get(key) instanceof ObjectNode object ? Optional.of(new JsonObject(object)) : Optional.empty();
    }

    /** The texts of a list; empty when there is none under the key. */
    public List<String> texts(String key) {
        List<String> texts = new ArrayList<>();
        if (node.get(key) instanceof ArrayNode array) {
            array.forEach(value -> texts.add(value.asText()));
        }
        return texts;
    }

    /** The objects of a list; empty when there is none under the key. */
    public List<JsonObject> objects(String key) {
        List<JsonObject> objects = new ArrayList<>();
        if (node.get(key) instanceof ArrayNode array) {
            array.forEach(value -> {
                if (value instanceof ObjectNode object) {
                    objects.add(new JsonObject(object));
                }
            });
        }
        return objects;
    }

    /** The keys in order. */
    public List<String> keys() {
        List<String> keys = new ArrayList<>();
        node.fieldNames().forEachRemaining(keys::add);
        return keys;
    }

    /** On one line. */
    @Override
    public String toString() {
        return node.toString();
    }

    /** On several lines, for files that people look at. */
    public String pretty() {
        return node.toPrettyString();
    }
}
