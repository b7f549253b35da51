package dev.scriptorium.memory.retrieval.embedding;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A model of a few concepts: words of one concept mean the same, every other word means itself. Deterministic. */
public final class ConceptModel implements EmbeddingModel {
    private static final Map<String, Integer> CONCEPTS = Map.ofEntries(
            Map.entry("doctor", 0),
            Map.entry("physician", 0),
            Map.entry("surgeon", 0),
            Map.entry("house", 1),
            Map.entry("cottage", 1),
            Map.entry("car", 2),
            Map.entry("automobile", 2),
            Map.entry("dog", 3),
            Map.entry("terrier", 3));
    private static final int OTHERS = 8;

    private final String name;
    private final int dimensions;
    private final List<String> asked = new ArrayList<>();
    private Trouble trouble = (text, vector) -> vector;

    /** What goes wrong with a text. */
    public interface Trouble {
        float[] with(String text, float[] vector);
    }

    public ConceptModel(String name, int dimensions) {
        this.name = name;
        this.dimensions = dimensions;
    }

    public ConceptModel() {
        this("concepts", 64);
    }

    public ConceptModel with(Trouble other) {
        trouble = other;
        return this;
    }

    /** Every text it was asked for since it was last told to forget. */
    public synchronized List<String> asked() {
        return List.copyOf(asked);
    }

    public synchronized void forget() {
        asked.clear();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int dimensions() {
        return dimensions;
    }

    @Override
    public double floor() {
        return .5;
    }

    @Override
    public synchronized List<float[]> embed(List<String> texts, Duration atMost) {
        asked.addAll(texts);
        return texts.stream().map(text -> trouble.with(text, vector(text))).toList();
    }

    private float[] vector(String text) {
        float[] vector = new float[dimensions];
        for (String word : text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+", -1)) {
            Integer concept = CONCEPTS.get(word);
            if (concept != null) {
                vector[concept] += 3;
            } else if (word.length() > 3) {
                vector[OTHERS + Math.floorMod(word.hashCode(), dimensions - OTHERS)] += 1;
            }
        }
        return vector;
    }
}
