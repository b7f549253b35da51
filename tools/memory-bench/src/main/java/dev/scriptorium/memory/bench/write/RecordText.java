package dev.scriptorium.memory.bench.write;

import dev.scriptorium.memory.bench.gen.SyntheticText;
import java.util.Locale;

/** The words of the records that a bench writes. Not thread-safe. */
final class RecordText {
    private static final long SEED = 11;
    private static final int DAYS = 28;

    private final SyntheticText text = new SyntheticText(SEED);

    /** What is said, never the same twice. */
    String source(long number) {
        return text.sentence(18) + " Number " + number + ".";
    }

    /** What is recorded of it. */
    String block(long number) {
        return text.sentence(12).replace(".", "") + ", number " + number + ".";
    }

    /** When it was said. */
    static String day(long number) {
        return String.format(Locale.ROOT, "2026-11-%02d", 1 + number % DAYS);
    }
}
