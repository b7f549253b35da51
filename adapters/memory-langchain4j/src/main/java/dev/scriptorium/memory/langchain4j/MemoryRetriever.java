package dev.scriptorium.memory.langchain4j;

import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.content.retriever.ContentRetriever;
import dev.langchain4j.rag.query.Query;
import dev.scriptorium.memory.api.MemoryBackend;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.session.SessionId;
import java.util.List;
import java.util.function.Function;

/**
 * Recall as a content retriever: one content, fenced, or none. Never throws; safe for use by several threads.
 *
 * @since 0.1
 */
public final class MemoryRetriever implements ContentRetriever {
    private final MemoryBackend memory;
    private final Function<Object, SessionId> sessions;

    /**
     * A retriever for the owner's sessions.
     *
     * @param sessions the session of a chat memory id
     */
    public MemoryRetriever(MemoryBackend memory, Function<Object, SessionId> sessions) {
        this.memory = memory;
        this.sessions = sessions;
    }

    @Override
    public List<Content> retrieve(Query query) {
        MemoryQuery.Builder asked = MemoryQuery.builder(query.text());
        if (query.metadata() != null && query.metadata().chatMemoryId() != null) {
            asked.session(sessions.apply(query.metadata().chatMemoryId()));
        }
        return memory.search(asked.build()).map(Content::from).stream().toList();
    }
}
