package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.api.session.TurnKind;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What a sentence must be to be recorded at all: a statement, whole, and no phrase that assistants always say. */
final class Eligibility {
    private static final int FEWEST_WORDS = 3;
    private static final List<String> BOILERPLATE = List.of(
            "as an ai",
            "i'm sorry",
            "i am sorry",
            "i apologize",
            "let me know",
            "feel free",
            "here is",
            "here are",
            "here's",
            "i can help",
            "i'd be happy",
            "i'm happy to",
            "i hope this",
            "hope this",
            "if you",
            "please",
            "sure",
            "of course",
            "certainly",
            "you're welcome",
            "to summarize",
            "in summary",
            "note that");

    /** "So peaceful!", "Such a day!", "Plus the harbour." */
    private static final Set<String> EXCLAIMING = Set.of("so", "such", "plus");

    private Eligibility() {}

    /** Whether a sentence of a turn may be recorded by itself. */
    static boolean of(BatchTurn turn, Sentence sentence) {
        if (sentence.asks() || sentence.text().length() > StatementScore.LONGEST || isFragment(sentence)) {
            return false;
        }
        boolean assistant = turn.kind() == TurnKind.ASSISTANT;
        String lower = sentence.text().toLowerCase(Locale.ROOT).replace('\u2019', '\'');
        return !assistant || BOILERPLATE.stream().noneMatch(lower::startsWith);
    }

    /** Whether a sentence is too short for one: two words, three that are called out and have no verb we know, a phrase. */
    private static boolean isFragment(Sentence sentence) {
        long words =
                sentence.words().stream().filter(word -> !word.ideographic()).count();
        long count = words + (sentence.words().size() - words + 1) / 2;
        return count < FEWEST_WORDS
                || (sentence.isPhrase()
                        && EXCLAIMING.contains(sentence.words().get(0).lower()))
                || (count == FEWEST_WORDS
                        && words == count
                        && !sentence.text().endsWith(".")
                        && !sentence.firstPerson()
                        && sentence.words().stream().noneMatch(word -> English.AUXILIARY.contains(word.lower())));
    }
}
