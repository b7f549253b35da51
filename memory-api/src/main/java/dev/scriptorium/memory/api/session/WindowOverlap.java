package dev.scriptorium.memory.api.session;

import java.util.List;

/**
 * Where a window lies on a branch. Both are speech alone here: what tools, the runtime and summaries say decides nothing,
 * because hosts cut it short, take it out and write it anew.
 *
 * @param at the first message of the window that agrees; what stands before it is known, pinned or cut short
 * @param from the place of its turn among those of the branch, from 0
 * @param length how many messages agree, one after the other; 0 when nothing does
 */
record WindowOverlap(int at, int from, int length) {
    static final WindowOverlap NONE = new WindowOverlap(0, 0, 0);

    /**
     * The best place for a window. The longest agreement of its beginning wins; of equal ones that which reaches the end
     * of the branch, since messages are evicted from the front more often than a conversation goes back; of those the one
     * nearest to where the window began before. A place before that counts only when none after it reaches the end: a
     * conversation that repeats itself agrees with its past for longer than with its end.
     *
     * <p>When that does not reach the end, the front of the window may be pinned or cut short, and a run of messages
     * behind it wins, if {@linkplain #isBehindAKnownFront so much of it is known} that it is no fork.
     *
     * @param said the speech of the branch
     * @param start where on it the window began before
     */
    static WindowOverlap of(List<Turn> said, int start, List<WindowMessage> window) {
        int usual = agreement(said, start, window, 0);
        if (usual > 0 && start + usual == said.size()) {
            // Nothing but new messages at the end.
            return new WindowOverlap(0, start, usual);
        }
        WindowOverlap best = NONE;
        boolean reached = false;
        for (int from = start; from < said.size(); from++) {
            WindowOverlap here = new WindowOverlap(0, from, agreement(said, from, window, 0));
            reached |= here.reaches(said.size());
            best = here.isBetterThan(best, start, said.size()) ? here : best;
        }
        for (int from = 0; from < start && !reached; from++) {
            WindowOverlap here = new WindowOverlap(0, from, agreement(said, from, window, 0));
            best = here.isBetterThan(best, start, said.size()) ? here : best;
        }
        if (best.reaches(said.size())) {
            WindowOverlap tidied = NONE.runToTheEnd(said, window);
            return tidied.isInPlaceOf(best, said, window) ? tidied : best;
        }
        WindowOverlap last = best.runToTheEnd(said, window);
        if (last.isBehindAKnownFront(best.length, said, window)) {
            return last;
        }
        WindowOverlap inside = best.runInside(said, start, window);
        return inside.isBehindAKnownFront(best.length, said, window) ? inside : best;
    }

    /** How much of a window, from its first message on, is the end of a branch. */
    static int ending(List<Turn> said, List<WindowMessage> window) {
        for (int length = Math.min(said.size(), window.size()); length > 0; length--) {
            if (agreement(said, said.size() - length, window, 0) >= length) {
                return length;
            }
        }
        return 0;
    }

    boolean reaches(int end) {
        return length > 0 && from + length == end;
    }

    private boolean isBetterThan(WindowOverlap other, int start, int end) {
        if (length != other.length) {
            return length > other.length;
        }
        if (length == 0 || reaches(end) != other.reaches(end)) {
            return reaches(end);
        }
        return from >= start ? other.from < start : from > other.from;
    }

    /** The longest run behind this beginning that reaches the end of the branch; of equal ones the first. */
    private WindowOverlap runToTheEnd(List<Turn> said, List<WindowMessage> window) {
        int first = Math.max(1, length);
        WindowOverlap best = NONE;
        for (int end = first + 1; end <= window.size(); end++) {
            int most = Math.min(end - first, said.size() - from - length);
            int run = 0;
            while (run < most && window.get(end - 1 - run).isOf(said.get(said.size() - 1 - run))) {
                run++;
            }
            best = run > best.length ? new WindowOverlap(end - run, said.size() - run, run) : best;
        }
        return best;
    }

    /** The longest run behind this beginning, longer than it, where the window was before: it goes on differently. */
    private WindowOverlap runInside(List<Turn> said, int start, List<WindowMessage> window) {
        WindowOverlap best = new WindowOverlap(0, 0, Math.max(1, length));
        for (int place = Math.max(start, from + length); place < said.size() - best.length; place++) {
            for (int first = Math.max(1, length); first < window.size() - best.length; first++) {
                int run = agreement(said, place, window, first);
                best = run > best.length ? new WindowOverlap(first, place, run) : best;
            }
        }
        return best.at == 0 ? NONE : best;
    }

    /**
     * Whether the front before this run is what the host pinned or cut short. It is when all of it was said on the branch.
     * Messages that were not, are cut short when two or more known ones follow, and more are known than not: who edits a
     * message and goes on does not hear the same again for long. A message that is now of another principal, tier or trust
     * is another message.
     *
     * @param beginning how many messages of the front agree where the window begins
     */
    private boolean isBehindAKnownFront(int beginning, List<Turn> said, List<WindowMessage> window) {
        int changed = 0;
        for (WindowMessage message : window.subList(beginning, Math.max(beginning, at))) {
            boolean same = false;
            boolean known = false;
            for (int place = 0; place < said.size() && !known; place++) {
                same |= message.saysTheSameAs(said.get(place));
                known = same && message.isOf(said.get(place));
            }
            if (same && !known) {
                return false;
            }
            changed += known ? 0 : 1;
        }
        if (length < 2) {
            return length == 1
                    && changed == 0
                    && said.stream().filter(window.get(at)::isOf).limit(2).count() == 1;
        }
        return changed == 0 || at - changed + length > changed;
    }

    /**
     * Whether this run shows a beginning that reaches the end to be chance: with what agrees in place before it, it is more
     * than twice as long, and more than what differs.
     */
    private boolean isInPlaceOf(WindowOverlap beginning, List<Turn> said, List<WindowMessage> window) {
        int agreed = length;
        for (int back = 1; back <= Math.min(at, from); back++) {
            agreed += window.get(at - back).isOf(said.get(from - back)) ? 1 : 0;
        }
        return agreed > 2 * beginning.length && agreed > at + length - agreed && isBehindAKnownFront(0, said, window);
    }

    private static int agreement(List<Turn> said, int from, List<WindowMessage> window, int at) {
        int length = 0;
        while (at + length < window.size()
                && from + length < said.size()
                && window.get(at + length).isOf(said.get(from + length))) {
            length++;
        }
        return length;
    }
}
