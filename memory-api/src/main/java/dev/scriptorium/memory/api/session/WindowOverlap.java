package dev.scriptorium.memory.api.session;

import java.util.List;

/**
 * Where a window lies on a branch: the place of its first message, and how many of its messages stand there one after
 * the other.
 *
 * @param from the place on the branch, from 0
 * @param length how many messages agree; 0 when nothing does
 */
record WindowOverlap(int from, int length) {
    private static final WindowOverlap NONE = new WindowOverlap(0, 0);

    /**
     * The best place for a window. The longest agreement wins; of equal ones that which reaches the end of the branch,
     * since messages are evicted from the front more often than a conversation goes back; of those the one nearest to where
     * the window began before, not moving backwards if it can be helped.
     *
     * @param start where the window began before
     */
    static WindowOverlap of(List<Turn> branch, int start, List<WindowMessage> window) {
        if (window.isEmpty() || start >= branch.size()) {
            return NONE;
        }
        int usual = agreement(branch, start, window);
        if (start + usual == branch.size()) {
            // Nothing but new messages at the end.
            return new WindowOverlap(start, usual);
        }
        WindowOverlap best = NONE;
        for (int from = 0; from < branch.size(); from++) {
            WindowOverlap here = new WindowOverlap(from, agreement(branch, from, window));
            if (here.isBetterThan(best, start, branch.size())) {
                best = here;
            }
        }
        return best;
    }

    private boolean isBetterThan(WindowOverlap other, int start, int end) {
        if (length != other.length) {
            return length > other.length;
        }
        boolean reaches = from + length == end;
        boolean otherReaches = other.from + other.length == end;
        if (length == 0 || reaches != otherReaches) {
            return length > 0 && reaches;
        }
        return from >= start ? other.from < start : from > other.from;
    }

    private static int agreement(List<Turn> branch, int from, List<WindowMessage> window) {
        int length = 0;
        while (length < window.size()
                && from + length < branch.size()
                && window.get(length).isOf(branch.get(from + length))) {
            length++;
        }
        return length;
    }
}
