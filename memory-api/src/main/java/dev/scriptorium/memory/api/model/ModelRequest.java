package dev.scriptorium.memory.api.model;

import java.util.List;
import java.util.OptionalInt;

/**
 * What a model is asked: the messages so far and the tools it may call. Immutable.
 *
 * @since 0.1
 */
public final class ModelRequest {
    private final List<ModelMessage> messages;
    private final List<ToolSpec> tools;
    private final OptionalInt maxOutputTokens;

    private ModelRequest(Builder builder) {
        this.messages = builder.messages;
        this.tools = builder.tools;
        this.maxOutputTokens = builder.maxOutputTokens;
    }

    /** A request without tools. */
    public static ModelRequest of(List<ModelMessage> messages) {
        return builder(messages).build();
    }

    /** Starts a request with its messages, oldest first. */
    public static Builder builder(List<ModelMessage> messages) {
        return new Builder(messages);
    }

    /** The messages, oldest first; never empty. */
    public List<ModelMessage> messages() {
        return messages;
    }

    /** The tools the model may call; empty when it can only answer in words. */
    public List<ToolSpec> tools() {
        return tools;
    }

    /** The longest reply wanted, in tokens; empty leaves it to the model. */
    public OptionalInt maxOutputTokens() {
        return maxOutputTokens;
    }

    /** Builder of {@link ModelRequest}. Not thread-safe. */
    public static final class Builder {
        private final List<ModelMessage> messages;
        private List<ToolSpec> tools = List.of();
        private OptionalInt maxOutputTokens = OptionalInt.empty();

        private Builder(List<ModelMessage> messages) {
            this.messages = List.copyOf(messages);
        }

        /** The tools the model may call. */
        public Builder tools(List<ToolSpec> value) {
            this.tools = List.copyOf(value);
            return this;
        }

        /** The longest reply wanted, in tokens. */
        public Builder maxOutputTokens(int value) {
            this.maxOutputTokens = OptionalInt.of(value);
            return this;
        }

        /**
         * Builds the request.
         *
         * @throws IllegalArgumentException when there is no message, or the longest reply is not positive
         */
        public ModelRequest build() {
            if (messages.isEmpty()) {
                throw new IllegalArgumentException("a request holds at least one message");
            }
            if (maxOutputTokens.isPresent() && maxOutputTokens.getAsInt() < 1) {
                throw new IllegalArgumentException("a reply holds at least one token: " + maxOutputTokens.getAsInt());
            }
            return new ModelRequest(this);
        }
    }
}
