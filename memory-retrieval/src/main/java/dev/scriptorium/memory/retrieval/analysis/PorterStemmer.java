package dev.scriptorium.memory.retrieval.analysis;

/**
 * M. F. Porter's suffix stripping ("An algorithm for suffix stripping", 1980) for words of the letters a to z. Not
 * thread-safe.
 */
final class PorterStemmer {
    private static final String[][] STEP_2 = {
        {"ational", "ate"},
        {"tional", "tion"},
        {"enci", "ence"},
        {"anci", "ance"},
        {"izer", "ize"},
        {"abli", "able"},
        {"alli", "al"},
        {"entli", "ent"},
        {"eli", "e"},
        {"ousli", "ous"},
        {"ization", "ize"},
        {"ation", "ate"},
        {"ator", "ate"},
        {"alism", "al"},
        {"iveness", "ive"},
        {"fulness", "ful"},
        {"ousness", "ous"},
        {"aliti", "al"},
        {"iviti", "ive"},
        {"biliti", "ble"}
    };
    private static final String[][] STEP_3 = {
        {"icate", "ic"}, {"ative", ""}, {"alize", "al"}, {"iciti", "ic"}, {"ical", "ic"}, {"ful", ""}, {"ness", ""}
    };
    // Longer suffixes before those they end in.
    private static final String[][] STEP_4 = {
        {"ement", ""}, {"ment", ""}, {"ent", ""}, {"ance", ""}, {"ence", ""}, {"able", ""}, {"ible", ""}, {"ant", ""},
        {"ism", ""}, {"ate", ""}, {"iti", ""}, {"ous", ""}, {"ive", ""}, {"ize", ""}, {"ion", ""}, {"al", ""},
        {"er", ""}, {"ic", ""}, {"ou", ""}
    };

    private char[] chars = new char[64];
    private int length;

    /** The stem; a word of one or two letters is its own. */
    String stem(String word) {
        if (word.length() < 3) {
            return word;
        }
        load(word);
        plural();
        pastAndParticiple();
        if (endsWith("y") && hasVowel(length - 1)) {
            chars[length - 1] = 'i';
        }
        strip(STEP_2, 1);
        strip(STEP_3, 1);
        strip(STEP_4, 2);
        finalLetters();
        return length == word.length() && isPrefixOf(word) ? word : new String(chars, 0, length);
    }

    private void load(String word) {
        length = word.length();
        if (chars.length < length + 1) {
            chars = new char[length * 2];
        }
        word.getChars(0, length, chars, 0);
    }

    private boolean isPrefixOf(String word) {
        for (int i = 0; i < length; i++) {
            if (chars[i] != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private void plural() {
        if (endsWith("sses") || endsWith("ies")) {
            length -= 2;
        } else if (endsWith("s") && !endsWith("ss")) {
            length--;
        }
    }

    private void pastAndParticiple() {
        if (endsWith("eed")) {
            if (measure(length - 3) > 0) {
                length--;
            }
            return;
        }
        int stem = endsWith("ed") ? length - 2 : endsWith("ing") ? length - 3 : -1;
        if (stem < 0 || !hasVowel(stem)) {
            return;
        }
        length = stem;
        if (endsWith("at") || endsWith("bl") || endsWith("iz")) {
            chars[length++] = 'e';
        } else if (endsInDoubleConsonant()) {
            char last = chars[length - 1];
            if (last != 'l' && last != 's' && last != 'z') {
                length--;
            }
        } else if (measure(length) == 1 && endsInShortSyllable(length)) {
            chars[length++] = 'e';
        }
    }

    /** Replaces the first suffix that fits, if what is before it is long enough. */
    private void strip(String[][] rules, int least) {
        for (String[] rule : rules) {
            String suffix = rule[0];
            if (!endsWith(suffix)) {
                continue;
            }
            int stem = length - suffix.length();
            boolean allowed = !suffix.equals("ion") || (stem > 0 && (chars[stem - 1] == 's' || chars[stem - 1] == 't'));
            if (allowed && measure(stem) >= least) {
                rule[1].getChars(0, rule[1].length(), chars, stem);
                length = stem + rule[1].length();
            }
            return;
        }
    }

    private void finalLetters() {
        if (endsWith("e")) {
            int measure = measure(length - 1);
            if (measure > 1 || (measure == 1 && !endsInShortSyllable(length - 1))) {
                length--;
            }
        }
        if (endsWith("ll") && measure(length) > 1) {
            length--;
        }
    }

    private boolean endsWith(String suffix) {
        int start = length - suffix.length();
        if (start < 0) {
            return false;
        }
        for (int i = 0; i < suffix.length(); i++) {
            if (chars[start + i] != suffix.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** How often a vowel is followed by a consonant in the first letters. */
    private int measure(int end) {
        int count = 0;
        boolean vowelBefore = false;
        boolean consonant = false;
        for (int i = 0; i < end; i++) {
            consonant = isConsonant(i, consonant);
            if (consonant && vowelBefore) {
                count++;
            }
            vowelBefore = !consonant;
        }
        return count;
    }

    private boolean hasVowel(int end) {
        boolean consonant = false;
        for (int i = 0; i < end; i++) {
            consonant = isConsonant(i, consonant);
            if (!consonant) {
                return true;
            }
        }
        return false;
    }

    /** Whether a letter is a consonant, given whether the one before it is. */
    private boolean isConsonant(int at, boolean consonantBefore) {
        return switch (chars[at]) {
            case 'a', 'e', 'i', 'o', 'u' -> false;
            case 'y' -> at == 0 || !consonantBefore;
            default -> true;
        };
    }

    private boolean isConsonantAt(int at) {
        boolean consonant = false;
        for (int i = 0; i <= at; i++) {
            consonant = isConsonant(i, consonant);
        }
        return consonant;
    }

    private boolean endsInDoubleConsonant() {
        return length > 1 && chars[length - 1] == chars[length - 2] && isConsonantAt(length - 1);
    }

    /** Whether the first letters end in consonant, vowel, consonant, the last being none of w, x and y. */
    private boolean endsInShortSyllable(int end) {
        if (end < 3 || !isConsonantAt(end - 1) || isConsonantAt(end - 2) || !isConsonantAt(end - 3)) {
            return false;
        }
        char last = chars[end - 1];
        return last != 'w' && last != 'x' && last != 'y';
    }
}
