package dev.scriptorium.memory.local.ingest;

import dev.scriptorium.memory.api.session.BrokenBranchException;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.TurnKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Finds what of a branch is pending: from the tip back to the newest turn that is written. Reads in growing pages, so
 * that the cost follows the pending turns and not the length of the session.
 */
final class BranchReader {
    private static final int FIRST_PAGE = 256;

    private final SessionStore store;
    private final SessionId session;
    private final Function<Collection<TurnId>, Set<TurnId>> written;
    private final Predicate<String> recalled;

    /**
     * A reader of one session.
     *
     * @param written those of some turns that are marked and archived
     */
    BranchReader(
            SessionStore store,
            SessionId session,
            Function<Collection<TurnId>, Set<TurnId>> written,
            Predicate<String> recalled) {
        this.store = store;
        this.session = session;
        this.written = written;
        this.recalled = recalled;
    }

    /**
     * The pending end of the branch of a tip.
     *
     * @throws BrokenBranchException when its parents do not lead to a root
     */
    PendingBranch read(TurnId tip) {
        List<Turn> newestFirst = new ArrayList<>();
        Set<TurnId> seen = new HashSet<>();
        TurnId from = tip;
        int page = FIRST_PAGE;
        while (true) {
            List<Turn> turns = page(from, page, seen);
            Set<TurnId> done = written.apply(turns.stream().map(Turn::id).toList());
            for (Turn turn : turns) {
                if (done.contains(turn.id())) {
                    return pending(newestFirst);
                }
                newestFirst.add(turn);
            }
            if (turns.size() < page) {
                return pending(newestFirst);
            }
            Turn last = turns.get(turns.size() - 1);
            if (last.parent().isEmpty()) {
                return pending(newestFirst);
            }
            from = last.parent().get();
            page *= 4;
        }
    }

    private List<Turn> page(TurnId from, int limit, Set<TurnId> seen) {
        List<Turn> turns = new ArrayList<>();
        store.walk(session, from, turn -> {
            if (!seen.add(turn.id())) {
                // A circle that is longer than a page shows here.
                throw new BrokenBranchException(BrokenBranchException.Kind.CYCLE, session, turn.id());
            }
            turns.add(turn);
            return turns.size() < limit;
        });
        return turns;
    }

    /** What of turns given by the host, oldest first, is pending. */
    PendingBranch read(List<Turn> oldestFirst) {
        Set<TurnId> done = written.apply(oldestFirst.stream().map(Turn::id).toList());
        List<Turn> newestFirst = new ArrayList<>();
        for (int i = oldestFirst.size() - 1; i >= 0 && !done.contains(oldestFirst.get(i).id()); i--) {
            newestFirst.add(oldestFirst.get(i));
        }
        return pending(newestFirst);
    }

    private PendingBranch pending(List<Turn> newestFirst) {
        List<PendingTurn> turns = new ArrayList<>();
        List<TurnId> covered = new ArrayList<>();
        List<Turn> oldestFirst = new ArrayList<>(newestFirst);
        Collections.reverse(oldestFirst);
        for (Turn turn : oldestFirst) {
            Eligibility.speech(turn, recalled).ifPresent(text -> turns.add(new PendingTurn(turn, text)));
            if (turn.kind() == TurnKind.SUMMARY && !turn.rewound()) {
                turn.covers().ifPresent(covered::add);
            }
        }
        return new PendingBranch(turns, covered);
    }
}
