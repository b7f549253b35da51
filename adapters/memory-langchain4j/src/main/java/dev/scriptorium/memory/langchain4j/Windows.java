package dev.scriptorium.memory.langchain4j;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.UserMessage;
import dev.scriptorium.memory.api.recall.MemoryContext;
import dev.scriptorium.memory.api.session.TextSpan;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.api.session.WindowMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What was said in the messages of a chat. System messages and tools are left out: they are never memory, and chat
 * memories move and drop them where a turn log would see another branch.
 */
final class Windows {

    private Windows() {}

    static List<WindowMessage> of(List<ChatMessage> messages) {
        List<WindowMessage> window = new ArrayList<>();
        for (ChatMessage message : messages) {
            message(message).ifPresent(window::add);
        }
        return window;
    }

    private static Optional<WindowMessage> message(ChatMessage message) {
        if (message instanceof UserMessage user) {
            return said(TurnKind.USER, text(user));
        }
        return message instanceof AiMessage model && model.text() != null
                ? said(TurnKind.ASSISTANT, model.text())
                : Optional.empty();
    }

    private static Optional<WindowMessage> said(TurnKind kind, String text) {
        if (text.isBlank()) {
            return Optional.empty();
        }
        return Optional.of(WindowMessage.builder(kind, text)
                .injectedRecall(kind == TurnKind.USER ? recall(text) : List.of())
                .build());
    }

    private static String text(UserMessage message) {
        if (message.hasSingleText()) {
            return message.singleText();
        }
        List<String> texts = new ArrayList<>();
        for (Content content : message.contents()) {
            if (content instanceof TextContent part) {
                texts.add(part.text());
            }
        }
        return String.join("\n\n", texts);
    }

    /** The fence that {@link RecallInjector} has put at the beginning, with the line between. */
    private static List<TextSpan> recall(String text) {
        int close = text.startsWith(MemoryContext.OPEN) ? text.indexOf(MemoryContext.CLOSE) : -1;
        int end = close + MemoryContext.CLOSE.length();
        if (close < 0 || !MemoryContext.isFence(text.substring(0, end))) {
            return List.of();
        }
        return List.of(TextSpan.of(0, text.startsWith("\n\n", end) ? end + 2 : end));
    }
}
