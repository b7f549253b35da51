package dev.scriptorium.memory.api.model;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One message of a request. Immutable.
 *
 * @since 0.1
 */
public final class ModelMessage {

    /** Who speaks. */
    public enum Role {
        /** Standing instructions. */
        SYSTEM,
        /** The task, and what follows from it. */
        USER,
        /** The model's own earlier replies. */
        ASSISTANT,
        /** The result of a tool call. */
        TOOL
    }

    private final Role role;
    private final String text;
    private final List<ToolCall> toolCalls;
    private final @Nullable String toolCallId;

    private ModelMessage(Role role, String text, List<ToolCall> toolCalls, @Nullable String toolCallId) {
        this.role = role;
        this.text = text;
        this.toolCalls = List.copyOf(toolCalls);
        this.toolCallId = toolCallId;
    }

    /** Standing instructions. */
    public static ModelMessage system(String text) {
        return new ModelMessage(Role.SYSTEM, text, List.of(), null);
    }

    /** The task. */
    public static ModelMessage user(String text) {
        return new ModelMessage(Role.USER, text, List.of(), null);
    }

    /** An earlier reply of the model's in words. */
    public static ModelMessage assistant(String text) {
        return assistant(text, List.of());
    }

    /** An earlier reply of the model's with the calls it made; the text may be empty. */
    public static ModelMessage assistant(String text, List<ToolCall> toolCalls) {
        return new ModelMessage(Role.ASSISTANT, text, toolCalls, null);
    }

    /** What a tool call returned. */
    public static ModelMessage tool(String toolCallId, String text) {
        return new ModelMessage(Role.TOOL, text, List.of(), toolCallId);
    }

    /** Who speaks. */
    public Role role() {
        return role;
    }

    /** The words; may be empty beside tool calls. */
    public String text() {
        return text;
    }

    /** The calls that an assistant's message makes, in order; empty for other roles. */
    public List<ToolCall> toolCalls() {
        return toolCalls;
    }

    /** For the result of a tool call: the id of that call. */
    public Optional<String> toolCallId() {
        return Optional.ofNullable(toolCallId);
    }
}
