package dev.scriptorium.memory.local.writer.model;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.internal.json.JsonObject;
import java.util.Optional;

/** The arguments of one tool call: what a model wrote, read with suspicion. */
final class ToolArguments {
    /** A call that is no call: what stands there is not JSON, or lacks what the tool needs. */
    static final String MALFORMED = "MALFORMED_CALL";

    private final JsonObject json;

    private ToolArguments(JsonObject json) {
        this.json = json;
    }

    static ToolArguments of(String text) throws ToolRefusal {
        String given = text.isBlank() ? "{}" : text;
        return new ToolArguments(JsonObject.parse(given)
                .orElseThrow(() -> new ToolRefusal(MALFORMED, "the arguments are not a JSON object")));
    }

    String text(String key) throws ToolRefusal {
        return json.text(key)
                .orElseThrow(() -> new ToolRefusal(MALFORMED, "the argument \"" + key + "\" must be a text"));
    }

    Optional<String> optionalText(String key) throws ToolRefusal {
        return json.has(key) && json.plain(key) != null ? Optional.of(text(key)) : Optional.empty();
    }

    int number(String key, int otherwise, int least, int most) {
        return (int) Math.max(least, Math.min(most, json.number(key, otherwise)));
    }

    /** The path of a topic, there or not. */
    TopicPath topic(String key) throws ToolRefusal {
        String path = text(key);
        try {
            return TopicPath.of(path);
        } catch (MemoryException e) {
            throw refusal(e);
        }
    }

    static ToolRefusal refusal(MemoryException e) {
        return new ToolRefusal(e.code().name(), e.code() + ": " + e.getMessage());
    }
}
