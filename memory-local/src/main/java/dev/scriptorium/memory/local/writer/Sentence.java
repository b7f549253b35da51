package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.local.writer.Words.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * One sentence of a turn, as it was said.
 *
 * @param turn the place of the turn in the batch, from 0
 * @param place the place of the sentence in the turn, from 0; a place is left free where code or the like stood
 * @param text its words, verbatim, line breaks turned into spaces
 * @param spaced whether there was white space before it
 * @param words its words, one by one
 * @param asks whether it is a question
 * @param reported whether the turn announces these words as another's or puts a speaker's name before them, or they
 *     stand in a quotation that began before
 */
record Sentence(int turn, int place, String text, boolean spaced, List<Word> words, boolean asks, boolean reported) {

    /** A longer sentence is one even where no verb that we know is in it. */
    private static final int LONGEST_PHRASE = 12;

    /** Who speaks, as a transcript puts it before the words: "Bo:", "[10:42] Bo:", "[system]". */
    private static final Pattern LABEL = Pattern.compile("(?:[\\[(][^\\])]{0,40}[\\])]\\s*)?"
            + "(?:\\p{Lu}[\\p{L}\\p{N}_.-]{0,30}\\s?){1,3}(?:[\\[(][^\\])]{0,40}[\\])])?[:\uFF1A]\\s"
            + "|\\[[^\\]]{1,40}\\]\\s"
            + "|(?:system|user|assistant|human|developer|ai|bot)[:\uFF1A]");

    /** The sentences of a turn, in order. */
    static List<Sentence> of(int turn, String text) {
        List<Sentence> sentences = new ArrayList<>();
        int place = 0;
        boolean quoted = false;
        boolean labelled = false;
        for (SpokenText.Paragraph paragraph : SpokenText.paragraphs(text)) {
            place += paragraph.gap() ? 1 : 0;
            int before = -1;
            for (Sentences.Span span : Sentences.of(paragraph.text())) {
                String sentence = span.of(paragraph.text());
                boolean spaced = span.start() != before;
                before = span.end();
                labelled |= LABEL.matcher(sentence).lookingAt();
                boolean anothers = paragraph.reported() || quoted || labelled;
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

    /** Whether it points back to something said before: "it was", "that made", but not "that winter". */
    boolean pointsBack() {
        return Anaphora.in(this);
    }

    /** Whether it is short and nothing in it is known to make a statement of it. */
    boolean isPhrase() {
        return words.size() <= LONGEST_PHRASE
                && words.stream().noneMatch(word -> word.ideographic() || English.STATING.contains(word.lower()));
    }

    /** Whether it begins as an answer does. */
    boolean replies() {
        return !words.isEmpty()
                && (English.REPLY.contains(words.get(0).lower()) || Chinese.startsWithAny(text, Chinese.REPLY));
    }
}
