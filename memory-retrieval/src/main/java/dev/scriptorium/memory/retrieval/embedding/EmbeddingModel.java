package dev.scriptorium.memory.retrieval.embedding;

import java.util.List;

/**
 * Turns texts into vectors whose closeness stands for closeness of meaning. Implemented by adapters; thread-safe.
 */
public interface EmbeddingModel {

    /** What tells this model's vectors from another's, such as {@code bge-small-en-v1.5}. */
    String name();

    /** The length of every vector. */
    int dimensions();

    /**
     * The vectors of texts, in order, each of length one.
     *
     * @throws RuntimeException when the model cannot be used; the search is then lexical, or refused when embeddings
     *     were asked for by name
     */
    List<float[]> embed(List<String> texts);
}
