package dev.scriptorium.memory.retrieval.internal.lucene;

import dev.scriptorium.memory.retrieval.rank.Candidate;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of ranking.
 *
 * @param plan what was looked for
 * @param finder what found it; null when nothing was looked for
 * @param reader reads the hits; null when nothing was looked for
 * @param ordered every candidate, best first
 * @param chosen those that are shown, best first
 * @param complete false when it was stopped
 */
record Ranked(
        QuestionPlan plan,
        @Nullable CandidateFinder finder,
        @Nullable HitReader reader,
        List<Candidate> ordered,
        List<Candidate> chosen,
        boolean complete) {

    static Ranked nothing(QuestionPlan plan) {
        return new Ranked(plan, null, null, List.of(), List.of(), true);
    }

    /** Why a candidate stands where it does: score, parts of it by field and term, share of the question. */
    String why(Candidate candidate) throws IOException {
        StringBuilder why = new StringBuilder();
        why.append(format("score %.2f", candidate.score()));
        if (finder != null) {
            StringBuilder own = new StringBuilder();
            StringBuilder around = new StringBuilder();
            for (TermScores.Contribution part : finder.contributions(candidate)) {
                (plan.isOwn(part.term(), candidate) ? own : around)
                        .append(' ')
                        .append(part.term())
                        .append(format(" %.2f", part.score()));
            }
            why.append(own.length() == 0 ? "" : "; own words:" + own);
            why.append(around.length() == 0 ? "" : "; words around:" + around);
        }
        if (candidate.exact() > 0) {
            why.append(format("; words as they stand +%.2f", candidate.exact()));
        }
        if (candidate.isMeasured()) {
            why.append(format("; meaning +%.2f", candidate.meaning()));
            why.append(format(" (cosine %.2f)", candidate.nearness()));
        }
        if (candidate.bonus() > 0) {
            why.append(format("; speaker named +%.2f", candidate.bonus()));
        }
        if (candidate.lift() > 0) {
            String by = candidate.turn() ? "cited by a matching block" : "rests on a matching turn";
            why.append("; ").append(by).append(format(" +%.2f", candidate.lift()));
        }
        why.append(format("; own words match %.2f of the question", plan.floor().share(candidate.ownTerms())));
        return why.toString();
    }

    private static String format(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
