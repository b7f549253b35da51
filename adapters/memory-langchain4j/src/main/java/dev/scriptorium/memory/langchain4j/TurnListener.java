package dev.scriptorium.memory.langchain4j;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.listener.ChatModelResponseContext;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.TurnLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Shows a turn log what a chat model is asked and answers, for programs that keep messages themselves and have no chat
 * memory store. The messages of a request are the window.
 *
 * <p>Safe for use by several threads. What the log's keeper throws, LangChain4j logs and passes over; the next request
 * brings the same turns again.
 *
 * @since 0.1
 */
public final class TurnListener implements ChatModelListener {
    private final TurnLog turns;
    private final Function<ChatModelResponseContext, Optional<SessionId>> sessions;

    /**
     * A listener.
     *
     * @param sessions the session of an exchange; empty for one that is no conversation, such as the memory's own
     */
    public TurnListener(TurnLog turns, Function<ChatModelResponseContext, Optional<SessionId>> sessions) {
        this.turns = turns;
        this.sessions = sessions;
    }

    @Override
    public void onResponse(ChatModelResponseContext exchange) {
        sessions.apply(exchange).ifPresent(session -> {
            List<ChatMessage> window = new ArrayList<>(exchange.chatRequest().messages());
            window.add(exchange.chatResponse().aiMessage());
            turns.see(session, Windows.of(window));
        });
    }
}
