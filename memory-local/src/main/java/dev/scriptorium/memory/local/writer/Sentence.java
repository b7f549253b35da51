package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.local.writer.Words.Word;
import java.util.ArrayList;
import java.util.List;

/**
 * One sentence of a turn, as it was said.
 *
 * @param turn the place of the turn in the batch, from 0
 * @param place the place of the sentence in the turn, from 0; a place is left free where code or the like stood
 * @param text its words, verbatim, line breaks turned into spaces
 * @param spaced whether there was white space before it
 * @param words its words, one by one
 * @param asks whether it is a question
 * @param reported whether the turn announces these words as another's, or they stand in a quotation that began before
 */
record Sentence(int turn, int place, String text, boolean spaced, List<Word> words, boolean asks, boolean reported) {

    /** The sentences of a turn, in order. */
    static List<Sentence> of(int turn, String text) {
        List<Sentence> sentences = new ArrayList<>();
        int place = 0;
        boolean quoted = false;
        for (SpokenText.Paragraph paragraph : SpokenText.paragraphs(text)) {
            place += paragraph.gap() ? 1 : 0;
            int before = -1;
            for (Sentences.Span span : Sentences.of(paragraph.text())) {
                String sentence = span.of(paragraph.text());
                boolean spaced = span.start() != before;
                before = span.end();
                boolean anothers = paragraph.reported() || quoted;
                quoted = Quotations.openAfter(sentence, quoted);
                sentences.add(new Sentence(
                        turn, place++, sentence, spaced, Words.of(sentence), Sentences.asks(sentence), anothers));
            }
        }
        return sentences;
    }

    /** What it weighs in the reader's time: a character of Chinese stands for about three of an alphabet. */
    int width() {
        int width = 0;
        for (int i = 0; i < text.length(); i++) {
            width += Words.isIdeographic(text.charAt(i)) ? 3 : 1;
        }
        return width;
    }

    /** Whether somebody speaks of himself in it. */
    boolean firstPerson() {
        return words.stream().anyMatch(word -> English.FIRST_PERSON.contains(word.lower()))
                || Chinese.hasAny(text, Chinese.FIRST_PERSON);
    }

    /** Whether somebody is spoken to. */
    boolean secondPerson() {
        return words.stream().anyMatch(word -> English.SECOND_PERSON.contains(word.lower()))
                || Chinese.hasAny(text, Chinese.SECOND_PERSON);
    }

    /** Whether it begins by pointing back to something said before: "it was", "that made", but not "that winter". */
    boolean pointsBack() {
        if (words.isEmpty()) {
            return false;
        }
        String first = words.get(0).lower();
        boolean demonstrative = English.DEMONSTRATIVE.contains(first);
        boolean named = words.size() > 1
                && !English.FUNCTION.contains(words.get(1).lower())
                && !English.CHAT.contains(words.get(1).lower())
                && !English.POINTED_VERB.contains(words.get(1).lower());
        return English.BACKWARD.contains(first)
                || (demonstrative && !named)
                || Chinese.startsWithAny(text, Chinese.BACKWARD);
    }

    /** Whether it begins as an answer does. */
    boolean replies() {
        return !words.isEmpty()
                && (English.REPLY.contains(words.get(0).lower()) || Chinese.startsWithAny(text, Chinese.REPLY));
    }
}
