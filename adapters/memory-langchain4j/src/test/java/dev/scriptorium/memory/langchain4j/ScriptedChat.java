package dev.scriptorium.memory.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** A chat model that answers what a test tells it, and remembers what it was asked. It is no model. */
final class ScriptedChat implements ChatModel {
    private final ConcurrentLinkedQueue<Function<ChatRequest, ChatResponse>> script = new ConcurrentLinkedQueue<>();
    private final List<ChatRequest> requests = new CopyOnWriteArrayList<>();
    private final List<ChatModelListener> listeners = new ArrayList<>();

    ScriptedChat then(Function<ChatRequest, ChatResponse> answer) {
        script.add(answer);
        return this;
    }

    ScriptedChat thenSay(String text) {
        return then(request ->
                ChatResponse.builder().aiMessage(AiMessage.from(text)).build());
    }

    ScriptedChat thenCall(String tool, String arguments) {
        ToolExecutionRequest call = ToolExecutionRequest.builder()
                .id("call-1")
                .name(tool)
                .arguments(arguments)
                .build();
        return then(request ->
                ChatResponse.builder().aiMessage(AiMessage.from(call)).build());
    }

    ScriptedChat toldTo(ChatModelListener listener) {
        listeners.add(listener);
        return this;
    }

    List<ChatRequest> requests() {
        return List.copyOf(requests);
    }

    /** What the user's last message was in the last request, recall included. */
    String heard() {
        List<ChatMessage> messages = last().messages();
        return ((UserMessage) messages.stream()
                        .filter(UserMessage.class::isInstance)
                        .reduce((first, second) -> second)
                        .orElseThrow())
                .singleText();
    }

    /** The system message of the last request; empty when it had none. */
    String told() {
        return last().messages().stream()
                .filter(SystemMessage.class::isInstance)
                .map(message -> ((SystemMessage) message).text())
                .findFirst()
                .orElse("");
    }

    ChatRequest last() {
        return requests.get(requests.size() - 1);
    }

    @Override
    public List<ChatModelListener> listeners() {
        return List.copyOf(listeners);
    }

    @Override
    public ChatResponse doChat(ChatRequest request) {
        requests.add(request);
        Function<ChatRequest, ChatResponse> answer = script.poll();
        return answer == null
                ? ChatResponse.builder().aiMessage(AiMessage.from("I see.")).build()
                : answer.apply(request);
    }
}
