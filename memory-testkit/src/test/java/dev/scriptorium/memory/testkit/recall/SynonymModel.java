package dev.scriptorium.memory.testkit.recall;

import dev.scriptorium.memory.retrieval.embedding.EmbeddingModel;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** A model for which a doctor is a physician and everything else is like nothing else. Thread-safe. */
final class SynonymModel implements EmbeddingModel {
    private static final int DIMENSIONS = 48;

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private volatile Consumer<String> before = text -> {};

    /** What is done before a text is answered; it may throw. */
    SynonymModel before(Consumer<String> action) {
        before = action;
        return this;
    }

    List<String> asked() {
        return asked;
    }

    @Override
    public String name() {
        return "synonyms";
    }

    @Override
    public int dimensions() {
        return DIMENSIONS;
    }

    @Override
    public double floor() {
        return .5;
    }

    @Override
    public List<float[]> embed(List<String> texts, Duration atMost) {
        return texts.stream().map(this::vector).toList();
    }

    private float[] vector(String text) {
        asked.add(text);
        before.accept(text);
        float[] vector = new float[DIMENSIONS];
        for (String word : text.toLowerCase(Locale.ROOT).split("\\W+", -1)) {
            if (word.equals("doctor") || word.equals("physician")) {
                vector[0] += 4;
            } else if (word.length() > 3) {
                vector[1 + Math.floorMod(word.hashCode(), DIMENSIONS - 1)] += 1;
            }
        }
        return vector;
    }
}
