package dev.scriptorium.memory.local.history;

import dev.scriptorium.memory.local.git.CommitStep;
import dev.scriptorium.memory.local.git.History;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Follows one block back through the history, by its ids: to other files, through merges and splits, through the times
 * when it was gone. Of a commit only the changed topics are looked at. Of two commits that came together the first is
 * followed, and what the other brought is what the merge did. Not thread-safe.
 */
public final class BlockLog {
    private final History history;
    private final PastBlocks past;

    /** The log of the blocks of a history. */
    public BlockLog(History history) {
        this.history = history;
        this.past = new PastBlocks(history);
    }

    /**
     * The commits that changed a block, the latest first, each once.
     *
     * @param ids the ids the block answers to now, or answered to last; those that it absorbed or left are found on the
     *     way
     * @param limit at most so many
     */
    public List<BlockStep> of(Set<String> ids, int limit) {
        Set<String> followed = new LinkedHashSet<>(ids);
        List<BlockStep> steps = new ArrayList<>();
        Set<String> unexplained = new HashSet<>();
        Optional<String> at = history.head();
        // What appears may have been there before: only what is older can tell.
        while (at.isPresent() && (steps.size() < limit || !unexplained.isEmpty())) {
            CommitStep commit = history.step(at.get());
            BlockStep step = step(commit, followed);
            if (!step.before().isEmpty() || !step.after().isEmpty()) {
                steps.add(step);
                unexplained.removeAll(step.ids());
                unexplained.addAll(step.appearing());
            }
            at = commit.before();
        }
        return returned(steps).subList(0, Math.min(limit, steps.size()));
    }

    private BlockStep step(CommitStep commit, Set<String> followed) {
        List<BlockWording> before;
        List<BlockWording> after;
        int known;
        do {
            known = followed.size();
            after = side(commit, true, followed);
            before = side(commit, false, followed);
        } while (followed.size() > known);
        List<BlockWording> old = BlockEvents.without(before, after);
        List<BlockWording> now = BlockEvents.without(after, before);
        return new BlockStep(
                commit.commit(), old.isEmpty() && now.isEmpty() ? Set.of() : BlockEvents.between(old, now), old, now);
    }

    /** The blocks followed on one side of a commit; whatever else they answer to is followed from here on. */
    private List<BlockWording> side(CommitStep commit, boolean after, Set<String> followed) {
        List<BlockWording> found = new ArrayList<>();
        for (Map.Entry<String, CommitStep.Change> change : commit.changes().entrySet()) {
            if (PastBlocks.isTopic(change.getKey())) {
                Optional<String> blob =
                        after ? change.getValue().after() : change.getValue().before();
                found.addAll(past.in(change.getKey(), blob, followed));
            }
        }
        found.forEach(block -> followed.addAll(block.ids()));
        return found;
    }

    /** Tells what came back from what was new. */
    private static List<BlockStep> returned(List<BlockStep> newestFirst) {
        List<BlockStep> told = new ArrayList<>(newestFirst);
        Set<String> known = new HashSet<>();
        for (int i = told.size() - 1; i >= 0; i--) {
            BlockStep step = told.get(i);
            List<String> appearing = step.appearing();
            if (appearing.stream().anyMatch(known::contains)) {
                EnumSet<BlockEvent> events = EnumSet.copyOf(step.events());
                events.add(BlockEvent.RETURNED);
                if (known.containsAll(appearing)) {
                    events.remove(BlockEvent.CREATED);
                }
                told.set(i, step.with(Collections.unmodifiableSet(events)));
            }
            known.addAll(step.ids());
        }
        return told;
    }
}
