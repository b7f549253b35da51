package dev.scriptorium.memory.local.ingest;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.WrittenMarks;
import dev.scriptorium.memory.local.tx.OpenPieces;
import dev.scriptorium.memory.local.tx.OwedSource;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.markdown.source.SourceArchive;
import dev.scriptorium.memory.markdown.source.SourceFrame;
import dev.scriptorium.memory.markdown.source.SourceLocations;
import dev.scriptorium.memory.markdown.token.TokenCounter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The turns that hosts have dropped, that are archived, and that no writer has been shown (D38). What a live branch still
 * holds is pending there, and not owed. Safe for use by several threads.
 */
final class OwedTurns {
    private final PassContext context;
    private final SessionStore store;
    private final WrittenMarks marks;
    private final PendingTurns pending;
    private volatile @Nullable Looked looked;

    OwedTurns(PassContext context, SessionStore store, WrittenMarks marks, PendingTurns pending) {
        this.context = context;
        this.store = store;
        this.marks = marks;
        this.pending = pending;
    }

    /** All that may be owed, in the order in which it was dropped; a live branch may still hold some of it. */
    List<OwedSource> all() {
        return context.transactions().owedSources(context.transactions().current());
    }

    /**
     * What is owed besides the turns of a branch that are about to be written, in the order in which it was dropped. Costs
     * a look at one file when nothing was dropped.
     */
    List<OwedSource> besides(Collection<PendingTurn> taken) {
        return besides(all(), taken);
    }

    /** Which of these are owed besides the turns of a branch; asks the host about every session among them. */
    List<OwedSource> besides(List<OwedSource> all, Collection<PendingTurn> taken) {
        if (all.isEmpty()) {
            return all;
        }
        Map<SessionId, Set<TurnId>> free = new LinkedHashMap<>();
        for (OwedSource source : all) {
            free.computeIfAbsent(source.session(), key -> new LinkedHashSet<>())
                    .add(source.turn().id());
        }
        free.forEach(this::removeHeld);
        for (PendingTurn turn : taken) {
            free.getOrDefault(turn.session(), new HashSet<>())
                    .remove(turn.turn().id());
        }
        return all.stream()
                .filter(source -> free.getOrDefault(source.session(), Set.of())
                        .contains(source.turn().id()))
                .toList();
    }

    /**
     * Leaves only what is not written, and what is pending on no live branch of the session. Where a turn stands says
     * nothing: a host that writes later turns by hand marks them, and those before them wait for a pass all the same.
     */
    private void removeHeld(SessionId session, Set<TurnId> turns) {
        turns.removeAll(marks.marked(session, turns, context.workspace()));
        Set<TurnId> kept = new HashSet<>();
        for (TurnId id : List.copyOf(turns)) {
            Optional<Turn> turn = store.turn(session, id);
            if (turn.isPresent() && turn.get().rewound()) {
                turns.remove(id);
            } else if (turn.isPresent()) {
                kept.add(id);
            }
        }
        if (kept.isEmpty()) {
            return;
        }
        turns.removeAll(pending.onLiveBranches(session));
    }

    /**
     * What is owed, with its words.
     *
     * @param turns as many as a batch may need, in order
     * @param cited those that a block cites meanwhile: no pass need be shown them
     */
    record Words(List<PendingTurn> turns, List<SourceRef> cited) {}

    /** The words of what is owed, as far as a batch of so many tokens may need them. Reads every topic, once a state. */
    Words read(List<OwedSource> owed, int tokens) {
        Snapshot snapshot = context.transactions().current();
        Set<SourceRef> cited = cited(owed, snapshot);
        OpenPieces open = context.transactions().openPieces();
        // What was begun is ended first.
        List<OwedSource> inOrder = owed.stream()
                .sorted(Comparator.comparing(source -> open.from(source.ref()) == 0))
                .toList();
        Map<String, Map<SourceRef, SourceFrame>> archives = new HashMap<>();
        List<PendingTurn> turns = new ArrayList<>();
        long read = 0;
        for (OwedSource source : inOrder) {
            SourceRef ref = source.ref();
            if (TokenCounter.surelyReaches(read, tokens)) {
                break;
            }
            Optional<SourceFrame> frame = cited.contains(ref)
                    ? Optional.empty()
                    : SourceLocations.v2Path(ref)
                            .map(path -> archives.computeIfAbsent(path, key -> frames(key, snapshot)))
                            .flatMap(frames -> Optional.ofNullable(frames.get(ref)));
            if (frame.isPresent()) {
                Turn turn = source.with(frame.get().content());
                int length = turn.text().length();
                turns.add(new PendingTurn(source.session(), turn, turn.text(), 0, length, true)
                        .startingAt(open.from(ref)));
                read += source.bytes();
            }
        }
        return new Words(turns, List.copyOf(cited));
    }

    /** What was found cited of some sources in one state of the memory. */
    private record Looked(long generation, String token, Set<SourceRef> wanted, Set<SourceRef> cited) {}

    private Set<SourceRef> cited(List<OwedSource> owed, Snapshot snapshot) {
        Set<SourceRef> wanted = owed.stream().map(OwedSource::ref).collect(Collectors.toSet());
        Looked latest = looked;
        if (latest == null
                || latest.generation() != snapshot.generation()
                || !latest.token().equals(snapshot.token())
                || !latest.wanted().equals(wanted)) {
            latest = new Looked(snapshot.generation(), snapshot.token(), wanted, look(wanted, snapshot));
            looked = latest;
        }
        return latest.cited();
    }

    private Set<SourceRef> look(Set<SourceRef> wanted, Snapshot snapshot) {
        Set<SourceRef> cited = new LinkedHashSet<>();
        context.transactions()
                .forEachRecord(
                        snapshot,
                        snapshot.topics().paths(),
                        memory -> memory.sourceRefs().stream()
                                .filter(wanted::contains)
                                .forEach(cited::add));
        // The piece of a turn that was shown is cited before the rest has been shown.
        context.transactions().openPieces().pieces().forEach(piece -> cited.remove(piece.ref()));
        return Collections.unmodifiableSet(cited);
    }

    private Map<SourceRef, SourceFrame> frames(String path, Snapshot snapshot) {
        return context.transactions().archive(path, snapshot) instanceof SourceArchive archive
                ? archive.frames().stream().collect(Collectors.toMap(SourceFrame::ref, frame -> frame, (a, b) -> a))
                : Map.of();
    }
}
