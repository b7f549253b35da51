package dev.scriptorium.memory.local.tool;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.local.internal.json.JsonObject;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The arguments of a call, as a model wrote them; every refusal names the argument. */
final class ToolInput {
    private final JsonObject json;

    private ToolInput(JsonObject json) {
        this.json = json;
    }

    static ToolInput of(String argumentsJson) {
        String text = argumentsJson.isBlank() ? "{}" : argumentsJson;
        return new ToolInput(
                JsonObject.parse(text).orElseThrow(() -> invalid("the arguments: expected a JSON object")));
    }

    static MemoryException invalid(String message) {
        return new MemoryException(ErrorCode.INVALID_ARGUMENT, message);
    }

    /** Refuses arguments that the tool does not have. */
    ToolInput only(Set<String> known) {
        for (String key : json.keys()) {
            if (!known.contains(key)) {
                throw invalid("\"" + key + "\": no such argument; there are "
                        + known.stream().sorted().toList());
            }
        }
        return this;
    }

    String text(String key) {
        return optionalText(key).orElseThrow(() -> invalid("\"" + key + "\": expected a text that is not blank"));
    }

    Optional<String> optionalText(String key) {
        Object value = json.plain(key);
        if (value != null && !(value instanceof String)) {
            throw invalid("\"" + key + "\": expected a text");
        }
        return Optional.ofNullable((String) value).filter(text -> !text.isBlank());
    }

    /** A whole number within its range, and another when there is none. */
    int number(String key, int otherwise, int least, int most) {
        Object value = json.plain(key);
        if (value == null) {
            return otherwise;
        }
        long number = value instanceof Number && !(value instanceof Double) ? json.number(key, least - 1L) : least - 1L;
        if (number < least || number > most) {
            throw invalid("\"" + key + "\": expected a whole number from " + least + " to " + most);
        }
        return (int) number;
    }

    boolean flag(String key) {
        Object value = json.plain(key);
        if (value != null && !(value instanceof Boolean)) {
            throw invalid("\"" + key + "\": expected true or false");
        }
        return Boolean.TRUE.equals(value);
    }

    @Nullable
    Object plain(String key) {
        return json.plain(key);
    }
}
