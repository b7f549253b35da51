package dev.scriptorium.memory.local.internal.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object of our own state files: reads what it expects and says what it misses. Mutable while it is built. Keys
 * keep the order in which they were put.
 *
 * <p>Read and written as a stream: every opening of a workspace reads one, and loading a mapper of objects would take
 * longer than all else that is read then.
 */
public final class JsonObject {
    private static final JsonFactory FACTORY = new JsonFactory();

    /** Texts, numbers, truth values, maps, lists, and null. */
    private final Map<String, @Nullable Object> values;

    private JsonObject(Map<String, @Nullable Object> values) {
        this.values = values;
    }

    /** An object without keys. */
    public static JsonObject create() {
        return new JsonObject(new LinkedHashMap<>());
    }

    /** Reads an object; empty when the text is none. */
    public static Optional<JsonObject> parse(String text) {
        try (JsonParser in = FACTORY.createParser(text)) {
            return in.nextToken() == JsonToken.START_OBJECT ? Optional.of(new JsonObject(map(in))) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    // The parser's limit of nesting bounds the recursion.
    private static @Nullable Object value(JsonParser in) throws IOException {
        return switch (in.currentToken()) {
            case START_OBJECT -> map(in);
            case START_ARRAY -> list(in);
            case VALUE_STRING -> in.getText();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> in.getNumberValue();
            case VALUE_TRUE, VALUE_FALSE -> in.getBooleanValue();
            default -> null;
        };
    }

    private static Map<String, @Nullable Object> map(JsonParser in) throws IOException {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        while (in.nextToken() != JsonToken.END_OBJECT) {
            String key = in.currentName();
            in.nextToken();
            map.put(key, value(in));
        }
        return map;
    }

    private static List<@Nullable Object> list(JsonParser in) throws IOException {
        List<@Nullable Object> list = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
            list.add(value(in));
        }
        return list;
    }

    /** Puts a text; null removes the key. */
    public JsonObject put(String key, @Nullable String value) {
        if (value == null) {
            values.remove(key);
        } else {
            values.put(key, value);
        }
        return this;
    }

    /** Puts a number. */
    public JsonObject put(String key, long value) {
        values.put(key, value);
        return this;
    }

    /** Puts a truth value. */
    public JsonObject put(String key, boolean value) {
        values.put(key, value);
        return this;
    }

    /** Puts an object. */
    public JsonObject put(String key, JsonObject value) {
        values.put(key, value.values);
        return this;
    }

    /** Puts a list of texts. */
    public JsonObject putTexts(String key, Iterable<String> texts) {
        List<@Nullable Object> list = new ArrayList<>();
        texts.forEach(list::add);
        values.put(key, list);
        return this;
    }

    /** Puts a list of objects. */
    public JsonObject putObjects(String key, Iterable<JsonObject> objects) {
        List<@Nullable Object> list = new ArrayList<>();
        objects.forEach(object -> list.add(object.values));
        values.put(key, list);
        return this;
    }

    /** A text; empty when there is none under the key. */
    public Optional<String> text(String key) {
        return values.get(key) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    /** A text that must be there. */
    public String requireText(String key) {
        return text(key).orElseThrow(() -> new IllegalArgumentException("no text under \"" + key + "\""));
    }

    /** A whole number that must be there. */
    public long requireNumber(String key) {
        Long number = whole(key);
        if (number == null) {
            throw new IllegalArgumentException("no whole number under \"" + key + "\"");
        }
        return number;
    }

    /** A whole number; another when there is none under the key. */
    public long number(String key, long otherwise) {
        Long number = whole(key);
        return number == null ? otherwise : number;
    }

    private @Nullable Long whole(String key) {
        // A number too large for this would wrap around and become another one.
        Object value = values.get(key);
        return value instanceof Integer || value instanceof Long ? Long.valueOf(((Number) value).longValue()) : null;
    }

    /** A truth value; false when there is none under the key. */
    public boolean flag(String key) {
        return Boolean.TRUE.equals(values.get(key));
    }

    /** An object; empty when there is none under the key. */
    public Optional<JsonObject> object(String key) {
        return Optional.ofNullable(object(values.get(key)));
    }

    @SuppressWarnings("unchecked") // only maps of this kind are put in
    private static @Nullable JsonObject object(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? new JsonObject((Map<String, @Nullable Object>) map) : null;
    }

    /** The texts of a list; empty when there is none under the key. */
    public List<String> texts(String key) {
        List<String> texts = new ArrayList<>();
        if (values.get(key) instanceof List<?> list) {
            list.forEach(value -> texts.add(String.valueOf(value)));
        }
        return texts;
    }

    /** The objects of a list; empty when there is none under the key. */
    public List<JsonObject> objects(String key) {
        List<JsonObject> objects = new ArrayList<>();
        if (values.get(key) instanceof List<?> list) {
            for (Object value : list) {
                JsonObject object = object(value);
                if (object != null) {
                    objects.add(object);
                }
            }
        }
        return objects;
    }

    /** Whether there is something under a key, if only null. */
    public boolean has(String key) {
        return values.containsKey(key);
    }

    /** What is under a key as maps, lists, texts, numbers, truth values or null. */
    public @Nullable Object plain(String key) {
        return values.get(key);
    }

    /** The keys in order. */
    public List<String> keys() {
        return new ArrayList<>(values.keySet());
    }

    /** On one line. */
    @Override
    public String toString() {
        return written(false);
    }

    /** On several lines, for files that people look at. */
    public String pretty() {
        return written(true);
    }

    private String written(boolean pretty) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = FACTORY.createGenerator(text)) {
            if (pretty) {
                out.useDefaultPrettyPrinter();
            }
            write(values, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void write(@Nullable Object value, JsonGenerator out) throws IOException {
        if (value instanceof Map<?, ?> map) {
            out.writeStartObject();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                out.writeFieldName(String.valueOf(entry.getKey()));
                write(entry.getValue(), out);
            }
            out.writeEndObject();
        } else if (value instanceof List<?> list) {
            out.writeStartArray();
            for (Object element : list) {
                write(element, out);
            }
            out.writeEndArray();
        } else if (value instanceof Number number) {
            out.writeNumber(number.toString());
        } else if (value instanceof Boolean truth) {
            out.writeBoolean(truth);
        } else if (value == null) {
            out.writeNull();
        } else {
            out.writeString(value.toString());
        }
    }
}
