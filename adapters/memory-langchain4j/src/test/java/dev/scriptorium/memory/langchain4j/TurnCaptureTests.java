package dev.scriptorium.memory.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.store.memory.chat.InMemoryChatMemoryStore;
import dev.scriptorium.memory.api.recall.MemoryContext;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnLog;
import dev.scriptorium.memory.api.session.TurnLogEntry;
import dev.scriptorium.memory.api.session.TurnLogKeeper;
import dev.scriptorium.memory.testkit.time.MutableClock;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What of a chat becomes turns. */
final class TurnCaptureTests {
    private static final SessionId SESSION = new SessionId("7");

    private final TurnLog turns = TurnLog.inMemory(MutableClock.at("2024-05-06T09:00:00Z"));
    private final InMemoryChatMemoryStore store = new InMemoryChatMemoryStore();
    private final LoggedChatMemoryStore logged = new LoggedChatMemoryStore(store, turns, TurnCaptureTests::session);

    private static SessionId session(Object id) {
        return new SessionId(String.valueOf(id));
    }

    private Turn head() {
        return turns.turn(SESSION, turns.head(SESSION).orElseThrow()).orElseThrow();
    }

    @Test
    void system_messages_and_tools_are_left_out_wherever_they_stand() {
        ToolExecutionRequest call = ToolExecutionRequest.builder()
                .id("1")
                .name("clock")
                .arguments("{}")
                .build();
        List<ChatMessage> before = List.of(SystemMessage.from("Be brief."), UserMessage.from("What time is it?"));
        List<ChatMessage> after = List.of(
                UserMessage.from("What time is it?"),
                AiMessage.from(call),
                ToolExecutionResultMessage.from(call, "nine"),
                AiMessage.from("Nine."),
                SystemMessage.from("Be very brief."));
        logged.updateMessages(7, before);
        logged.updateMessages(7, after);
        assertThat(head().text()).isEqualTo("Nine.");
        assertThat(turns.turn(SESSION, head().parent().orElseThrow())
                        .orElseThrow()
                        .text())
                .isEqualTo("What time is it?");
        assertThat(turns.tips(SESSION)).hasSize(1);
        assertThat(logged.getMessages(7)).isEqualTo(after);
    }

    @Test
    void a_window_that_is_deleted_ends_no_turn() {
        logged.updateMessages(7, List.of(UserMessage.from("Yes.")));
        logged.deleteMessages(7);
        logged.updateMessages(7, List.of(UserMessage.from("Yes.")));
        assertThat(head().parent()).isPresent();
        assertThat(store.getMessages(7)).hasSize(1);
    }

    @Test
    void recall_in_a_message_is_named_as_such() {
        String fence = MemoryContext.fence("Ines has the spare key.");
        logged.updateMessages(7, List.of(UserMessage.from(fence + "\n\nWho has it?")));
        Turn turn = head();
        assertThat(turn.injectedRecall())
                .singleElement()
                .satisfies(span -> assertThat(turn.text().substring(span.end())).isEqualTo("Who has it?"));
        logged.updateMessages(7, List.of(UserMessage.from("Who has it?"), AiMessage.from("Ines.")));
        assertThat(turns.tips(SESSION)).hasSize(1);
    }

    @Test
    void a_log_that_cannot_keep_does_not_harm_the_chat_and_is_brought_the_turns_again() {
        FullKeeper keeper = new FullKeeper();
        TurnLog kept = TurnLog.keptBy(keeper, MutableClock.at("2024-05-06T09:00:00Z"));
        LoggedChatMemoryStore chat = new LoggedChatMemoryStore(store, kept, TurnCaptureTests::session);
        chat.updateMessages(7, List.of(UserMessage.from("One.")));
        assertThat(kept.head(SESSION)).isEmpty();
        keeper.full = false;
        chat.updateMessages(7, List.of(UserMessage.from("One."), AiMessage.from("Two.")));
        assertThat(keeper.entries).isEqualTo(1);
        assertThat(kept.turn(SESSION, kept.head(SESSION).orElseThrow())
                        .orElseThrow()
                        .parent())
                .isPresent();
    }

    private static final class FullKeeper implements TurnLogKeeper {
        private boolean full = true;
        private int entries;

        @Override
        public void append(TurnLogEntry entry) {
            if (full) {
                throw new IllegalStateException("full");
            }
            entries++;
        }

        @Override
        public void read(Consumer<TurnLogEntry> each) {}
    }

    @Test
    void a_listener_sees_what_a_model_is_asked_and_answers() {
        TurnListener listener = new TurnListener(
                turns,
                exchange -> exchange.chatRequest().messages().size() == 1 ? Optional.of(SESSION) : Optional.empty());
        ScriptedChat chat = new ScriptedChat().thenSay("Under the mat.").toldTo(listener);
        chat.chat(ChatRequest.builder()
                .messages(List.of(UserMessage.from("Where is the key?")))
                .build());
        assertThat(head().text()).isEqualTo("Under the mat.");
        chat.chat(ChatRequest.builder()
                .messages(List.of(SystemMessage.from("Write the memory."), UserMessage.from("Where is the key?")))
                .build());
        assertThat(head().text()).isEqualTo("Under the mat.");
    }
}
