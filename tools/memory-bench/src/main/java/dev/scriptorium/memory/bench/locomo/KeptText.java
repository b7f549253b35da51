package dev.scriptorium.memory.bench.locomo;

import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** What is kept of a conversation: by turn, and how much of all that was said. Immutable. */
final class KeptText {
    private final Map<String, StringBuilder> byTurn = new HashMap<>();
    private long characters;

    private KeptText() {}

    /** What blocks keep: the text of a block belongs to every turn it cites. */
    static KeptText of(List<WrittenBlock> blocks) {
        KeptText kept = new KeptText();
        for (WrittenBlock block : blocks) {
            kept.characters += block.text().length();
            block.turns().forEach(turn -> kept.add(turn, block.text()));
        }
        return kept;
    }

    /** What chance keeps with as many characters: whole sentences. */
    static KeptText byChance(Conversation conversation, long characters, long seed) {
        record Sentence(String turn, String text) {}
        List<Sentence> sentences = new ArrayList<>();
        BreakIterator breaks = BreakIterator.getSentenceInstance(Locale.ROOT);
        for (Utterance said : conversation.utterances()) {
            breaks.setText(said.text());
            int from = breaks.first();
            for (int to = breaks.next(); to != BreakIterator.DONE; from = to, to = breaks.next()) {
                sentences.add(
                        new Sentence(said.id(), said.text().substring(from, to).strip()));
            }
        }
        Collections.shuffle(sentences, new Random(seed));
        KeptText kept = new KeptText();
        for (Sentence sentence : sentences) {
            if (kept.characters + sentence.text().length() <= characters) {
                kept.characters += sentence.text().length();
                kept.add(sentence.turn(), sentence.text());
            }
        }
        return kept;
    }

    private void add(String turn, String text) {
        byTurn.computeIfAbsent(turn, key -> new StringBuilder()).append(text).append('\n');
    }

    long characters() {
        return characters;
    }

    boolean holds(String turn) {
        return byTurn.containsKey(turn);
    }

    /** The turns of which something is kept. */
    int turns() {
        return byTurn.size();
    }

    /**
     * The share of an answer's words, of those that its evidence says, that what is kept of the evidence says too.
     *
     * @return negative when the evidence says none of them
     */
    double retention(TestQuestion question, Map<String, Utterance> said) {
        Set<String> evidence = new HashSet<>();
        Set<String> kept = new HashSet<>();
        for (String turn : question.gold()) {
            Utterance utterance = said.get(turn);
            if (utterance != null) {
                evidence.addAll(ContentWords.of(utterance.text()));
            }
            StringBuilder text = byTurn.get(turn);
            if (text != null) {
                kept.addAll(ContentWords.of(text.toString()));
            }
        }
        Set<String> wanted = ContentWords.of(question.answer());
        wanted.retainAll(evidence);
        if (wanted.isEmpty()) {
            return -1;
        }
        return wanted.stream().filter(kept::contains).count() / (double) wanted.size();
    }
}
