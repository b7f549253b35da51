package dev.scriptorium.memory.cli.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads and writes JSON. A text of any length is read, half characters (lone surrogates) included. */
public final class Json {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNestingDepth(200)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    // What other programs exported is not ours to mend.
    private static final JsonFactory LENIENT = JsonFactory.builder()
            .streamReadConstraints(FACTORY.streamReadConstraints())
            .build();

    private Json() {}

    /** Reads one object and nothing behind it. */
    public static JsonObject object(byte[] bytes, int start, int length) throws JsonProblem {
        return object(bytes, start, length, Set.of());
    }

    /** Reads one object and nothing behind it; fields named in {@code skipped} are checked for syntax and left out. */
    public static JsonObject object(byte[] bytes, int start, int length, Set<String> skipped) throws JsonProblem {
        try (JsonParser parser = FACTORY.createParser(bytes, start, length)) {
            return onlyObject(parser, skipped);
        } catch (IOException e) {
            throw problem(e);
        }
    }

    private static JsonObject onlyObject(JsonParser parser, Set<String> skipped) throws IOException, JsonProblem {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw problem("expected an object", parser);
        }
        JsonObject object = readObject(parser, skipped);
        if (parser.nextToken() != null) {
            throw problem("something follows the object", parser);
        }
        return object;
    }

    /**
     * Reads the objects of an array one after the other, or the one object there is.
     *
     * @throws IOException when the stream cannot be read
     */
    public static void objects(InputStream in, Consumer<JsonObject> reader) throws IOException, JsonProblem {
        try (JsonParser parser = FACTORY.createParser(in)) {
            readObjects(parser, () -> reader.accept(readObject(parser, Set.of())));
        } catch (JsonProcessingException e) {
            throw problem(e);
        }
    }

    /** Takes the object that a parser has begun. */
    private interface ObjectTask {
        void run() throws IOException;
    }

    private static void readObjects(JsonParser parser, ObjectTask task) throws IOException, JsonProblem {
        JsonToken first = parser.nextToken();
        if (first == JsonToken.START_OBJECT) {
            task.run();
        } else if (first == JsonToken.START_ARRAY) {
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                if (parser.currentToken() != JsonToken.START_OBJECT) {
                    throw problem("expected an object", parser);
                }
                task.run();
            }
        } else {
            throw problem("expected an array of objects", parser);
        }
        if (parser.nextToken() != null) {
            throw problem("something follows the end", parser);
        }
    }

    private static JsonObject readExported(JsonParser parser, String listed) throws IOException {
        JsonObject object = new JsonObject();
        for (String key = parser.nextFieldName(); key != null; key = parser.nextFieldName()) {
            JsonToken token = parser.nextToken();
            boolean list = key.equals(listed) && token == JsonToken.START_OBJECT;
            Object value = list ? readFields(parser) : readValue(token, parser);
            if (!object.has(key)) {
                object.put(key, value);
            }
        }
        return object;
    }

    private static List<JsonObject> readFields(JsonParser parser) throws IOException {
        List<JsonObject> fields = new ArrayList<>();
        for (String key = parser.nextFieldName(); key != null; key = parser.nextFieldName()) {
            fields.add(new JsonObject().put(key, readValue(parser.nextToken(), parser)));
        }
        return fields;
    }

    /**
     * The same for the export of another program, in which a key may be repeated: the first counts. The object in the
     * field {@code listed} is given as a list of objects with one field each, so that none of its keys is lost.
     *
     * @throws IOException when the stream cannot be read
     */
    public static void exported(InputStream in, String listed, Consumer<JsonObject> reader)
            throws IOException, JsonProblem {
        try (JsonParser parser = LENIENT.createParser(in)) {
            readObjects(parser, () -> reader.accept(readExported(parser, listed)));
        } catch (JsonProcessingException e) {
            throw problem(e);
        }
    }

    /** Reads one object that another program exported, in which a key may be repeated: the first counts. */
    public static JsonObject exported(byte[] bytes, int start, int length) throws JsonProblem {
        try (JsonParser parser = LENIENT.createParser(bytes, start, length)) {
            return onlyObject(parser, Set.of());
        } catch (IOException e) {
            throw problem(e);
        }
    }

    /** Reads one value of any kind and nothing behind it. */
    public static @Nullable Object value(byte[] bytes) throws JsonProblem {
        try (JsonParser parser = FACTORY.createParser(bytes)) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw problem("expected a value", parser);
            }
            Object value = readValue(first, parser);
            if (parser.nextToken() != null) {
                throw problem("something follows the value", parser);
            }
            return value;
        } catch (IOException e) {
            throw problem(e);
        }
    }

    private static JsonObject readObject(JsonParser parser, Set<String> skipped) throws IOException {
        JsonObject object = new JsonObject();
        for (String key = parser.nextFieldName(); key != null; key = parser.nextFieldName()) {
            JsonToken token = parser.nextToken();
            if (skipped.contains(key)) {
                parser.skipChildren();
            } else {
                Object value = readValue(token, parser);
                if (!object.has(key)) {
                    object.put(key, value);
                }
            }
        }
        return object;
    }

    private static @Nullable Object readValue(JsonToken token, JsonParser parser) throws IOException {
        return switch (token) {
            case START_OBJECT -> readObject(parser, Set.of());
            case START_ARRAY -> {
                List<@Nullable Object> list = new ArrayList<>();
                for (JsonToken next = parser.nextToken(); next != JsonToken.END_ARRAY; next = parser.nextToken()) {
                    list.add(readValue(next, parser));
                }
                yield list;
            }
            case VALUE_NULL -> null;
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getNumberValue();
            default -> parser.getText();
        };
    }

    private static JsonProblem problem(String message, JsonParser parser) {
        JsonLocation at = parser.currentTokenLocation();
        return new JsonProblem(message, at.getLineNr(), at.getColumnNr());
    }

    private static JsonProblem problem(IOException e) {
        if (!(e instanceof JsonProcessingException known)) {
            return new JsonProblem("it cannot be read", 1, 1);
        }
        JsonLocation at = known.getLocation();
        String message = known instanceof JsonEOFException ? "it ends too early" : known.getOriginalMessage();
        // Some messages name further places in the parser's own terms.
        int end = message.indexOf(" (start marker");
        return new JsonProblem(
                end < 0 ? message : message.substring(0, end),
                at == null ? 1 : at.getLineNr(),
                at == null ? 1 : at.getColumnNr());
    }

    /** The value on one line. */
    public static String compact(@Nullable Object value) {
        return write(value, false);
    }

    /** Writes the value on one line, in UTF-8, without a copy of it in between. */
    public static void compact(JsonObject value, OutputStream out) throws IOException {
        if (hasHalves(value)) {
            out.write(compact(value).getBytes(StandardCharsets.UTF_8));
            return;
        }
        try (JsonGenerator generator = FACTORY.createGenerator(out)) {
            generator.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            write(value, generator);
        }
    }

    private static boolean hasHalves(JsonObject value) {
        return value.keys().stream()
                .anyMatch(key -> value.get(key) instanceof String text && !text.equals(halvesEscaped(text)));
    }

    /** The value on several lines, indented. */
    public static String pretty(@Nullable Object value) {
        return write(value, true);
    }

    private static String write(@Nullable Object value, boolean pretty) {
        StringWriter out = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(out)) {
            if (pretty) {
                DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
                generator.setPrettyPrinter(
                        new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter));
            }
            write(value, generator);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return halvesEscaped(out.toString());
    }

    private static void write(@Nullable Object value, JsonGenerator out) throws IOException {
        if (value instanceof JsonObject object) {
            out.writeStartObject();
            for (String key : object.keys()) {
                out.writeFieldName(key);
                write(object.get(key), out);
            }
            out.writeEndObject();
        } else if (value instanceof Iterable<?> list) {
            out.writeStartArray();
            for (Object element : list) {
                write(element, out);
            }
            out.writeEndArray();
        } else if (value instanceof Boolean flag) {
            out.writeBoolean(flag);
        } else if (value instanceof Integer || value instanceof Long) {
            out.writeNumber(((Number) value).longValue());
        } else if (value instanceof Number number) {
            out.writeNumber(number.toString());
        } else if (value == null) {
            out.writeNull();
        } else {
            out.writeString(value.toString());
        }
    }

    /** No file and no terminal can hold half a character, but JSON can name it. */
    private static String halvesEscaped(String json) {
        StringBuilder out = null;
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            boolean pair = Character.isHighSurrogate(c)
                    && i + 1 < json.length()
                    && Character.isLowSurrogate(json.charAt(i + 1));
            if (pair) {
                if (out != null) {
                    out.append(c).append(json.charAt(i + 1));
                }
                i++;
            } else if (Character.isSurrogate(c)) {
                if (out == null) {
                    out = new StringBuilder(json.length() + 16).append(json, 0, i);
                }
                out.append("\\u").append(Integer.toHexString(c));
            } else if (out != null) {
                out.append(c);
            }
        }
        return out == null ? json : out.toString();
    }
}
