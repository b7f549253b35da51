package dev.scriptorium.memory.langchain4j;

import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.observability.api.event.AiServiceCompletedEvent;
import dev.langchain4j.observability.api.listener.AiServiceCompletedListener;
import dev.langchain4j.rag.DefaultRetrievalAugmentor;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import dev.langchain4j.store.memory.chat.InMemoryChatMemoryStore;
import dev.scriptorium.memory.api.MemoryBackend;
import dev.scriptorium.memory.api.MemoryBackends;
import dev.scriptorium.memory.api.SessionContext;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.TurnLog;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.local.MemoryWorkspace;
import dev.scriptorium.memory.local.tool.MemoryTools;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Everything that an AI service needs to remember, by one call.
 *
 * <pre>{@code
 * TurnLog turns = TurnLog.keptBy(keeper, clock);
 * LocalMemoryBackend backend = LocalMemoryBackend.open(LocalMemoryConfig.builder(directory, turns).build());
 * try (AgentMemory memory = AgentMemory.builder(backend, turns).tools(backend.workspace()).build()) {
 *     Assistant assistant = memory.wire(AiServices.builder(Assistant.class).chatModel(chat)).build();
 *     assistant.chat("chat-1", "I moved to Lisbon.");
 *     memory.finish("chat-1");
 * }
 * }</pre>
 *
 * <p>Safe for use by several threads. No accident of the memory reaches the chat.
 *
 * @since 0.1
 */
public final class AgentMemory implements AutoCloseable {
    private final MemoryBackend memory;
    private final TurnLog turns;
    private final @Nullable MemoryWorkspace workspace;
    private final Function<Object, SessionId> sessions;
    private final ChatMemoryStore store;
    private final int window;
    private final Consumer<WriteFailure> failures;
    private final Set<SessionId> begun = ConcurrentHashMap.newKeySet();

    private AgentMemory(Builder builder) {
        this.memory = MemoryBackends.guard(builder.memory);
        this.turns = builder.turns;
        this.workspace = builder.workspace;
        this.sessions = builder.sessions;
        this.store = new LoggedChatMemoryStore(builder.store, builder.turns, builder.sessions);
        this.window = builder.window;
        this.failures = builder.failures;
    }

    /**
     * Starts the wiring.
     *
     * @param memory a memory whose session store is the log
     * @param turns where the turns of the chats are
     */
    public static Builder builder(MemoryBackend memory, TurnLog turns) {
        return new Builder(memory, turns);
    }

    /**
     * Gives a service its memory: chat memory, resident block, recall, tools, and the write after each turn. What the host
     * has set of these before is replaced; a system message of its own is kept before the block.
     *
     * @return the same builder
     */
    public <T> AiServices<T> wire(AiServices<T> services) {
        services.chatMemoryProvider(id -> MessageWindowChatMemory.builder()
                        .id(id)
                        .maxMessages(window)
                        .alwaysKeepSystemMessageFirst(true)
                        .chatMemoryStore(store)
                        .build())
                .systemMessageTransformer((text, call) -> withResident(text, call.chatMemoryId()))
                .retrievalAugmentor(DefaultRetrievalAugmentor.builder()
                        .contentRetriever(new MemoryRetriever(memory, sessions))
                        .contentInjector(new RecallInjector())
                        // No thread of anybody's: recall takes milliseconds.
                        .executor(Runnable::run)
                        .build())
                // What was recalled is not part of what was said.
                .storeRetrievedContentInChatMemory(false)
                .registerListener(new Written());
        MemoryWorkspace tools = workspace;
        if (tools != null) {
            services.toolProvider(new MemoryToolProvider(
                    id -> MemoryTools.of(tools, tools.change().owner(origin(sessions.apply(id))))));
        }
        return services;
    }

    private @Nullable String withResident(@Nullable String text, Object memoryId) {
        SessionContext context = SessionContext.of(session(memoryId));
        Optional<String> resident = memory.systemPrompt(context);
        if (text == null || text.isBlank()) {
            return resident.orElse(text);
        }
        return resident.map(block -> text + "\n\n" + block).orElse(text);
    }

    /** The session, of which the memory has been told. */
    private SessionId session(Object memoryId) {
        SessionId session = sessions.apply(memoryId);
        if (begun.add(session)) {
            memory.initialize(SessionContext.of(session));
        }
        return session;
    }

    private String origin(SessionId session) {
        return turns.head(session)
                .map(TurnId::value)
                .map(turn -> session.value() + "/" + turn)
                .orElse(session.value());
    }

    /**
     * Writes all that is pending of a chat, for its end.
     *
     * @return what went wrong; the turns stay pending then
     */
    public Optional<WriteFailure> finish(Object memoryId) {
        return memory.write(WriteRequest.force(session(memoryId)));
    }

    /** Ends the memory; what is pending stays pending. Idempotent. */
    @Override
    public void close() {
        memory.shutdown();
    }

    /** After each turn that ended well, what is due is written. */
    private final class Written implements AiServiceCompletedListener {
        @Override
        public void onEvent(AiServiceCompletedEvent event) {
            SessionId session = session(event.invocationContext().chatMemoryId());
            memory.write(WriteRequest.of(session)).ifPresent(failures);
        }
    }

    /** Builder of {@link AgentMemory}. Not thread-safe. */
    public static final class Builder {
        private final MemoryBackend memory;
        private final TurnLog turns;
        private @Nullable MemoryWorkspace workspace;
        private Function<Object, SessionId> sessions = id -> new SessionId(String.valueOf(id));
        private ChatMemoryStore store = new InMemoryChatMemoryStore();
        private int window = 40;
        private Consumer<WriteFailure> failures = failure -> {};

        private Builder(MemoryBackend memory, TurnLog turns) {
            this.memory = memory;
            this.turns = turns;
        }

        /** Gives the model the memory tools over this workspace, on the owner's behalf; without it there are none. */
        public Builder tools(MemoryWorkspace value) {
            this.workspace = value;
            return this;
        }

        /** Names the session of a chat memory id; the id as text unless set. */
        public Builder sessions(Function<Object, SessionId> value) {
            this.sessions = value;
            return this;
        }

        /** Where the chat's own window is kept; in memory unless set. */
        public Builder store(ChatMemoryStore value) {
            this.store = value;
            return this;
        }

        /** How many messages the chat's own window holds; 40 unless set. */
        public Builder window(int value) {
            this.window = value;
            return this;
        }

        /** Is told of writes that failed after a turn; their turns stay pending. */
        public Builder failures(Consumer<WriteFailure> value) {
            this.failures = value;
            return this;
        }

        /** Wires nothing yet. */
        public AgentMemory build() {
            return new AgentMemory(this);
        }
    }
}
