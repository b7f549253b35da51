package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.local.writer.Words.Word;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Short display texts of source links: two to four words of content, as they stand in the statement. */
final class Labels {
    private static final int MOST = 4;
    private static final int FEWEST = 2;
    private static final int LONGEST_WORD = 24;
    private static final String NONE = "spoken words";

    private Labels() {}

    /** The label of a statement; never empty, without digits, addresses and marks. */
    static String of(String statement) {
        if (statement.codePoints().filter(Words::isIdeographic).count() * 2 > statement.length()) {
            List<String> parts = ideographic(ChineseDates.without(Chinese.withoutChat(statement)));
            return parts.isEmpty() ? NONE : String.join(" ", parts);
        }
        List<Word> words = Words.of(withoutAddresses(statement)).stream()
                .filter(word -> !word.digits()
                        && !English.TIME.contains(word.lower())
                        && !word.ideographic()
                        && word.text().length() <= LONGEST_WORD)
                .toList();
        Set<String> label = new LinkedHashSet<>();
        take(words, word -> !isCommon(word) && word.text().length() > 1, MOST, label);
        if (label.size() < FEWEST) {
            label.clear();
            take(words, word -> !English.FUNCTION.contains(word.lower()), FEWEST, label);
        }
        if (label.size() < FEWEST) {
            label.clear();
            take(words, word -> true, MOST, label);
        }
        return label.isEmpty() ? NONE : String.join(" ", label);
    }

    private static boolean isCommon(Word word) {
        return English.FUNCTION.contains(word.lower()) || English.CHAT.contains(word.lower());
    }

    private static void take(List<Word> words, Predicate<Word> wanted, int most, Set<String> label) {
        for (Word word : words) {
            if (label.size() == most) {
                return;
            }
            if (wanted.test(word)) {
                label.add(word.text());
            }
        }
    }

    private static String withoutAddresses(String text) {
        StringBuilder out = new StringBuilder();
        for (String part : text.split(" ", -1)) {
            boolean address = part.contains("://") || part.contains("@") || part.startsWith("www.");
            int link = part.indexOf("](");
            out.append(address ? "" : link < 0 ? part : part.substring(0, link)).append(' ');
        }
        return out.toString();
    }

    /** Stretches between characters of grammar, which come near enough to words. */
    private static List<String> ideographic(String text) {
        List<String> parts = new ArrayList<>();
        StringBuilder open = new StringBuilder();
        for (int i = 0; i <= text.length() && parts.size() < MOST; ) {
            int c = i < text.length() ? text.codePointAt(i) : ' ';
            i += Character.charCount(c);
            boolean takes = Words.isIdeographic(c) && !Chinese.isFunction(c);
            if (takes && open.codePointCount(0, open.length()) < MOST) {
                open.appendCodePoint(c);
            } else {
                if (open.codePointCount(0, open.length()) > 1 && !parts.contains(open.toString())) {
                    parts.add(open.toString());
                }
                open.setLength(0);
                if (takes) {
                    open.appendCodePoint(c);
                }
            }
        }
        return parts;
    }
}
