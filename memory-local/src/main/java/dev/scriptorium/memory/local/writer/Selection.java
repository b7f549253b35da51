package dev.scriptorium.memory.local.writer;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Chooses the sentences of a batch that are worth their room, the most telling for their length first, until the budget
 * is used up; lasting preferences before all others. A statement that other turns said before, or that was chosen
 * already, costs nothing: it only adds a source.
 *
 * <p>The choice is the same whether or not topics hold these very turns already, so that turns that are given again,
 * because their marks were lost, add nothing: of turns that were written before, no further sentence is taken.
 */
final class Selection {
    /** What each sentence costs besides its length, so that long ones are not always worse. */
    private static final int OVERHEAD = 40;

    /** Whatever the share, so much of a small batch may be kept. */
    private static final int LEAST_BUDGET = 400;

    private static final int LONGEST_BLOCK = 4000;

    private final List<BatchTurn> batch;
    private final List<List<Sentence>> turns;
    private final StatementScore score;
    private final Antecedent antecedent;
    private final Set<Sentence> kept = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<String> keptStatements = new HashSet<>();
    private final Recorded recorded;
    private final IdentityHashMap<Sentence, Sentence> questions = new IdentityHashMap<>();
    private final Set<Sentence> asked = Collections.newSetFromMap(new IdentityHashMap<>());
    private int written = -1;
    private long room;

    private Selection(List<BatchTurn> batch, double share, Recorded recorded) {
        this.batch = batch;
        this.recorded = recorded;
        this.turns = new ArrayList<>();
        long length = 0;
        for (int i = 0; i < batch.size(); i++) {
            turns.add(batch.get(i).kind().speech() ? Sentence.of(i, batch.get(i).text()) : List.of());
            length += batch.get(i).text().length();
        }
        this.room = Math.max(LEAST_BUDGET, (long) (share * length));
        this.score =
                new StatementScore(batch, turns.stream().flatMap(List::stream).toList());
        this.antecedent = new Antecedent(batch, turns, score);
    }

    /** The runs worth keeping of what is not recorded yet, in the order in which they were said. */
    static List<Run> of(List<BatchTurn> batch, double share, Recorded recorded) {
        Selection selection = new Selection(batch, share, recorded);
        selection.written = selection.lastRecorded();
        selection.choose();
        if (!selection.wasMade()) {
            selection = new Selection(batch, share, recorded);
            selection.choose();
        }
        selection.repeat();
        return selection.runs();
    }

    /** The last turn of which something is recorded; the turns of a session are written in their order. */
    private int lastRecorded() {
        for (int turn = turns.size() - 1; turn >= 0; turn--) {
            if (turns.get(turn).stream().anyMatch(one -> isEligible(one) && recorded.fromItsTurn(one))) {
                return turn;
            }
        }
        return -1;
    }

    /**
     * Whether most of what is chosen of the turns up to the last recorded one is recorded. If not, somebody else cites
     * them, and the writer has not seen them yet.
     */
    private boolean wasMade() {
        List<Sentence> chosen =
                kept.stream().filter(one -> one.turn() <= written).toList();
        return 2 * chosen.stream().filter(recorded::fromItsTurn).count() >= chosen.size();
    }

    private boolean isEligible(Sentence sentence) {
        return Eligibility.of(batch.get(sentence.turn()), sentence);
    }

    /** Whether others said it before. A turn written before would be cited for it if it had been so then. */
    private boolean isKnown(Sentence sentence) {
        return recorded.fromOthers(sentence) && (sentence.turn() > written || recorded.fromItsTurn(sentence));
    }

    private record Ranked(Sentence sentence, boolean core, double rank) {}

    private void choose() {
        List<Ranked> ranked = new ArrayList<>();
        for (List<Sentence> turn : turns) {
            for (Sentence sentence : turn) {
                if (!isEligible(sentence)) {
                    continue;
                }
                boolean core = CorePreferences.isLasting(batch.get(sentence.turn()), sentence);
                double value = score.of(sentence);
                if (core || value >= StatementScore.WORTH) {
                    rank(sentence, value).ifPresent(rank -> ranked.add(new Ranked(sentence, core, rank)));
                }
            }
        }
        // The sort is stable: of two with equal rank the earlier one comes first.
        ranked.sort(
                Comparator.comparing(Ranked::core).reversed().thenComparing(Ranked::rank, Comparator.reverseOrder()));
        ranked.forEach(one -> keep(one.sentence()));
    }

    /** Takes the statements that say again what is recorded or chosen. */
    private void repeat() {
        for (List<Sentence> turn : turns) {
            for (Sentence sentence : turn) {
                if (isEligible(sentence) && (keptStatements.contains(statement(sentence)) || isKnown(sentence))) {
                    kept.add(sentence);
                }
            }
        }
    }

    private String statement(Sentence sentence) {
        BatchTurn turn = batch.get(sentence.turn());
        String speaker = SpeakerName.of(turn)
                .map(SpeakerName::comment)
                .orElse(turn.kind().name());
        return speaker + "\n" + Words.normalised(sentence.text());
    }

    /** The worth of a sentence, with what it needs before it, for its room; empty when it cannot be understood. */
    private Optional<Double> rank(Sentence sentence, double value) {
        return antecedent.of(sentence).map(needed -> {
            double worth = value;
            int width = sentence.width() + OVERHEAD;
            for (Sentence before : needed) {
                worth += before.asks() ? 0 : Math.max(0, score.of(before));
                width += before.width();
            }
            return worth / width;
        });
    }

    private void keep(Sentence sentence) {
        Optional<List<Sentence>> needed = antecedent.of(sentence);
        boolean free = keptStatements.contains(statement(sentence)) || isKnown(sentence);
        if (kept.contains(sentence) || needed.isEmpty() || free) {
            return;
        }
        List<Sentence> all = new ArrayList<>(needed.get());
        all.add(sentence);
        long cost = all.stream()
                .filter(one -> !kept.contains(one) && !asked.contains(one))
                .mapToLong(one -> one.text().length() + 1L)
                .sum();
        if (cost > room) {
            return;
        }
        room -= cost;
        Sentence first = all.get(0);
        if (first.turn() != sentence.turn()) {
            questions.put(all.get(1), first);
            asked.add(first);
            all.remove(0);
        }
        kept.addAll(all);
        all.forEach(one -> keptStatements.add(statement(one)));
    }

    private List<Run> runs() {
        List<Run> runs = new ArrayList<>();
        for (List<Sentence> turn : turns.subList(written + 1, turns.size())) {
            List<Sentence> open = new ArrayList<>();
            int length = 0;
            for (Sentence sentence : turn) {
                boolean takes = kept.contains(sentence);
                boolean adjacent = !open.isEmpty()
                        && open.get(open.size() - 1).place() == sentence.place() - 1
                        && length + sentence.text().length() < LONGEST_BLOCK
                        && !questions.containsKey(sentence);
                if (!open.isEmpty() && !(takes && adjacent)) {
                    runs.add(run(open));
                    open.clear();
                    length = 0;
                }
                if (takes) {
                    open.add(sentence);
                    length += sentence.text().length() + 1;
                }
            }
            if (!open.isEmpty()) {
                runs.add(run(open));
            }
        }
        return runs;
    }

    private Run run(List<Sentence> sentences) {
        return new Run(Optional.ofNullable(questions.get(sentences.get(0))), sentences);
    }
}
