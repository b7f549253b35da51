package dev.scriptorium.memory.local.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What one commit did to a block that is followed.
 *
 * @param commit the commit
 * @param events what it did
 * @param before how it stood; several blocks where they were not one yet; none where it was not there
 * @param after how it stands after; none where it is gone
 * @since 0.1
 */
public record BlockStep(String commit, Set<BlockEvent> events, List<BlockWording> before, List<BlockWording> after) {

    /** Copies the collections. */
    public BlockStep {
        events = Set.copyOf(events);
        before = List.copyOf(before);
        after = List.copyOf(after);
    }

    BlockStep with(Set<BlockEvent> others) {
        return new BlockStep(commit, others, before, after);
    }

    /** Every id that stands in it, on either side. */
    List<String> ids() {
        List<String> ids = new ArrayList<>(ids(before));
        ids.addAll(ids(after));
        return ids;
    }

    /** The ids that were not there before. */
    List<String> appearing() {
        List<String> ids = new ArrayList<>(ids(after));
        ids.removeAll(ids(before));
        return ids;
    }

    static List<String> ids(List<BlockWording> blocks) {
        return blocks.stream().flatMap(block -> block.ids().stream()).toList();
    }
}
