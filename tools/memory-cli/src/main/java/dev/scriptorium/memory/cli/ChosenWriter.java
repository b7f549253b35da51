package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.model.TokenUsage;
import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.local.writer.TopicWriter;
import dev.scriptorium.memory.local.writer.model.ModelTopicWriter;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/** The writer of a call, and what its model has cost so far. */
final class ChosenWriter {
    private final TopicWriter writer;
    private final Optional<Supplier<TokenUsage>> usage;

    private ChosenWriter(TopicWriter writer, Optional<Supplier<TokenUsage>> usage) {
        this.writer = writer;
        this.usage = usage;
    }

    /** A writer that asks nobody. */
    static ChosenWriter withoutModel(TopicWriter writer) {
        return new ChosenWriter(writer, Optional.empty());
    }

    /** A writer that asks a model. */
    static ChosenWriter asking(ModelTopicWriter writer) {
        return new ChosenWriter(writer, Optional.of(writer::usage));
    }

    TopicWriter writer() {
        return writer;
    }

    /** Whether it asks a model, so that a person waits. */
    boolean asks() {
        return usage.isPresent();
    }

    /** The tokens used so far; none without a model. */
    TokenUsage used() {
        return usage.map(Supplier::get).orElse(TokenUsage.NONE);
    }

    /** Says what the model has cost, if there was one. */
    void printUsage(Output output) {
        if (asks()) {
            output.note(writer.name() + " used " + words(used()));
        }
    }

    /** Such as "1,204 tokens in and 88 out". */
    static String words(TokenUsage used) {
        return String.format(Locale.ROOT, "%,d tokens in and %,d out", used.input(), used.output());
    }

    /** Adds what the model has cost, if there was one. */
    JsonObject addUsage(JsonObject document) {
        return asks()
                ? document.put(
                        "tokens", new JsonObject().put("input", used().input()).put("output", used().output()))
                : document;
    }
}
