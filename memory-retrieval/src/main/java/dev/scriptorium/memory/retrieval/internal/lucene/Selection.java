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
    private final Least least;
    private final int limit;
    private final Map<Integer, String> texts = new HashMap<>();
    private final List<Candidate> chosen = new ArrayList<>();
    private final Set<Integer> shown = new HashSet<>();
    private final Set<Long> shownTurns = new HashSet<>();

    /**
     * What must be matched.
     *
     * @param share of the question, by weight; 0 for nothing at all
     * @param nearness of meaning, which is as good
     * @param alone whether nothing but nearness counts
     */
    record Least(double share, double nearness, boolean alone) {}

    /** A selection. */
    Selection(HitReader hits, Floor floor, Least least, int limit) {
        this.hits = hits;
        this.floor = floor;
        this.least = least;
        this.limit = limit;
    }

    List<Candidate> choose(List<Candidate> ordered) throws IOException {
        if (ordered.stream()
                .filter(Candidate::eligible)
                .limit(JUDGED)
                .noneMatch(best -> matches(best, ordered, least.share()))) {
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
     * Whether it has no word of the question, is not near in meaning, and ranks far below the best. Closer to the best
     * that is no fault: an answer often stands beside the turn that has the words. What only its meaning has found must
     * be near: the nearest of any memory are found for any question.
     */
    private boolean isFar(Candidate candidate, List<Candidate> ordered) {
        return least.share() > 0
                && !matches(candidate, ordered, Double.MIN_VALUE)
                && (candidate.byMeaning()
                        || candidate.score() < NEAR * ordered.get(0).score());
    }

    /** Whether enough of the question is in its own words, or in its meaning; of a block also in what it rests on. */
    private boolean matches(Candidate candidate, List<Candidate> all, double share) {
        if (share <= 0 || isEnough(candidate, share)) {
            return true;
        }
        return !candidate.turn()
                && all.stream().anyMatch(turn -> Ranking.cites(candidate, turn) && isEnough(turn, share));
    }

    private boolean isEnough(Candidate candidate, double share) {
        return candidate.nearness() >= least.nearness()
                || (!least.alone() && floor.share(candidate.ownTerms()) >= share);
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
