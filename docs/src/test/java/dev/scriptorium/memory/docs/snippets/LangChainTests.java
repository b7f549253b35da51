package dev.scriptorium.memory.docs.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import dev.scriptorium.memory.api.model.MemoryModel;
import dev.scriptorium.memory.api.session.TurnLog;
import dev.scriptorium.memory.api.session.TurnLogEntry;
import dev.scriptorium.memory.api.session.TurnLogKeeper;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.langchain4j.AgentMemory;
import dev.scriptorium.memory.langchain4j.LangChainModel;
import dev.scriptorium.memory.langchain4j.VendorHttp;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.local.writer.model.ModelTopicWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The memory of an agent made with LangChain4j: the examples of the guide. */
final class LangChainTests {

    interface Assistant {
        String chat(@MemoryId String session, @UserMessage String words);
    }

    private static final class Polite implements ChatModel {
        @Override
        public ChatResponse doChat(ChatRequest request) {
            return ChatResponse.builder().aiMessage(AiMessage.from("I see.")).build();
        }
    }

    private static final class Entries implements TurnLogKeeper {
        private final List<TurnLogEntry> kept = new ArrayList<>();

        @Override
        public void append(TurnLogEntry entry) {
            kept.add(entry);
        }

        @Override
        public void read(Consumer<TurnLogEntry> each) {
            kept.forEach(each);
        }
    }

    @Test
    void a_service_remembers_what_it_is_told(@TempDir Path directory) {
        ChatModel chat = new Polite();
        Entries keeper = new Entries();
        List<String> answers = new ArrayList<>();
        List<WriteFailure> failures = new ArrayList<>();
        // snippet a service of LangChain4j
        TurnLog turns = TurnLog.keptBy(keeper, Clock.systemUTC());
        LocalMemoryConfig config = LocalMemoryConfig.builder(directory, turns).build();
        LocalMemoryBackend backend = LocalMemoryBackend.open(config);
        try (AgentMemory memory =
                AgentMemory.builder(backend, turns).tools(backend.workspace()).build()) {
            Assistant assistant = memory.wire(
                            AiServices.builder(Assistant.class).chatModel(chat))
                    .build();
            answers.add(assistant.chat("chat-1", "My sister Ines keeps the spare key."));
            memory.finish("chat-1").ifPresent(failures::add);
        }
        // end of snippet
        assertThat(answers).containsExactly("I see.");
        assertThat(failures).isEmpty();
        assertThat(keeper.kept).isNotEmpty();
        try (LocalMemoryBackend later = LocalMemoryBackend.open(config)) {
            assertThat(later.workspace().read().grep("spare key", 10)).isNotEmpty();
        }
    }

    @Test
    void the_client_of_a_vendor_keeps_what_is_said_about_waiting() {
        String key = "sk-none";
        // snippet a client that hears how long to wait
        ChatModel chat = OpenAiChatModel.builder()
                .httpClientBuilder(VendorHttp.of(Clock.systemUTC()))
                .apiKey(key)
                .modelName("a-model")
                .timeout(Duration.ofMinutes(5))
                .maxRetries(0)
                .build();
        // end of snippet
        assertThat(chat).isNotNull();
    }

    @Test
    void a_chat_model_is_a_model_that_writes() {
        ChatModel chat = new Polite();
        // snippet a chat model of LangChain4j
        MemoryModel model = LangChainModel.of(chat, Clock.systemUTC());
        ModelTopicWriter writer =
                ModelTopicWriter.builder(model, Clock.systemUTC()).build();
        // end of snippet
        assertThat(writer.name()).isNotBlank();
    }
}
