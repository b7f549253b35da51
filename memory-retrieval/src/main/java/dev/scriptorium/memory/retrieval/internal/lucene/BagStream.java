package dev.scriptorium.memory.retrieval.internal.lucene;

import java.util.Iterator;
import java.util.Map;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;

/** Gives a bag of terms to the index, each term once with its frequency. */
final class BagStream extends TokenStream {
    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final TermFrequencyAttribute frequency = addAttribute(TermFrequencyAttribute.class);
    private final Map<String, int[]> counts;
    private Iterator<Map.Entry<String, int[]>> rest;

    BagStream(Map<String, int[]> counts) {
        this.counts = counts;
        this.rest = counts.entrySet().iterator();
    }

    @Override
    public void reset() {
        rest = counts.entrySet().iterator();
    }

    @Override
    public boolean incrementToken() {
        if (!rest.hasNext()) {
            return false;
        }
        clearAttributes();
        Map.Entry<String, int[]> next = rest.next();
        term.append(next.getKey());
        frequency.setTermFrequency(next.getValue()[0]);
        return true;
    }
}
