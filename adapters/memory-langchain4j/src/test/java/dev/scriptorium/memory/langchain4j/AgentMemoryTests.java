package dev.scriptorium.memory.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.store.memory.chat.InMemoryChatMemoryStore;
import dev.scriptorium.memory.api.MemoryBackend;
import dev.scriptorium.memory.api.SessionContext;
import dev.scriptorium.memory.api.recall.MemoryContext;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnLog;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.testkit.backend.RecordingMemoryBackend;
import dev.scriptorium.memory.testkit.time.MutableClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What an AI service does with its memory, and when. */
final class AgentMemoryTests {
    private static final SessionId SESSION = new SessionId("chat-1");
    private static final String FENCED = MemoryContext.fence("Ines has the spare key.");
    private static final String RESIDENT = MemoryContext.fence("Answers are short.");

    private final TurnLog turns = TurnLog.inMemory(MutableClock.at("2024-05-06T09:00:00Z"));
    private final ScriptedChat chat = new ScriptedChat();
    private final InMemoryChatMemoryStore store = new InMemoryChatMemoryStore();
    private final Always backend = new Always();
    private final RecordingMemoryBackend recorded = RecordingMemoryBackend.before(backend);
    private final List<WriteFailure> failures = new ArrayList<>();
    private final AgentMemory memory = AgentMemory.builder(recorded, turns)
            .store(store)
            .window(5)
            .failures(failures::add)
            .build();

    /** A backend that always has something to say. */
    private final class Always implements MemoryBackend {
        private final List<String> saidAtWrite = new ArrayList<>();
        private Optional<WriteFailure> failing = Optional.empty();
        private boolean broken;

        @Override
        public String name() {
            return "always";
        }

        @Override
        public Optional<String> systemPrompt(SessionContext context) {
            return Optional.of(RESIDENT);
        }

        @Override
        public Optional<String> search(MemoryQuery query) {
            if (broken) {
                throw new IllegalStateException("broken");
            }
            return Optional.of(FENCED);
        }

        @Override
        public Optional<WriteFailure> write(WriteRequest request) {
            saidAtWrite.clear();
            saidAtWrite.addAll(said());
            return failing;
        }
    }

    private Assistant assistant() {
        return memory.wire(AiServices.builder(Assistant.class).chatModel(chat)).build();
    }

    /** What the log has of the branch, oldest first. */
    private List<String> said() {
        List<String> texts = new ArrayList<>();
        turns.head(SESSION).ifPresent(head -> {
            Optional<Turn> at = turns.turn(SESSION, head);
            while (at.isPresent()) {
                texts.add(0, at.get().text());
                at = at.get().parent().flatMap(parent -> turns.turn(SESSION, parent));
            }
        });
        return texts;
    }

    @Test
    void the_hooks_are_called_where_the_page_says() {
        Assistant assistant = assistant();
        assistant.chat("chat-1", "Where is the spare key?");
        assistant.chat("chat-1", "And the other one?");
        memory.finish("chat-1");
        memory.close();
        assertThat(recorded.calls())
                .containsExactly(
                        "initialize chat-1",
                        "systemPrompt chat-1",
                        "search chat-1",
                        "write chat-1",
                        "systemPrompt chat-1",
                        "search chat-1",
                        "write chat-1",
                        "write, forced, chat-1",
                        "shutdown");
    }

    @Test
    void the_model_sees_the_resident_block_and_the_recall_and_the_question() {
        assistant().chat("chat-1", "Where is the spare key?");
        assertThat(chat.told()).isEqualTo(RESIDENT);
        assertThat(chat.heard()).isEqualTo(FENCED + "\n\nWhere is the spare key?");
    }

    @Test
    void a_system_message_of_the_hosts_stands_before_the_resident_block() {
        memory.wire(AiServices.builder(Assistant.class).chatModel(chat).systemMessage("You are a caretaker."))
                .build()
                .chat("chat-1", "Where is the spare key?");
        assertThat(chat.told()).isEqualTo("You are a caretaker.\n\n" + RESIDENT);
    }

    @Test
    void what_is_recalled_is_neither_in_the_window_nor_in_the_log() {
        assistant().chat("chat-1", "Where is the spare key?");
        assertThat(store.getMessages("chat-1"))
                .extracting(ChatMessage::toString)
                .noneMatch(text -> text.contains("Ines"));
        assertThat(said()).containsExactly("Where is the spare key?", "I see.");
    }

    @Test
    void a_write_after_a_turn_finds_the_turn_and_its_answer() {
        chat.thenSay("Under the mat.");
        assistant().chat("chat-1", "Where is the spare key?");
        assertThat(backend.saidAtWrite).containsExactly("Where is the spare key?", "Under the mat.");
    }

    @Test
    void what_falls_out_of_the_window_stays_in_the_log() {
        Assistant assistant = assistant();
        for (int i = 1; i <= 6; i++) {
            assistant.chat("chat-1", "Question " + i);
        }
        assertThat(store.getMessages("chat-1")).hasSizeLessThanOrEqualTo(5);
        assertThat(said()).hasSize(12).startsWith("Question 1", "I see.", "Question 2");
        assertThat(turns.tips(SESSION)).hasSize(1);
    }

    @Test
    void sessions_do_not_mix() {
        Assistant assistant = assistant();
        assistant.chat("chat-1", "One.");
        assistant.chat("chat-2", "Two.");
        assertThat(said()).containsExactly("One.", "I see.");
        assertThat(recorded.calls()).contains("initialize chat-1", "initialize chat-2");
    }

    @Test
    void a_memory_that_fails_does_not_harm_the_chat() {
        backend.broken = true;
        backend.failing = Optional.of(WriteFailure.of(FailureCode.MODEL_RATE_LIMIT, "later"));
        assertThat(assistant().chat("chat-1", "Where is the spare key?")).isEqualTo("I see.");
        assertThat(chat.heard()).isEqualTo("Where is the spare key?");
        assertThat(failures).extracting(WriteFailure::code).containsExactly(FailureCode.MODEL_RATE_LIMIT);
    }

    @Test
    void a_turn_whose_model_fails_is_not_written_yet_and_not_lost() {
        Assistant assistant = assistant();
        chat.then(request -> {
            throw new IllegalStateException("no vendor");
        });
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> assistant.chat("chat-1", "Are you there?")))
                .isInstanceOf(IllegalStateException.class);
        assertThat(recorded.calls()).noneMatch(call -> call.startsWith("write"));
        assertThat(said()).containsExactly("Are you there?");
    }
}
