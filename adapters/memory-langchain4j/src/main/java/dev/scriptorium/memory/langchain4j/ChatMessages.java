package dev.scriptorium.memory.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.scriptorium.memory.api.model.ModelMessage;
import dev.scriptorium.memory.api.model.ToolCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The messages of a request in the words of LangChain4j. */
final class ChatMessages {

    private ChatMessages() {}

    static List<ChatMessage> of(List<ModelMessage> messages) {
        Map<String, String> tools = new HashMap<>();
        List<ChatMessage> chat = new ArrayList<>();
        for (ModelMessage message : messages) {
            chat.add(
                    switch (message.role()) {
                        case SYSTEM -> SystemMessage.from(message.text());
                        case USER -> UserMessage.from(message.text());
                        case ASSISTANT -> assistant(message, tools);
                        case TOOL -> result(message, tools);
                    });
        }
        return chat;
    }

    private static AiMessage assistant(ModelMessage message, Map<String, String> tools) {
        if (message.toolCalls().isEmpty()) {
            return AiMessage.from(message.text());
        }
        message.toolCalls().forEach(call -> tools.put(call.id(), call.name()));
        List<ToolExecutionRequest> calls =
                message.toolCalls().stream().map(ChatMessages::request).toList();
        AiMessage.Builder assistant = AiMessage.builder().toolExecutionRequests(calls);
        return message.text().isBlank()
                ? assistant.build()
                : assistant.text(message.text()).build();
    }

    private static ToolExecutionRequest request(ToolCall call) {
        return ToolExecutionRequest.builder()
                .id(call.id())
                .name(call.name())
                .arguments(call.argumentsJson())
                .build();
    }

    /** The result of a call; vendors want to hear the tool's name again. */
    private static ToolExecutionResultMessage result(ModelMessage message, Map<String, String> tools) {
        String id = message.toolCallId().orElse("");
        return ToolExecutionResultMessage.from(id, tools.getOrDefault(id, "tool"), message.text());
    }
}
