package dev.scriptorium.memory.cli.model;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Who offers a model, as {@code --writer} names them. */
public enum ModelVendor {
    /** OpenAI, and whoever else speaks its chat completions. */
    OPENAI("https://api.openai.com/v1", "OPENAI_API_KEY"),
    /** Anthropic, by its messages. */
    ANTHROPIC("https://api.anthropic.com/v1", "ANTHROPIC_API_KEY"),
    /** Ollama on this machine, by its chat completions. */
    OLLAMA("http://localhost:11434/v1", null);

    private final String baseUrl;
    private final @Nullable String keyVariable;

    ModelVendor(String baseUrl, @Nullable String keyVariable) {
        this.baseUrl = baseUrl;
        this.keyVariable = keyVariable;
    }

    /** The vendor of a name. */
    public static Optional<ModelVendor> named(String name) {
        return Arrays.stream(values())
                .filter(vendor -> vendor.label().equals(name))
                .findFirst();
    }

    /** The names there are. */
    public static List<String> names() {
        return Arrays.stream(values()).map(ModelVendor::label).toList();
    }

    /** Its name. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Where it is asked unless told otherwise; names the version of the interface. */
    public String baseUrl() {
        return baseUrl;
    }

    /** The environment variable in which its customers keep their key; empty when it wants none. */
    public Optional<String> keyVariable() {
        return Optional.ofNullable(keyVariable);
    }
}
