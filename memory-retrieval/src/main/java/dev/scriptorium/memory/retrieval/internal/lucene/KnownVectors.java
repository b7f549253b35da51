package dev.scriptorium.memory.retrieval.internal.lucene;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.search.DocIdSetIterator;

/**
 * The vectors of texts that need not be asked for: those that were just learned, and those that the documents had which
 * are replaced. By text, so that a paragraph which moves keeps its own, and a changed one gets none. Not thread-safe.
 */
final class KnownVectors {
    private final Map<String, Optional<float[]>> vectors = new HashMap<>();

    /** No vectors: what an index holds that has none at all. */
    static KnownVectors none() {
        return new KnownVectors();
    }

    /** What of a document a model is given: headings or speaker, then the words; empty for the document of a file. */
    static String text(Document document) {
        String words = document.get(Fields.TEXT);
        if (words == null || words.isBlank()) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        for (String heading : document.getValues(Fields.HEADING)) {
            text.append(heading).append('\n');
        }
        String speaker = document.get(Fields.SPEAKER_NAME);
        speaker = speaker == null ? document.get(Fields.LABEL) : speaker;
        if (speaker != null && !speaker.isEmpty()) {
            text.append(speaker).append(": ");
        }
        return text.append(words).toString();
    }

    /** Adds vectors by text; an empty one for a text of which the model makes nothing. */
    void add(Map<String, Optional<float[]>> learned) {
        vectors.putAll(learned);
    }

    /** Adds those that the documents of a file have, from a place in it on. */
    void addStored(IndexReader reader, String path, int from) throws IOException {
        for (Lookup.Placed placed : Lookup.inFile(reader, path, from)) {
            Lookup.Found found = placed.found();
            float[] vector = of(found.leaf().reader(), found.doc());
            if (vector.length > 0) {
                vectors.put(text(reader.storedFields().document(found.global())), Optional.of(vector));
            } else if (found.has(Fields.NO_VECTOR, Fields.NO_VECTOR)) {
                vectors.put(text(reader.storedFields().document(found.global())), Optional.empty());
            }
        }
    }

    /** Whether a text need not be asked for. */
    boolean knows(String text) {
        return vectors.containsKey(text);
    }

    /** These and others. */
    KnownVectors and(Map<String, Optional<float[]>> learned) {
        KnownVectors all = new KnownVectors();
        all.vectors.putAll(vectors);
        all.vectors.putAll(learned);
        return all;
    }

    /** Gives a document the vector of its text, if it is known. */
    void mark(Document document) {
        if (vectors.isEmpty()) {
            return;
        }
        Optional<float[]> vector = vectors.get(text(document));
        if (vector == null) {
            return;
        }
        document.add(
                vector.isPresent()
                        ? new KnnFloatVectorField(Fields.VECTOR, vector.get(), VectorSimilarityFunction.DOT_PRODUCT)
                        : new StringField(Fields.NO_VECTOR, Fields.NO_VECTOR, Field.Store.NO));
    }

    /** The vector of a document; of no length when it has none. */
    static float[] of(LeafReader leaf, int document) throws IOException {
        FloatVectorValues values = leaf.getFloatVectorValues(Fields.VECTOR);
        return values != null && values.advance(document) == document
                ? values.vectorValue().clone()
                : new float[0];
    }

    /** The documents of a segment that have one, in their order; none when it has none. */
    static DocIdSetIterator all(LeafReader leaf) throws IOException {
        FloatVectorValues values = leaf.getFloatVectorValues(Fields.VECTOR);
        return values == null ? DocIdSetIterator.empty() : values;
    }
}
