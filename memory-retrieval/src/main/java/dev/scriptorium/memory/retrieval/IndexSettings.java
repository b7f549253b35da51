package dev.scriptorium.memory.retrieval;

import java.util.function.ToIntFunction;

/** What an index needs to know beyond its directory. Immutable. */
public final class IndexSettings {
    private final ToIntFunction<String> tokens;

    private IndexSettings(ToIntFunction<String> tokens) {
        this.tokens = tokens;
    }

    /**
     * Settings.
     *
     * @param tokens counts the tokens of a paragraph when it is stored; called from any thread; may estimate, but never
     *     too low
     */
    public static IndexSettings of(ToIntFunction<String> tokens) {
        return new IndexSettings(tokens);
    }

    ToIntFunction<String> tokens() {
        return tokens;
    }
}
