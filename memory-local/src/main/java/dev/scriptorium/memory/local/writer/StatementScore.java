package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.local.writer.Words.Word;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * How much a sentence says that is worth keeping, as against the rest of its batch.
 *
 * <p>Each word of content counts once: between a half and one, the more the rarer it is in the batch; less when an
 * earlier turn used it already; half of that for a pair of Chinese characters, which overlap. A name and a number count
 * half a point more, a pair of Chinese numerals a quarter. Words of grammar and courtesy, and the names of those who
 * speak, count nothing. On top come half a point each for a relation, a preference, a plan, and the first person where
 * nobody is spoken to, and a whole one for a decision and for an expression of time that resolves to a date. A sentence
 * about the other person loses a point; so does one that begins as people react to what they are told or shown.
 * Whatever an assistant says counts half, since most of it repeats or explains.
 */
final class StatementScore {
    /** A longer sentence is no statement that somebody made. */
    static final int LONGEST = 1000;

    /** What a sentence must be worth to be kept at all. */
    static final double WORTH = 1.5;

    private static final double SEEN = 0.7;
    private static final double CUE = 0.5;
    private static final double DATE = 1.0;
    private static final double OTHER_PERSON = 1.0;
    private static final double REACTION = 1.0;
    private static final double ASSISTANT = 0.5;

    private final List<BatchTurn> batch;
    private final int total;
    private final Map<String, Integer> frequency = new HashMap<>();
    private final Map<String, Integer> firstTurn = new HashMap<>();
    private final Set<String> speakers = new HashSet<>();
    private final IdentityHashMap<Sentence, Double> known = new IdentityHashMap<>();

    /** Counts the words of a batch. */
    StatementScore(List<BatchTurn> batch, List<Sentence> sentences) {
        this.batch = batch;
        this.total = sentences.size();
        for (Sentence sentence : sentences) {
            for (String stem : stems(sentence)) {
                frequency.merge(stem, 1, Integer::sum);
                firstTurn.putIfAbsent(stem, sentence.turn());
            }
        }
        for (BatchTurn turn : batch) {
            SpeakerName.of(turn)
                    .ifPresent(name -> Words.of(name.display()).forEach(word -> speakers.add(word.lower())));
        }
    }

    /** Whether a word is the name of somebody who speaks in the batch, or the beginning of it, as friends use it. */
    private boolean isSpeaker(Word word) {
        return speakers.contains(word.lower())
                || speakers.contains(word.stem())
                || (word.capital()
                        && word.text().length() > 1
                        && speakers.stream().anyMatch(name -> name.startsWith(word.lower())));
    }

    private static Set<String> stems(Sentence sentence) {
        Set<String> stems = new HashSet<>();
        sentence.words().forEach(word -> stems.add(word.stem()));
        return stems;
    }

    /** The worth of a sentence; below {@link #WORTH} it is not kept. */
    double of(Sentence sentence) {
        return known.computeIfAbsent(sentence, this::value);
    }

    private double value(Sentence sentence) {
        if (sentence.text().length() > LONGEST) {
            return 0;
        }
        double value = content(sentence);
        if (value == 0) {
            return 0;
        }
        BatchTurn turn = batch.get(sentence.turn());
        if (turn.kind() == TurnKind.ASSISTANT) {
            return value * ASSISTANT;
        }
        value += cues(sentence);
        boolean other = sentence.secondPerson();
        if (sentence.firstPerson()) {
            value += other ? 0 : CUE;
        } else if (other) {
            value -= OTHER_PERSON;
        }
        if (English.REACTION.contains(sentence.words().get(0).lower()) || comments(sentence)) {
            value -= REACTION;
        }
        if (turn.time()
                .map(OffsetDateTime::toLocalDate)
                .flatMap(day -> RelativeDates.resolve(sentence, day))
                .isPresent()) {
            value += DATE;
        }
        return value;
    }

    /** Whether a word says something by itself. */
    boolean isContent(Word word) {
        if (word.ideographic()) {
            return Chinese.isContent(word.text());
        }
        return (word.digits() || word.text().length() > 1)
                && !English.FUNCTION.contains(word.lower())
                && !English.CHAT.contains(word.lower())
                && !isSpeaker(word);
    }

    private double content(Sentence sentence) {
        boolean chinese = sentence.words().stream().anyMatch(Word::ideographic);
        List<Word> words = chinese ? Words.of(Chinese.withoutChat(sentence.text())) : sentence.words();
        Set<String> counted = new HashSet<>();
        double sum = 0;
        for (int i = 0; i < words.size(); i++) {
            Word word = words.get(i);
            if (isContent(word) && counted.add(word.stem())) {
                double weight = (0.5 + 0.5 * rarity(word.stem())) * (isSeen(word.stem(), sentence.turn()) ? SEEN : 1);
                boolean name = word.capital() && i > 0;
                sum += word.ideographic() ? weight / 2 : weight;
                sum += name || word.digits() ? CUE : 0;
                sum += Chinese.isNumber(word.text()) ? CUE / 2 : 0;
            }
        }
        return sum;
    }

    private boolean isSeen(String stem, int turn) {
        return firstTurn.getOrDefault(stem, turn) < turn;
    }

    /** One for a word that stands in a single sentence of the batch, none for one that stands in all. */
    private double rarity(String stem) {
        return total < 2 ? 1 : StrictMath.log((double) total / frequency.getOrDefault(stem, 1)) / StrictMath.log(total);
    }

    private static boolean comments(Sentence sentence) {
        String text = sentence.text().toLowerCase(Locale.ROOT).replace('\u2019', '\'');
        return English.COMMENT.stream().anyMatch(text::contains);
    }

    private static double cues(Sentence sentence) {
        return cue(sentence, English.RELATION, Chinese.RELATION)
                + 2 * cue(sentence, English.DECISION, Chinese.DECISION)
                + cue(sentence, English.PREFERENCE, Chinese.PREFERENCE)
                + cue(sentence, English.PLAN, Chinese.PLAN);
    }

    private static double cue(Sentence sentence, Set<String> english, List<String> chinese) {
        boolean found = sentence.words().stream().anyMatch(word -> english.contains(word.lower()))
                || Chinese.hasAny(sentence.text(), chinese);
        return found ? CUE : 0;
    }
}
