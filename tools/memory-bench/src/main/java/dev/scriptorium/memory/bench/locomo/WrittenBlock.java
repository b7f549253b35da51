package dev.scriptorium.memory.bench.locomo;

import dev.scriptorium.memory.local.BlockOrigin;
import dev.scriptorium.memory.local.CitedTurn;
import dev.scriptorium.memory.local.MemoryWorkspace;
import dev.scriptorium.memory.local.RecentEvent;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A block as a reader sees it. Immutable.
 *
 * @param path of its topic
 * @param text what it says, without ids and markers
 * @param turns the ids of the turns it cites
 * @param times the evidence times
 */
record WrittenBlock(String path, String text, Set<String> turns, List<String> times) {
    private static final Pattern INVISIBLE = Pattern.compile("\\[\\^[^\\]]+]|\\s\\^[A-Za-z0-9_-]+");

    /** The blocks of a memory, the resident block's copies left out. */
    static List<WrittenBlock> of(MemoryWorkspace workspace) {
        List<WrittenBlock> blocks = new ArrayList<>();
        for (RecentEvent event : workspace.read().recent(Integer.MAX_VALUE)) {
            BlockOrigin origin = workspace.history().why(event.id());
            Set<String> turns = new LinkedHashSet<>();
            List<String> times = new ArrayList<>();
            for (CitedTurn cited : origin.evidence()) {
                turns.add(cited.ref().turn());
                cited.time().ifPresent(times::add);
            }
            blocks.add(new WrittenBlock(
                    origin.path().value(),
                    INVISIBLE.matcher(origin.text()).replaceAll("").strip(),
                    turns,
                    List.copyOf(times)));
        }
        return blocks;
    }
}
