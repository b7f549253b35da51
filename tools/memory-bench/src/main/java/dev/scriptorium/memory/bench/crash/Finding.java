package dev.scriptorium.memory.bench.crash;

import java.util.List;

/**
 * What was found after a kill.
 *
 * @param verdict how the workspace was when it was opened again
 * @param differs whether the work, finished, ended in other topics than the undisturbed run
 * @param details what is wrong, for people; empty when nothing is
 */
record Finding(Verdict verdict, boolean differs, List<String> details) {

    /** How a workspace is after a kill, the worst first. */
    enum Verdict {
        /** It cannot be opened, or a check finds a problem. */
        UNOPENABLE,
        /** Topics and sources are of no state that a whole transaction made. */
        MIXED,
        /** Something is gone of which the process had said that it was done. */
        LOST,
        /** A transaction was begun, and nothing of it is there. */
        BEFORE,
        /** Every transaction that was begun is there. */
        AFTER
    }

    boolean isGood() {
        return verdict.compareTo(Verdict.LOST) > 0 && !differs;
    }

    /** The worse of each. */
    Finding and(Finding other) {
        List<String> all = new java.util.ArrayList<>(details);
        all.addAll(other.details);
        return new Finding(
                verdict.compareTo(other.verdict) <= 0 ? verdict : other.verdict, differs || other.differs, all);
    }
}
