package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.local.writer.Words.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Short display texts of source links: two to four words of content, as they stand in the statement. */
final class Labels {
    private static final int MOST = 4;
    private static final int FEWEST = 2;
    private static final int LONGEST_WORD = 24;
    private static final int LONGEST_STRETCH = 6;
    private static final String NONE = "spoken words";

    private Labels() {}

    /** The label of a statement; never empty, without digits, addresses and marks. */
    static String of(String statement) {
        if (statement.codePoints().filter(Words::isIdeographic).count() * 2 > statement.length()) {
            List<String> parts = ideographic(ChineseDates.without(Chinese.withoutChat(statement)));
            return parts.isEmpty() ? NONE : String.join(" ", parts);
        }
        List<Word> words = Words.of(withoutAddresses(statement)).stream()
                .filter(word -> !word.digits() && word.text().length() <= LONGEST_WORD)
                .filter(word -> !word.ideographic())
                .toList();
        List<Predicate<Word>> kinds = List.of(
                word -> !isCommon(word) && !isTime(word) && word.text().length() > 1,
                word -> !English.FUNCTION.contains(word.lower()) && !isTime(word),
                word -> !isTime(word),
                word -> true);
        for (Predicate<Word> kind : kinds) {
            List<String> label = words.stream()
                    .filter(kind)
                    .map(Word::text)
                    .distinct()
                    .limit(MOST)
                    .toList();
            if (label.size() >= FEWEST) {
                return String.join(" ", label);
            }
        }
        return words.isEmpty() ? NONE : words.get(0).text();
    }

    private static boolean isTime(Word word) {
        return English.TIME.contains(word.lower());
    }

    private static boolean isCommon(Word word) {
        return English.FUNCTION.contains(word.lower()) || English.CHAT.contains(word.lower());
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
            boolean takes = Words.isIdeographic(c) && !Chinese.separates(c);
            if (takes && open.codePointCount(0, open.length()) < LONGEST_STRETCH) {
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
