package dev.scriptorium.memory.langchain4j;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.TurnLog;
import dev.scriptorium.memory.api.session.WindowMessage;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A chat memory store whose every new window is shown to a turn log. What the log cannot keep is warned of and does not
 * harm the chat: the next window brings it again.
 *
 * <p>As safe for use by several threads as the store it stands before.
 *
 * @since 0.1
 */
public final class LoggedChatMemoryStore implements ChatMemoryStore {
    private static final Logger LOG = LoggerFactory.getLogger(LoggedChatMemoryStore.class);

    private final ChatMemoryStore store;
    private final TurnLog turns;
    private final Function<Object, SessionId> sessions;

    /**
     * Stands before a store.
     *
     * @param sessions the session of a chat memory id
     */
    public LoggedChatMemoryStore(ChatMemoryStore store, TurnLog turns, Function<Object, SessionId> sessions) {
        this.store = store;
        this.turns = turns;
        this.sessions = sessions;
    }

    @Override
    public List<ChatMessage> getMessages(Object memoryId) {
        return store.getMessages(memoryId);
    }

    @Override
    public void updateMessages(Object memoryId, List<ChatMessage> messages) {
        store.updateMessages(memoryId, messages);
        see(memoryId, Windows.of(messages));
    }

    /** Forgets the window; the log goes on without it, and what was said stays pending until it is written. */
    @Override
    public void deleteMessages(Object memoryId) {
        store.deleteMessages(memoryId);
        see(memoryId, List.of());
    }

    private void see(Object memoryId, List<WindowMessage> window) {
        try {
            turns.see(sessions.apply(memoryId), window);
        } catch (RuntimeException e) {
            // No message of a keeper's: it may hold what people said.
            LOG.warn(
                    "a window of {} messages is not logged: {}",
                    window.size(),
                    e.getClass().getName());
        }
    }
}
