package dev.scriptorium.memory.bench.contend;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.RecentEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The topics of a workspace that can be written into. */
final class Places {
    private Places() {}

    /** Plans edits in all topics but the resident block. */
    static Plan plan(RunFiles files, int edits, int writers, long seed) {
        Map<String, Plan.Place> places = new TreeMap<>();
        try (LocalMemoryBackend backend = files.open()) {
            for (RecentEvent block : backend.workspace().read().recent(Integer.MAX_VALUE)) {
                if (!block.path().equals(TopicPath.CORE)) {
                    places.put(
                            block.path().value(),
                            new Plan.Place(block.path(), block.headings().get(0), block.id()));
                }
            }
        }
        return Plan.of(new ArrayList<>(List.copyOf(places.values())), edits, writers, seed);
    }
}
