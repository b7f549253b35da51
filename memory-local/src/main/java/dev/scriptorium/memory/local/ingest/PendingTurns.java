package dev.scriptorium.memory.local.ingest;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.BrokenBranchException;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.WrittenMarks;
import dev.scriptorium.memory.local.tx.OpenPieces;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.markdown.source.SourceArchive;
import dev.scriptorium.memory.markdown.source.SourceFrame;
import dev.scriptorium.memory.markdown.source.SourceLocations;
import dev.scriptorium.memory.markdown.token.TokenCounter;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** What of the host's sessions is not written yet. Safe for use by several threads. */
final class PendingTurns {
    private final PassContext context;
    private final SessionStore store;
    private final WrittenMarks marks;
    private final String namespace;
    private final int batchTokens;
    private final Function<SessionId, Predicate<String>> recalled;

    /**
     * What is pending in a store.
     *
     * @param namespace the first part of source references
     * @param batchTokens what is longer than so many tokens is shown in pieces
     * @param recalled whether a fenced text is one that a session was given
     */
    PendingTurns(
            PassContext context,
            SessionStore store,
            WrittenMarks marks,
            String namespace,
            int batchTokens,
            Function<SessionId, Predicate<String>> recalled) {
        this.context = context;
        this.store = store;
        this.marks = marks;
        this.namespace = namespace;
        this.batchTokens = batchTokens;
        this.recalled = recalled;
    }

    /**
     * The pending end of the branch of a tip.
     *
     * @throws BrokenBranchException when its parents do not lead to a root, nor to a turn that is written
     */
    PendingBranch of(SessionId session, TurnId tip) {
        return inPieces(session, unshown(session, reader(session).read(tip)));
    }

    /** What is pending of the head; nothing in a session without turns. */
    PendingBranch ofHead(SessionId session) {
        Optional<TurnId> head = store.head(session);
        return head.isPresent() ? of(session, head.get()) : PendingBranch.NONE;
    }

    /** What of turns given by the host, oldest first, is pending. */
    PendingBranch of(SessionId session, List<Turn> given) {
        return inPieces(session, unshown(session, reader(session).read(given)));
    }

    /** As {@link #of}; a branch that cannot be read has nothing that could be counted. */
    PendingBranch quietly(SessionId session, TurnId tip) {
        try {
            return of(session, tip);
        } catch (BrokenBranchException e) {
            // A write of this branch would fail and say so.
            return PendingBranch.NONE;
        }
    }

    /** What is pending on the live branches of a session; nothing where the host knows none. */
    Set<TurnId> onLiveBranches(SessionId session) {
        Set<TurnId> tips = new LinkedHashSet<>(store.tips(session));
        store.head(session).ifPresent(tips::add);
        Set<TurnId> found = new HashSet<>();
        for (TurnId tip : tips) {
            quietly(session, tip).turns().forEach(turn -> found.add(turn.turn().id()));
        }
        return found;
    }

    /** Of turns that carry a mark, those of a batch; the mark did not count, because the frame is missing. */
    int replayed(SessionId session, Batch batch) {
        return marks.marked(session, batch.ids(), context.workspace()).size();
    }

    private BranchReader reader(SessionId session) {
        Snapshot snapshot = context.transactions().current();
        Set<TurnId> inJournal = context.transactions().turnsInJournal(session);
        return new BranchReader(
                store, session, turns -> written(session, turns, snapshot, inJournal), recalled.apply(session));
    }

    /** Marked turns, or those a journal entry names; a mark counts only together with its frame in the archive. */
    private Set<TurnId> written(SessionId session, Collection<TurnId> turns, Snapshot snapshot, Set<TurnId> inJournal) {
        Set<TurnId> written = new HashSet<>(marks.marked(session, turns, context.workspace()));
        for (TurnId turn : turns) {
            if (inJournal.contains(turn)) {
                written.add(turn);
            }
        }
        written.removeIf(turn ->
                snapshot.sources().find(SourceRef.of(namespace, session, turn)).isEmpty());
        return written;
    }

    /**
     * Without the turns that a writer was shown as owed while no branch held them. They bear no mark, and so say nothing of
     * what stands before them.
     */
    private PendingBranch unshown(SessionId session, PendingBranch branch) {
        Set<SourceRef> shown =
                branch.turns().isEmpty() ? Set.of() : context.transactions().shownAsOwed();
        if (shown.isEmpty()) {
            return branch;
        }
        Snapshot snapshot = context.transactions().current();
        return new PendingBranch(
                branch.turns().stream()
                        .filter(turn -> {
                            SourceRef ref =
                                    SourceRef.of(namespace, session, turn.turn().id());
                            return !(shown.contains(ref) && snapshot.sources().archived(ref));
                        })
                        .toList(),
                branch.broken());
    }

    /**
     * Where the writer has seen the beginning of a turn, it goes on from there. The place counts the words as they are
     * archived: of a turn that is archived and shown in pieces the words are those, and not what the host's text has left
     * once recalled blocks are taken out, of which fewer may be known by now.
     */
    private PendingBranch inPieces(SessionId session, PendingBranch branch) {
        if (branch.turns().isEmpty()) {
            return branch;
        }
        OpenPieces open = context.transactions().openPieces();
        if (open.pieces().isEmpty() && branch.turns().stream().noneMatch(this::isLong)) {
            return branch;
        }
        Snapshot snapshot = context.transactions().current();
        return new PendingBranch(
                branch.turns().stream()
                        .map(turn -> {
                            SourceRef ref =
                                    SourceRef.of(namespace, session, turn.turn().id());
                            int from = open.from(ref);
                            return (from > 0 || isLong(turn))
                                            && snapshot.sources().archived(ref)
                                    ? asArchived(turn, ref, snapshot).startingAt(from)
                                    : turn;
                        })
                        .toList(),
                branch.broken());
    }

    private boolean isLong(PendingTurn turn) {
        return TokenCounter.couldReach(TokenCounter.bytes(turn.text()), batchTokens);
    }

    private PendingTurn asArchived(PendingTurn turn, SourceRef ref, Snapshot snapshot) {
        return SourceLocations.v2Path(ref)
                .map(path -> context.transactions().archive(path, snapshot))
                .flatMap(archive ->
                        archive instanceof SourceArchive frames ? frames.frame(ref) : Optional.<SourceFrame>empty())
                .map(frame -> PendingTurn.of(turn.session(), turn.turn(), frame.content()))
                .orElse(turn);
    }
}
