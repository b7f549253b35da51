package dev.scriptorium.memory.retrieval.embedding;

/** What a question means, as a model sees it. Immutable. */
public final class Meaning {
    private final String model;
    private final float[] vector;
    private final double floor;
    private final boolean alone;

    /**
     * A meaning.
     *
     * @param model what tells its vectors from another's
     * @param vector of length one
     * @param floor the cosine from which on something speaks of the same thing
     * @param alone whether it is asked for by meaning and not by words
     */
    public Meaning(String model, float[] vector, double floor, boolean alone) {
        this.model = model;
        this.vector = vector.clone();
        this.floor = floor;
        this.alone = alone;
    }

    /** What tells its vectors from another's. */
    public String model() {
        return model;
    }

    /** The vector, of length one. */
    public float[] vector() {
        return vector.clone();
    }

    /** The cosine from which on something speaks of the same thing. */
    public double floor() {
        return floor;
    }

    /** Whether words do not count. */
    public boolean alone() {
        return alone;
    }
}
