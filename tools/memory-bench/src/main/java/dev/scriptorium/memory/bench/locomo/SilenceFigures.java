package dev.scriptorium.memory.bench.locomo;

import dev.scriptorium.memory.bench.report.Samples;
import dev.scriptorium.memory.markdown.token.TokenCounter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What a host would be given, with all defaults: how much of the evidence, and when nothing. Questions are asked of their
 * own conversation, and of one that cannot know the answer. Not thread-safe.
 */
final class SilenceFigures {
    private static final Pattern SPACE = Pattern.compile("\\s+");

    private final TokenCounter tokens;
    private int asked;
    private int silenced;
    private int foreign;
    private int foreignSilent;
    private int everyday;
    private int everydaySilent;
    private double gold;
    private int withGold;
    private long tokensTaken;
    private int recalls;

    SilenceFigures(TokenCounter tokens) {
        this.tokens = tokens;
    }

    /** Asks a memory the questions about the conversation it holds. */
    void own(Conversation conversation, MeasuredMemory memory) {
        Map<String, String> said = new HashMap<>();
        conversation.utterances().forEach(utterance -> said.put(utterance.id(), plain(utterance.text())));
        for (TestQuestion question : answerable(conversation)) {
            String recalled = memory.recalled(question.text());
            asked++;
            silenced += recalled.isEmpty() ? 1 : 0;
            if (!question.gold().isEmpty()) {
                String text = plain(recalled);
                withGold++;
                gold += question.gold().stream()
                                .filter(turn -> text.contains(said.getOrDefault(turn, "\0")))
                                .count()
                        / (double) question.gold().size();
            }
            if (!recalled.isEmpty()) {
                recalls++;
                tokensTaken += tokens.count(recalled);
            }
        }
    }

    /** Asks a memory the questions about another conversation, with the names of its own people in them. */
    void foreign(Conversation asked, Conversation held, MeasuredMemory memory) {
        for (TestQuestion question : answerable(asked)) {
            String text = withNamesOf(asked, held, question.text());
            foreign++;
            foreignSilent += memory.recalled(text).isEmpty() ? 1 : 0;
        }
    }

    /** A question about one conversation with the names of another's people in it. */
    static String withNamesOf(Conversation asked, Conversation held, String question) {
        String text = question;
        for (int i = 0; i < asked.speakers().size(); i++) {
            text = text.replaceAll("\\b" + Pattern.quote(asked.speakers().get(i)) + "\\b", "\u0001" + i + "\u0002");
        }
        for (int i = 0; i < held.speakers().size(); i++) {
            text = text.replace("\u0001" + i + "\u0002", held.speakers().get(i));
        }
        return text;
    }

    /** Says to a memory what people say all day and what asks for nothing that was told. */
    void everyday(List<String> turns, MeasuredMemory memory) {
        for (String turn : turns) {
            everyday++;
            everydaySilent += memory.recalled(turn).isEmpty() ? 1 : 0;
        }
    }

    /** The share of everyday turns that get nothing. */
    double everydaySilent() {
        return share(everydaySilent, everyday);
    }

    private static List<TestQuestion> answerable(Conversation conversation) {
        List<TestQuestion> questions = new ArrayList<>(conversation.questions());
        questions.removeIf(question -> !question.isAnswerable());
        return questions;
    }

    private static String plain(String text) {
        return SPACE.matcher(text).replaceAll(" ").strip();
    }

    /** The share of questions about the conversation itself that get nothing. */
    double ownSilenced() {
        return share(silenced, asked);
    }

    /** The share of questions that cannot be answered that get nothing. */
    double foreignSilent() {
        return share(foreignSilent, foreign);
    }

    /** The share of the evidence that stands whole in what is recalled. */
    double goldShare() {
        return share(gold, withGold);
    }

    /** How many tokens a recall has, where there is one. */
    double meanTokens() {
        return share((double) tokensTaken, recalls);
    }

    private static double share(double part, double whole) {
        return whole == 0 ? 0 : Samples.rounded(part / whole);
    }
}
