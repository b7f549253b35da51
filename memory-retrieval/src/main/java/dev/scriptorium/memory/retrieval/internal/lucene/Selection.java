package dev.scriptorium.memory.retrieval.internal.lucene;

import dev.scriptorium.memory.retrieval.rank.Candidate;
import dev.scriptorium.memory.retrieval.rank.Floor;
import dev.scriptorium.memory.retrieval.rank.Quotes;
import dev.scriptorium.memory.retrieval.rank.Ranking;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Chooses what is shown of ranked candidates: nothing when the best of them match too little of the question, else each
 * thing once. A turn whose words stand in a block that cites it gives its place to the block. Not thread-safe.
 */
final class Selection {
    /** So many of the best are asked whether they match enough; further down, any question finds something that does. */
    private static final int JUDGED = 2;

    /** As a share of the best score. */
    private static final double NEAR = .6;

    private final HitReader hits;
    private final Floor floor;
    private final double least;
    private final int limit;
    private final Map<Integer, String> texts = new HashMap<>();
    private final List<Candidate> chosen = new ArrayList<>();
    private final Set<Integer> shown = new HashSet<>();
    private final Set<Long> shownTurns = new HashSet<>();

    /**
     * A selection.
     *
     * @param least the share of the question that must be matched; 0 for any
     */
    Selection(HitReader hits, Floor floor, double least, int limit) {
        this.hits = hits;
        this.floor = floor;
        this.least = least;
        this.limit = limit;
    }

    List<Candidate> choose(List<Candidate> ordered) throws IOException {
        if (ordered.stream()
                .filter(Candidate::eligible)
                .limit(JUDGED)
                .noneMatch(best -> matches(best, ordered, least))) {
            return chosen;
        }
        for (Candidate candidate : ordered) {
            if (chosen.size() == limit) {
                break;
            }
            if (!candidate.eligible() || shown.contains(candidate.document()) || isFar(candidate, ordered)) {
                continue;
            }
            if (candidate.turn()) {
                chooseTurn(candidate, ordered);
            } else {
                show(candidate);
            }
        }
        return chosen;
    }

    /**
     * Whether it has no word of the question, and ranks far below the best. Nearer to it that is no fault: an answer
     * often stands beside the turn that has the words.
     */
    private boolean isFar(Candidate candidate, List<Candidate> ordered) {
        return least > 0
                && !matches(candidate, ordered, Double.MIN_VALUE)
                && candidate.score() < NEAR * ordered.get(0).score();
    }

    /** Whether enough of the question is in its own words; of a block also in the words it rests on. */
    private boolean matches(Candidate candidate, List<Candidate> all, double share) {
        if (share <= 0 || floor.share(candidate.ownTerms()) >= share) {
            return true;
        }
        return !candidate.turn()
                && all.stream()
                        .anyMatch(turn -> Ranking.cites(candidate, turn) && floor.share(turn.ownTerms()) >= share);
    }

    private void chooseTurn(Candidate turn, List<Candidate> ordered) throws IOException {
        if (shownTurns.contains(turn.ref()) || isOlderCopy(turn)) {
            return;
        }
        for (Candidate block : ordered) {
            if (block.eligible() && Ranking.cites(block, turn) && Quotes.covers(text(block), text(turn))) {
                if (!shown.contains(block.document())) {
                    show(block);
                }
                shownTurns.add(turn.ref());
                return;
            }
        }
        show(turn);
        shownTurns.add(turn.ref());
    }

    /** Whether a v2 archive holds the turn too. */
    private boolean isOlderCopy(Candidate turn) throws IOException {
        if (Paths.isV2(turn.path())) {
            return false;
        }
        List<Lookup.Found> copies = hits.copies(turn.ref());
        return !copies.isEmpty() && !copies.get(0).path().equals(turn.path());
    }

    private void show(Candidate candidate) {
        shown.add(candidate.document());
        chosen.add(candidate);
    }

    private String text(Candidate candidate) throws IOException {
        String known = texts.get(candidate.document());
        if (known == null) {
            known = StoredFiles.text(hits.stored(candidate.document()), Fields.TEXT);
            texts.put(candidate.document(), known);
        }
        return known;
    }
}
