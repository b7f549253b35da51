package dev.scriptorium.memory.cli.session;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where the turns of a session stand in its file, and how they hang together; no text. Not thread-safe. */
final class TurnTable {
    /** The parent of a root. */
    static final int NONE = -1;

    /** The parent of a turn whose parent is nowhere. */
    static final int MISSING = -2;

    private final Map<String, Integer> byId = new HashMap<>();
    // Parents that stand behind their children, or nowhere.
    private final Map<Integer, String> unresolved = new HashMap<>();
    private final BitSet rewound = new BitSet();
    private final BitSet archived = new BitSet();
    private String[] ids = new String[16];
    private long[] offsets = new long[16];
    private int[] lengths = new int[16];
    private int[] parents = new int[16];
    private int size;
    private int head = NONE;

    /** Adds a turn; one whose id is known already is passed over. */
    void add(String id, @Nullable String parent, long offset, int length) {
        if (byId.putIfAbsent(id, size) != null) {
            return;
        }
        if (size == ids.length) {
            int capacity = size + (size >> 1);
            ids = Arrays.copyOf(ids, capacity);
            offsets = Arrays.copyOf(offsets, capacity);
            lengths = Arrays.copyOf(lengths, capacity);
            parents = Arrays.copyOf(parents, capacity);
        }
        ids[size] = id;
        offsets[size] = offset;
        lengths[size] = length;
        Integer known = parent == null ? null : byId.get(parent);
        if (parent == null || known != null) {
            parents[size] = known == null ? NONE : known;
        } else {
            parents[size] = MISSING;
            unresolved.put(size, parent);
        }
        size++;
    }

    /** Looks once more for parents that were not there before. */
    void resolve() {
        unresolved.entrySet().removeIf(entry -> {
            Integer parent = byId.get(entry.getValue());
            if (parent != null) {
                parents[entry.getKey()] = parent;
            }
            return parent != null;
        });
    }

    void rewind(String id) {
        byId.computeIfPresent(id, (key, turn) -> {
            rewound.set(turn);
            return turn;
        });
    }

    void archive(String id) {
        byId.computeIfPresent(id, (key, turn) -> {
            archived.set(turn);
            return turn;
        });
    }

    void head(String id) {
        head = byId.getOrDefault(id, NONE);
    }

    /** The number of a turn; {@link #NONE} when it is unknown. */
    int find(String id) {
        return byId.getOrDefault(id, NONE);
    }

    int size() {
        return size;
    }

    String id(int turn) {
        return ids[turn];
    }

    long offset(int turn) {
        return offsets[turn];
    }

    int length(int turn) {
        return lengths[turn];
    }

    int parent(int turn) {
        return parents[turn];
    }

    boolean rewound(int turn) {
        return rewound.get(turn);
    }

    /** The turn named as the head, else the last that is not rewound, else the last; {@link #NONE} without turns. */
    int head() {
        if (head != NONE) {
            return head;
        }
        int live = rewound.previousClearBit(size - 1);
        return live >= 0 ? live : size - 1;
    }

    /** The head, then every turn that no live turn follows, in the order of the file. */
    List<Integer> tips() {
        List<Integer> tips = new ArrayList<>();
        int first = head();
        if (first == NONE) {
            return tips;
        }
        tips.add(first);
        BitSet followed = new BitSet(size);
        for (int turn = 0; turn < size; turn++) {
            int ancestor = rewound.get(turn) ? NONE : parents[turn];
            while (ancestor >= 0 && !followed.get(ancestor)) {
                followed.set(ancestor);
                ancestor = parents[ancestor];
            }
        }
        for (int turn = 0; turn < size; turn++) {
            if (turn != first && !followed.get(turn) && !rewound.get(turn) && !archived.get(turn)) {
                tips.add(turn);
            }
        }
        return tips;
    }
}
