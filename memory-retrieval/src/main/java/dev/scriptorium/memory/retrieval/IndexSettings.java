package dev.scriptorium.memory.retrieval;

import dev.scriptorium.memory.retrieval.embedding.Embedder;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** What an index needs to know beyond its directory. Immutable. */
public final class IndexSettings {
    private final ToIntFunction<String> tokens;
    private final @Nullable Embedder embedder;

    private IndexSettings(ToIntFunction<String> tokens, @Nullable Embedder embedder) {
        this.tokens = tokens;
        this.embedder = embedder;
    }

    /**
     * Settings.
     *
     * @param tokens counts the tokens of a paragraph when it is stored; called from any thread; may estimate, but never
     *     too low
     */
    public static IndexSettings of(ToIntFunction<String> tokens) {
        return new IndexSettings(tokens, null);
    }

    /** The same, with vectors of a model. */
    public IndexSettings withVectors(Embedder model) {
        return new IndexSettings(tokens, model);
    }

    ToIntFunction<String> tokens() {
        return tokens;
    }

    Optional<Embedder> embedder() {
        return Optional.ofNullable(embedder);
    }
}
