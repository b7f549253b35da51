package dev.scriptorium.memory.local.writer;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Gives new evidence of one topic labels that are replaced when the edit is installed: {@code e1}, {@code e2}, … */
final class LocalLabels {
    private final Set<String> taken;
    private int next = 1;

    LocalLabels(Set<String> taken) {
        this.taken = new HashSet<>(taken);
    }

    /** Labels what has no label yet, and returns it. */
    List<Cited> give(List<Cited> evidence) {
        List<Cited> fresh = new ArrayList<>();
        for (Cited cited : evidence) {
            if (cited.label() == null) {
                while (!taken.add("e" + next)) {
                    next++;
                }
                cited.label("e" + next);
                fresh.add(cited);
            }
        }
        return fresh;
    }
}
