package dev.scriptorium.memory.bench.search;

import dev.scriptorium.memory.bench.gen.SyntheticText;
import dev.scriptorium.memory.bench.gen.SyntheticWorkspace;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns of twenty words that come back to something that was said: eight words of it, in their order, among twelve
 * others. Not thread-safe.
 */
final class Turns {
    private static final int WORDS = 20;
    private static final int SAID = 8;
    private static final int KEPT = 1_000;

    private final SyntheticText text = SyntheticWorkspace.otherText();
    private final List<String> kept = new ArrayList<>();
    private int heard;

    /** Hears what was said; as many messages are kept, from anywhere, as there are turns to make of them. */
    void hear(String message) {
        heard++;
        if (kept.size() < KEPT) {
            kept.add(message);
        } else {
            int place = text.number(heard);
            if (place < KEPT) {
                kept.set(place, message);
            }
        }
    }

    /** The next turn. */
    String next() {
        String[] said = kept.get(text.number(kept.size())).split(" ", -1);
        int from = text.number(Math.max(1, said.length - SAID));
        List<String> words = new ArrayList<>(WORDS);
        for (int i = from; i < Math.min(said.length, from + SAID); i++) {
            words.add(said[i]);
        }
        while (words.size() < WORDS) {
            words.add(text.number(words.size() + 1), text.word());
        }
        return String.join(" ", words);
    }
}
