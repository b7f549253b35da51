package dev.scriptorium.memory.api.model;

import java.util.regex.Pattern;

/**
 * A tool that a model may call. Immutable.
 *
 * @since 0.1
 */
public final class ToolSpec {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    private final String name;
    private final String description;
    private final String jsonSchema;

    private ToolSpec(String name, String description, String jsonSchema) {
        this.name = name;
        this.description = description;
        this.jsonSchema = jsonSchema;
    }

    /**
     * A tool.
     *
     * @param name letters, digits, underscores and hyphens, at most 64: what every vendor accepts
     * @param description what it does, for the model
     * @param jsonSchema JSON Schema of its arguments, an object, as JSON text
     * @throws IllegalArgumentException when the name is of another form
     */
    public static ToolSpec of(String name, String description, String jsonSchema) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("not a tool name: \"" + name + "\"");
        }
        return new ToolSpec(name, description, jsonSchema);
    }

    /** Its name. */
    public String name() {
        return name;
    }

    /** What it does, for the model. */
    public String description() {
        return description;
    }

    /** JSON Schema of its arguments, as JSON text. */
    public String jsonSchema() {
        return jsonSchema;
    }
}
