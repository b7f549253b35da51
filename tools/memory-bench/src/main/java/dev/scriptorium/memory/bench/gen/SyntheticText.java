package dev.scriptorium.memory.bench.gen;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Sentences of words that occur as often as words do (Zipf), with names and numbers. The same seed says the same. Not
 * thread-safe.
 */
public final class SyntheticText {
    private static final int WORDS = 20_000;
    private static final List<String> COMMON = List.of(
            "the", "to", "and", "a", "of", "in", "is", "for", "it", "on", "with", "we", "that", "at", "was", "about",
            "after", "before", "from", "new");
    private static final List<String> FIRST = List.of(
            "Ada", "Bruno", "Chiara", "Dmitri", "Elin", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Keiko", "Lars",
            "Mira", "Nuno", "Olga", "Pavel", "Quinn", "Rosa", "Sven", "Tala", "Ugo", "Vera", "Wim", "Yara");
    private static final List<String> PLACES = List.of(
            "Lisbon", "Uppsala", "Kyoto", "Tartu", "Bergen", "Porto", "Ghent", "Izmir", "Cork", "Graz", "Oulu", "Leeds",
            "Nantes", "Turin", "Bilbao", "Riga");
    private static final String[] ONSETS = {"b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "v", "br", "st"
    };
    private static final String[] VOWELS = {"a", "e", "i", "o", "u", "ai", "ou"};
    private static final String[] CODAS = {"", "", "n", "r", "l", "s", "t"};

    private SplittableRandom random;
    private final String[] words = new String[WORDS];
    private final double[] shares = new double[WORDS];

    /** Text of a seed. */
    public SyntheticText(long seed) {
        this.random = new SplittableRandom(seed);
        double sum = 0;
        for (int rank = 0; rank < WORDS; rank++) {
            words[rank] = rank < COMMON.size() ? COMMON.get(rank) : coined(rank);
            sum += 1.0 / (rank + 2.7);
            shares[rank] = sum;
        }
        for (int rank = 0; rank < WORDS; rank++) {
            shares[rank] /= sum;
        }
    }

    /** From here on says what a seed says, in the same words. */
    SyntheticText sayingAs(long seed) {
        random = new SplittableRandom(seed);
        return this;
    }

    /** The rarer a word is, the longer; words may coincide. */
    private String coined(int rank) {
        int syllables = rank < 1_000 ? 2 : 2 + random.nextInt(2);
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < syllables; i++) {
            out.append(pick(ONSETS)).append(pick(VOWELS));
        }
        return out.append(pick(CODAS)).toString();
    }

    private String pick(String[] from) {
        return from[random.nextInt(from.length)];
    }

    private String pick(List<String> from) {
        return from.get(random.nextInt(from.size()));
    }

    /** A word. */
    public String word() {
        int at = Arrays.binarySearch(shares, random.nextDouble());
        return words[Math.min(WORDS - 1, at < 0 ? -at - 1 : at)];
    }

    /** A word that is not among the most frequent. */
    public String rareWord() {
        return words[1_000 + random.nextInt(WORDS - 1_000)];
    }

    /** The first name of a person. */
    public String name() {
        return pick(FIRST);
    }

    /** A whole number below a bound. */
    public int number(int bound) {
        return random.nextInt(bound);
    }

    /** A sentence of this many words, a name or a place among them now and then. */
    public String sentence(int length) {
        StringBuilder out = new StringBuilder(length * 7);
        for (int i = 0; i < length; i++) {
            String next = switch (random.nextInt(16)) {
                case 0 -> name();
                case 1 -> pick(PLACES);
                case 2 -> Integer.toString(1 + random.nextInt(200));
                default -> word();
            };
            out.append(i == 0 ? capital(next) : " " + next);
        }
        return out.append('.').toString();
    }

    /** The word with a capital letter. */
    public static String capital(String word) {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }
}
