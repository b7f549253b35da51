package dev.scriptorium.memory.api.model;

/**
 * A model's wish to have a tool called. Nothing in it is checked: it is what the model wrote. Immutable.
 *
 * @since 0.1
 */
public final class ToolCall {
    private final String id;
    private final String name;
    private final String argumentsJson;

    private ToolCall(String id, String name, String argumentsJson) {
        this.id = id;
        this.name = name;
        this.argumentsJson = argumentsJson;
    }

    /** A call with the id that its result will name. */
    public static ToolCall of(String id, String name, String argumentsJson) {
        return new ToolCall(id, name, argumentsJson);
    }

    /** What the result of this call names it by. */
    public String id() {
        return id;
    }

    /** The tool's name; a model may invent one. */
    public String name() {
        return name;
    }

    /** The arguments as the model wrote them; perhaps not JSON at all. */
    public String argumentsJson() {
        return argumentsJson;
    }
}
