package dev.scriptorium.memory.local.ingest;

import dev.scriptorium.memory.api.session.BrokenBranchException;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.TurnKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds what of a branch is pending: from the tip back to the newest turn that is written, and on from each summary
 * into what it stands for. Reads in growing pages, so that the cost follows the pending turns and not the length of the
 * session.
 */
final class BranchReader {
    /** Ten turns that are pending, as at the end of a turn of the host, and the one before them, which is written. */
    private static final int FIRST_PAGE = 11;

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
     * @throws BrokenBranchException when its parents do not lead to a root, nor to a turn that is written
     */
    PendingBranch read(TurnId tip) {
        return pending(unwritten(tip));
    }

    /** What of turns given by the host, oldest first, is pending. */
    PendingBranch read(List<Turn> oldestFirst) {
        Set<TurnId> done = written.apply(oldestFirst.stream().map(Turn::id).toList());
        int from = oldestFirst.size();
        while (from > 0 && !done.contains(oldestFirst.get(from - 1).id())) {
            from--;
        }
        return pending(oldestFirst.subList(from, oldestFirst.size()));
    }

    /** The turns after the newest written one, oldest first. */
    private List<Turn> unwritten(TurnId tip) {
        List<Turn> newestFirst = new ArrayList<>();
        Set<TurnId> seen = new HashSet<>();
        Optional<TurnId> from = Optional.of(tip);
        for (int page = FIRST_PAGE; from.isPresent(); page *= 4) {
            List<Turn> turns = new ArrayList<>();
            BrokenBranchException broken = page(from.get(), page, seen, turns);
            Set<TurnId> done = written.apply(turns.stream().map(Turn::id).toList());
            for (Turn turn : turns) {
                if (done.contains(turn.id())) {
                    return oldestFirst(newestFirst);
                }
                newestFirst.add(turn);
            }
            if (broken != null) {
                throw turns.isEmpty() && !newestFirst.isEmpty() ? missingParent(newestFirst) : broken;
            }
            from = turns.size() < page
                    ? Optional.empty()
                    : turns.get(turns.size() - 1).parent();
        }
        return oldestFirst(newestFirst);
    }

    /** Reads a page; a break in it is returned, because it does not matter behind a turn that is written. */
    private @Nullable BrokenBranchException page(TurnId from, int limit, Set<TurnId> seen, List<Turn> into) {
        try {
            store.walk(session, from, turn -> {
                if (!seen.add(turn.id())) {
                    // A circle that is longer than a page shows here.
                    throw new BrokenBranchException(BrokenBranchException.Kind.CYCLE, session, turn.id());
                }
                into.add(turn);
                return into.size() < limit;
            });
            return null;
        } catch (BrokenBranchException e) {
            return e;
        }
    }

    /** The first turn of a later page is no tip: that it is unknown will not change by itself. */
    private BrokenBranchException missingParent(List<Turn> newestFirst) {
        TurnId child = newestFirst.get(newestFirst.size() - 1).id();
        return new BrokenBranchException(BrokenBranchException.Kind.MISSING_PARENT, session, child);
    }

    private static List<Turn> oldestFirst(List<Turn> newestFirst) {
        List<Turn> turns = new ArrayList<>(newestFirst);
        Collections.reverse(turns);
        return turns;
    }

    /** The words of a branch, and before those that follow a summary the words it stands for. */
    private PendingBranch pending(List<Turn> own) {
        List<PendingTurn> turns = new ArrayList<>();
        Set<TurnId> seen = new HashSet<>();
        own.forEach(turn -> seen.add(turn.id()));
        BrokenBranchException broken = null;
        Deque<Iterator<Turn>> open = new ArrayDeque<>();
        open.push(own.iterator());
        while (!open.isEmpty()) {
            if (!open.peek().hasNext()) {
                open.pop();
                continue;
            }
            Turn turn = open.peek().next();
            Eligibility.speech(turn, recalled).ifPresent(text -> turns.add(PendingTurn.of(session, turn, text)));
            if (turn.kind() != TurnKind.SUMMARY
                    || turn.rewound()
                    || turn.covers().isEmpty()) {
                continue;
            }
            try {
                open.push(covered(turn.covers().get(), seen).iterator());
            } catch (BrokenBranchException e) {
                // What a summary stood for may be gone; what follows it is written all the same.
                broken = broken == null ? e : broken;
            }
        }
        return new PendingBranch(turns, Optional.ofNullable(broken));
    }

    private List<Turn> covered(TurnId last, Set<TurnId> seen) {
        return seen.contains(last)
                ? List.of()
                : unwritten(last).stream().filter(turn -> seen.add(turn.id())).toList();
    }
}
