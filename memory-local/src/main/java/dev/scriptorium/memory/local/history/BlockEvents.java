package dev.scriptorium.memory.local.history;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Tells what became of blocks from how they stood before and how they stand after. */
final class BlockEvents {
    private final Map<String, BlockWording> was;
    private final Map<String, BlockWording> is;
    private final EnumSet<BlockEvent> events = EnumSet.noneOf(BlockEvent.class);

    private BlockEvents(List<BlockWording> before, List<BlockWording> after) {
        was = byId(before);
        is = byId(after);
    }

    private static Map<String, BlockWording> byId(List<BlockWording> blocks) {
        Map<String, BlockWording> byId = new LinkedHashMap<>();
        blocks.forEach(block -> block.ids().forEach(id -> byId.putIfAbsent(id, block)));
        return byId;
    }

    /**
     * What happened, of blocks of which none is the same before and after. That a block was there at some time before
     * that cannot be seen from here.
     */
    static Set<BlockEvent> between(List<BlockWording> before, List<BlockWording> after) {
        return new BlockEvents(before, after).all(before, after);
    }

    private Set<BlockEvent> all(List<BlockWording> before, List<BlockWording> after) {
        Set<BlockWording> merged = joining(after, was, BlockEvent.MERGED);
        Set<BlockWording> split = joining(before, is, BlockEvent.SPLIT);
        was.forEach((id, old) -> {
            BlockWording now = is.get(id);
            if (now == null) {
                events.add(BlockEvent.REMOVED);
            } else if (!merged.contains(now) && !split.contains(old)) {
                compare(old, now);
            }
        });
        if (!was.keySet().containsAll(is.keySet())) {
            events.add(BlockEvent.CREATED);
        }
        if (events.isEmpty()) {
            // The same words and the same sources: what is cited where has changed.
            events.add(BlockEvent.EVIDENCE_CHANGED);
        }
        return Collections.unmodifiableSet(events);
    }

    /** The blocks whose ids stand in several blocks of the other side. */
    private Set<BlockWording> joining(List<BlockWording> blocks, Map<String, BlockWording> others, BlockEvent event) {
        Set<BlockWording> joining = Collections.newSetFromMap(new IdentityHashMap<>());
        for (BlockWording block : blocks) {
            Set<BlockWording> found = Collections.newSetFromMap(new IdentityHashMap<>());
            block.ids().stream().filter(others::containsKey).map(others::get).forEach(found::add);
            if (found.size() > 1) {
                joining.add(block);
                events.add(event);
            }
        }
        return joining;
    }

    private void compare(BlockWording old, BlockWording now) {
        if (!old.stoodLike(now)) {
            events.add(BlockEvent.MOVED);
        }
        if (!old.text().equals(now.text())) {
            events.add(BlockEvent.REWORDED);
        }
        if (!old.citedLike(now)) {
            events.add(BlockEvent.EVIDENCE_CHANGED);
        }
    }

    /** The blocks of one list without those that are in the other too. */
    static List<BlockWording> without(List<BlockWording> blocks, List<BlockWording> same) {
        List<BlockWording> rest = new ArrayList<>(blocks);
        same.forEach(rest::remove);
        return rest;
    }
}
