package dev.scriptorium.memory.local.writer;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Chooses the sentences of a batch that are worth their room, the most telling for their length first, until the budget
 * is used up; lasting preferences before all others. A statement that is recorded already, or was chosen already, costs
 * nothing: it only adds a source.
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
    private final Predicate<Sentence> recorded;
    private final IdentityHashMap<Sentence, Sentence> questions = new IdentityHashMap<>();
    private final Set<Sentence> asked = Collections.newSetFromMap(new IdentityHashMap<>());
    private long room;

    private Selection(List<BatchTurn> batch, double share, Predicate<Sentence> recorded) {
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

    /**
     * The runs worth keeping, in the order in which they were said.
     *
     * @param recorded whether a statement is recorded already
     */
    static List<Run> of(List<BatchTurn> batch, double share, Predicate<Sentence> recorded) {
        Selection selection = new Selection(batch, share, recorded);
        selection.choose();
        selection.repeat();
        return selection.runs();
    }

    private record Ranked(Sentence sentence, boolean core, double rank) {}

    private void choose() {
        List<Ranked> ranked = new ArrayList<>();
        for (List<Sentence> turn : turns) {
            for (Sentence sentence : turn) {
                if (!Eligibility.of(batch.get(sentence.turn()), sentence)) {
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
                if (Eligibility.of(batch.get(sentence.turn()), sentence)
                        && (keptStatements.contains(statement(sentence)) || recorded.test(sentence))) {
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
        boolean free = keptStatements.contains(statement(sentence)) || recorded.test(sentence);
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
        for (List<Sentence> turn : turns) {
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
