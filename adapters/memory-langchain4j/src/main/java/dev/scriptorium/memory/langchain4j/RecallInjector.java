package dev.scriptorium.memory.langchain4j;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.content.injector.ContentInjector;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Puts what is recalled before what the user says, with nothing around it: the fence says what it is. */
final class RecallInjector implements ContentInjector {

    @Override
    public ChatMessage inject(List<Content> contents, ChatMessage message) {
        if (contents.isEmpty() || !(message instanceof UserMessage said)) {
            return message;
        }
        String recalled =
                contents.stream().map(content -> content.textSegment().text()).collect(Collectors.joining("\n\n"));
        List<dev.langchain4j.data.message.Content> parts = new ArrayList<>();
        if (said.hasSingleText()) {
            parts.add(TextContent.from(recalled + "\n\n" + said.singleText()));
        } else {
            parts.add(TextContent.from(recalled));
            parts.addAll(said.contents());
        }
        return said.toBuilder().contents(parts).build();
    }
}
