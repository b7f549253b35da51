package dev.scriptorium.memory.retrieval.rank;

/** A block or turn that may answer a question, with what ranking needs to know of it. Not thread-safe. */
public final class Candidate {
    private final int document;
    private final boolean turn;
    private final Place place;
    private final long ref;
    private final long[] cites;
    private final boolean eligible;
    private double match;
    private double bonus;
    private double lift;
    private double exact;
    private double meaning;
    private double nearness = Double.NaN;
    private boolean byMeaning;
    private long ownTerms;
    private boolean named;

    /** Where a candidate stands; looked up only when asked. */
    public interface Place {

        /** Its file. */
        String path();

        /** Its line there. */
        int line();

        /** Its place among the blocks or turns of the file. */
        int order();
    }

    /**
     * A candidate.
     *
     * @param document its number in the index
     * @param turn whether it is a turn
     * @param place where it stands
     * @param ref the key of the turn's reference; 0 for a block
     * @param cites the keys of the references a block cites
     * @param eligible whether it may be shown; otherwise it only lends its score to others
     */
    public Candidate(int document, boolean turn, Place place, long ref, long[] cites, boolean eligible) {
        this.document = document;
        this.turn = turn;
        this.place = place;
        this.ref = ref;
        this.cites = cites.clone();
        this.eligible = eligible;
    }

    /** Its number in the index. */
    public int document() {
        return document;
    }

    /** Whether it is a turn. */
    public boolean turn() {
        return turn;
    }

    /** Its file. */
    public String path() {
        return place.path();
    }

    /** Its line there. */
    public int line() {
        return place.line();
    }

    /** Its place in the file. */
    public int order() {
        return place.order();
    }

    /** The key of the turn's reference. */
    public long ref() {
        return ref;
    }

    /** Whether it may be shown. */
    public boolean eligible() {
        return eligible;
    }

    int citations() {
        return cites.length;
    }

    long cited(int index) {
        return cites[index];
    }

    boolean citesRef(long key) {
        for (long cite : cites) {
            if (cite == key) {
                return true;
            }
        }
        return false;
    }

    /** The score of its own fields. */
    public double match() {
        return match;
    }

    /** Sets the score of its own fields. */
    public void match(double value) {
        this.match = value;
    }

    /** What words as they stand in the question add. */
    public double exact() {
        return exact;
    }

    /** Sets what words as they stand add. */
    public void exact(double value) {
        this.exact = value;
    }

    /** What its meaning adds. */
    public double meaning() {
        return meaning;
    }

    void meaning(double value) {
        this.meaning = value;
    }

    /** How near its meaning is to the question's, from -1 to 1; no number when it has no vector, or nobody asked. */
    public double nearness() {
        return nearness;
    }

    /** Sets how near its meaning is. */
    public void nearness(double value) {
        this.nearness = value;
    }

    /** Whether it is known how near it is. */
    public boolean isMeasured() {
        return !Double.isNaN(nearness);
    }

    /** Whether nothing but its meaning has found it. */
    public boolean byMeaning() {
        return byMeaning;
    }

    /** Sets whether nothing but its meaning has found it. */
    public void byMeaning(boolean value) {
        this.byMeaning = value;
    }

    /** Which terms of the question its own text has, by their place. */
    public long ownTerms() {
        return ownTerms;
    }

    /** Sets which terms its own text has. */
    public void ownTerms(long value) {
        this.ownTerms = value;
    }

    /** Whether the question names its speaker. */
    public boolean named() {
        return named;
    }

    /** Sets whether the question names its speaker. */
    public void named(boolean value) {
        this.named = value;
    }

    /** What the question's naming its speaker adds. */
    public double bonus() {
        return bonus;
    }

    void bonus(double value) {
        this.bonus = value;
    }

    /** What citations add. */
    public double lift() {
        return lift;
    }

    void lift(double value) {
        this.lift = value;
    }

    /** Before citations: own fields, words as they stand, meaning, named speaker. */
    double own() {
        return match + exact + meaning + bonus;
    }

    /** What it is ranked by. */
    public double score() {
        return match + exact + meaning + bonus + lift;
    }
}
