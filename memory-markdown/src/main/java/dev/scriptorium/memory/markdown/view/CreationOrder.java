package dev.scriptorium.memory.markdown.view;

import dev.scriptorium.memory.api.ref.BlockId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.OptionalInt;
import java.util.Set;

/**
 * When each block was made, as a number that it keeps whatever happens to it. Only ever grows, and a version shares
 * with the one before nearly all it holds. Immutable.
 *
 * @since 0.1
 */
public final class CreationOrder {
    private static final CreationOrder EMPTY = new CreationOrder(List.of());

    /** Oldest first; each at least twice as long as the next, so that there are few. */
    private final List<Run> runs;

    private CreationOrder(List<Run> runs) {
        this.runs = runs;
    }

    /** The order of a workspace without blocks. */
    public static CreationOrder empty() {
        return EMPTY;
    }

    /** The order of these numbers, as {@code runtime.json} or a log has them. */
    public static CreationOrder of(Map<BlockId, Integer> numbers) {
        List<Map.Entry<BlockId, Integer>> entries = new ArrayList<>(numbers.entrySet());
        entries.sort(Map.Entry.<BlockId, Integer>comparingByValue().thenComparing(Map.Entry::getKey));
        String[] ids = new String[entries.size()];
        int[] values = new int[entries.size()];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = entries.get(i).getKey().value();
            values[i] = entries.get(i).getValue();
        }
        return ids.length == 0 ? EMPTY : new CreationOrder(List.of(new Run(ids, values)));
    }

    /** With a number for each id that has none yet, in the order given. */
    public CreationOrder with(Collection<BlockId> ids) {
        Set<String> added = new HashSet<>();
        List<String> fresh = new ArrayList<>();
        for (BlockId id : ids) {
            if (number(id).isEmpty() && added.add(id.value())) {
                fresh.add(id.value());
            }
        }
        if (fresh.isEmpty()) {
            return this;
        }
        int next = last() + 1;
        int[] numbers = new int[fresh.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = next + i;
        }
        List<Run> grown = new ArrayList<>(runs);
        Run tail = new Run(fresh.toArray(String[]::new), numbers);
        while (!grown.isEmpty() && grown.get(grown.size() - 1).ids.length < 2 * tail.ids.length) {
            tail = grown.remove(grown.size() - 1).join(tail);
        }
        grown.add(tail);
        return new CreationOrder(List.copyOf(grown));
    }

    /** The number of an id; empty when it has none. */
    public OptionalInt number(BlockId id) {
        for (int i = runs.size() - 1; i >= 0; i--) {
            int place = runs.get(i).find(id.value());
            if (place >= 0) {
                return OptionalInt.of(runs.get(i).numbers[place]);
            }
        }
        return OptionalInt.empty();
    }

    /** The highest number given; -1 when there is none. */
    public int last() {
        if (runs.isEmpty()) {
            return -1;
        }
        int[] numbers = runs.get(runs.size() - 1).numbers;
        return numbers[numbers.length - 1];
    }

    /** How many ids have a number. */
    public int size() {
        return runs.stream().mapToInt(run -> run.ids.length).sum();
    }

    /** The ids, those with the highest numbers first. */
    public Iterable<BlockId> newestFirst() {
        return NewestFirst::new;
    }

    private final class NewestFirst implements Iterator<BlockId> {
        private int run = runs.size() - 1;
        private int left = run < 0 ? 0 : runs.get(run).ids.length;

        NewestFirst() {}

        @Override
        public boolean hasNext() {
            return left > 0 || run > 0;
        }

        @Override
        public BlockId next() {
            if (!hasNext()) {
                throw new NoSuchElementException("no older block");
            }
            if (left == 0) {
                run--;
                left = runs.get(run).ids.length;
            }
            left--;
            return new BlockId(runs.get(run).ids[left]);
        }
    }

    /** Ids by number, and where each is found. */
    private static final class Run {
        private final String[] ids;
        private final int[] numbers;
        private final int[] byId;

        Run(String[] ids, int[] numbers) {
            this.ids = ids;
            this.numbers = numbers;
            Integer[] places = new Integer[ids.length];
            Arrays.setAll(places, i -> i);
            Arrays.sort(places, Comparator.comparing(i -> ids[i]));
            this.byId = Arrays.stream(places).mapToInt(Integer::intValue).toArray();
        }

        Run join(Run later) {
            String[] both = Arrays.copyOf(ids, ids.length + later.ids.length);
            System.arraycopy(later.ids, 0, both, ids.length, later.ids.length);
            int[] values = Arrays.copyOf(numbers, both.length);
            System.arraycopy(later.numbers, 0, values, numbers.length, later.numbers.length);
            return new Run(both, values);
        }

        int find(String id) {
            int low = 0;
            int high = byId.length - 1;
            while (low <= high) {
                int middle = (low + high) >>> 1;
                int order = ids[byId[middle]].compareTo(id);
                if (order == 0) {
                    return byId[middle];
                }
                if (order < 0) {
                    low = middle + 1;
                } else {
                    high = middle - 1;
                }
            }
            return -1;
        }
    }
}
