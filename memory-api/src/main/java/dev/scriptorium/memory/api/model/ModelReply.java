package dev.scriptorium.memory.api.model;

import java.util.List;

/**
 * What a model answered: text, tool calls, or both. Immutable.
 *
 * @since 0.1
 */
public final class ModelReply {

    /** Why the model stopped. More may come in a minor release. */
    public enum StopReason {
        /** It had said what it had to say. */
        END,
        /** It waits for the results of its tool calls. */
        TOOL_CALLS,
        /** The reply reached its longest length and is cut. */
        MAX_TOKENS,
        /** The vendor cut the reply for its content. */
        CONTENT_FILTER,
        /** Something else, or unknown. */
        OTHER
    }

    private final String text;
    private final List<ToolCall> toolCalls;
    private final TokenUsage usage;
    private final StopReason stopReason;

    private ModelReply(Builder builder) {
        this.text = builder.text;
        this.toolCalls = builder.toolCalls;
        this.usage = builder.usage;
        this.stopReason = builder.stopReason;
    }

    /** A complete reply in words. */
    public static ModelReply of(String text) {
        return builder(StopReason.END).text(text).build();
    }

    /** A reply that calls tools and says nothing. */
    public static ModelReply calling(List<ToolCall> toolCalls) {
        return builder(StopReason.TOOL_CALLS).toolCalls(toolCalls).build();
    }

    /** Starts a reply. */
    public static Builder builder(StopReason stopReason) {
        return new Builder(stopReason);
    }

    /** The words; may be empty. */
    public String text() {
        return text;
    }

    /** The calls the model makes, in order; may be empty. */
    public List<ToolCall> toolCalls() {
        return toolCalls;
    }

    /** What the exchange cost. */
    public TokenUsage usage() {
        return usage;
    }

    /** Why the model stopped. */
    public StopReason stopReason() {
        return stopReason;
    }

    /** Builder of {@link ModelReply}. Not thread-safe. */
    public static final class Builder {
        private final StopReason stopReason;
        private String text = "";
        private List<ToolCall> toolCalls = List.of();
        private TokenUsage usage = TokenUsage.NONE;

        private Builder(StopReason stopReason) {
            this.stopReason = stopReason;
        }

        /** The words. */
        public Builder text(String value) {
            this.text = value;
            return this;
        }

        /** The calls, in order. */
        public Builder toolCalls(List<ToolCall> value) {
            this.toolCalls = List.copyOf(value);
            return this;
        }

        /** What the exchange cost. */
        public Builder usage(TokenUsage value) {
            this.usage = value;
            return this;
        }

        /** Builds the reply. */
        public ModelReply build() {
            return new ModelReply(this);
        }
    }
}
