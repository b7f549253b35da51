package dev.scriptorium.memory.local.writer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What must stand before a sentence for it to be understood: the sentence before it, when it begins with <em>it</em> or
 * <em>that</em>; the question it answers, when it is a mere reply or a mere phrase.
 */
final class Antecedent {
    /** An answer of more words than that says itself what it is about. */
    private static final int MERE_REPLY = 6;

    private static final int SHORT = 20;
    private static final int LONGEST_CHAIN = 3;

    private final List<List<Sentence>> turns;
    private final List<BatchTurn> batch;
    private final StatementScore score;
    private final Map<Integer, Integer> openings = new HashMap<>();
    private final IdentityHashMap<Sentence, Sentence> neighbours = new IdentityHashMap<>();

    Antecedent(List<BatchTurn> batch, List<List<Sentence>> turns, StatementScore score) {
        this.batch = batch;
        this.turns = turns;
        this.score = score;
        for (List<Sentence> turn : turns) {
            for (int i = 1; i < turn.size(); i++) {
                if (turn.get(i - 1).place() == turn.get(i).place() - 1) {
                    neighbours.put(turn.get(i), turn.get(i - 1));
                }
            }
        }
    }

    /**
     * The sentences that a sentence needs before it, in order; the first may be a question of the turn before.
     *
     * @return empty when it points back to something that nobody said, or is a reply to nothing
     */
    Optional<List<Sentence>> of(Sentence sentence) {
        List<Sentence> chain = new ArrayList<>();
        Sentence at = sentence;
        while (at.pointsBack() || isMereReply(at)) {
            Optional<Sentence> before = chain.size() < LONGEST_CHAIN ? before(at) : Optional.empty();
            if (before.isEmpty()) {
                return at.pointsBack() || (at.replies() && at.isPhrase()) ? Optional.empty() : Optional.of(chain);
            }
            at = before.get();
            chain.add(0, at);
            if (at.asks()) {
                break;
            }
        }
        return Optional.of(chain);
    }

    private boolean isMereReply(Sentence sentence) {
        int length = sentence.words().size();
        boolean mere =
                (length <= MERE_REPLY && (sentence.replies() || sentence.width() < SHORT)) || sentence.isPhrase();
        return mere && opensTurn(sentence);
    }

    private Optional<Sentence> before(Sentence sentence) {
        Sentence before = neighbours.get(sentence);
        if (before != null && score.of(before) > 0) {
            return Optional.of(before);
        }
        return opensTurn(sentence) ? questionBefore(sentence.turn()) : Optional.empty();
    }

    /** Whether nothing but courtesies stands before a sentence in its turn. */
    private boolean opensTurn(Sentence sentence) {
        return sentence.place()
                <= openings.computeIfAbsent(
                        sentence.turn(),
                        turn -> turns.get(turn).stream()
                                .filter(other -> score.of(other) > 0)
                                .mapToInt(Sentence::place)
                                .findFirst()
                                .orElse(Integer.MAX_VALUE));
    }

    private Optional<Sentence> questionBefore(int turn) {
        if (turn == 0 || turns.get(turn - 1).isEmpty() || sameSpeaker(turn)) {
            return Optional.empty();
        }
        List<Sentence> before = turns.get(turn - 1);
        for (int i = before.size() - 1; i >= 0; i--) {
            if (before.get(i).asks()) {
                return Optional.of(before.get(i)).filter(question -> score.of(question) > 0);
            }
            if (score.of(before.get(i)) > 0) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    private boolean sameSpeaker(int turn) {
        BatchTurn one = batch.get(turn - 1);
        BatchTurn other = batch.get(turn);
        return one.kind() == other.kind() && SpeakerName.of(one).equals(SpeakerName.of(other));
    }
}
