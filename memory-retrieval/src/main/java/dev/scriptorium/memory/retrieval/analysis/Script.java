package dev.scriptorium.memory.retrieval.analysis;

import java.lang.Character.UnicodeScript;

/** How the characters of a script become terms. */
enum Script {
    /** No part of any word. */
    NONE(false),
    /** A digit or mark, which goes with any script around it. */
    COMMON(false),
    LATIN(false),
    /** Any other script that puts spaces between words. */
    SPACED(false),
    /** Han, kana and bopomofo, which mix within a word. */
    CJK(true),
    HANGUL(true),
    THAI(true),
    LAO(true),
    KHMER(true),
    MYANMAR(true);

    private final boolean unspaced;

    Script(boolean unspaced) {
        this.unspaced = unspaced;
    }

    /** Whether words stand without spaces between them, or with endings that hide the word. */
    boolean unspaced() {
        return unspaced;
    }

    static Script of(int c) {
        if (c < 0x80) {
            if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
                return LATIN;
            }
            return c >= '0' && c <= '9' ? COMMON : NONE;
        }
        int type = Character.getType(c);
        if (!Character.isLetterOrDigit(c)
                && type != Character.LETTER_NUMBER
                && type != Character.OTHER_NUMBER
                && !CaseFolding.isMark(type)) {
            return NONE;
        }
        return switch (UnicodeScript.of(c)) {
            case LATIN -> LATIN;
            case HAN, HIRAGANA, KATAKANA, BOPOMOFO -> CJK;
            case HANGUL -> HANGUL;
            case THAI -> THAI;
            case LAO -> LAO;
            case KHMER -> KHMER;
            case MYANMAR -> MYANMAR;
            // The prolonged sound mark of kana belongs to no script.
            case COMMON -> type == Character.MODIFIER_LETTER && c >= 0x3000 && c <= 0x30FF ? CJK : COMMON;
            case INHERITED -> COMMON;
            default -> SPACED;
        };
    }
}
