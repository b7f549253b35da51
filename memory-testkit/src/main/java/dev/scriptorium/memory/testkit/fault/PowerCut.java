package dev.scriptorium.memory.testkit.fault;

import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the disk may hold after the power has failed at one moment. Bytes written since the last force of their file are
 * kept, lost or zero; entries of a directory made, renamed or removed since its last force are kept or lost, each by
 * itself, and a rename from one directory to another on either side by itself.
 *
 * <p>A write is one piece where every state is made; where states are chosen at random it may also be torn.
 *
 * @since 0.1
 */
public final class PowerCut {
    /** How likely it is that a change is kept, one after the other. */
    private static final double[] KEPT = {0.5, 0.9, 0.1, 0.98};

    private static final int PATIENCE = 4;

    private final ModelDirectory root;
    private final IdentityHashMap<ModelNode, Integer> first = new IdentityHashMap<>();
    private final List<Integer> outcomes = new ArrayList<>();
    private final List<Integer> lengths = new ArrayList<>();

    PowerCut(ModelDirectory root) {
        this.root = root;
        collect(root);
    }

    private void collect(ModelNode node) {
        if (first.putIfAbsent(node, outcomes.size()) != null) {
            return;
        }
        if (node instanceof ModelFile file) {
            for (int i = 0; i < file.changes(); i++) {
                outcomes.add(file.outcomes(i));
                lengths.add(file.length(i));
            }
        } else if (node instanceof ModelDirectory directory) {
            for (int i = 0; i < directory.changes(); i++) {
                outcomes.add(2);
                lengths.add(0);
            }
            directory.possible().forEach(this::collect);
        }
    }

    /** In how many ways the changes may turn out; there are no more states than that. */
    public BigInteger ways() {
        return outcomes.stream().map(BigInteger::valueOf).reduce(BigInteger.ONE, BigInteger::multiply);
    }

    /** What a running system sees. */
    public DiskState kept() {
        return state(new int[outcomes.size()]);
    }

    /** The state in which nothing is left of what was not forced. */
    public DiskState lost() {
        int[] picks = new int[outcomes.size()];
        Arrays.fill(picks, ModelFile.LOST);
        return state(picks);
    }

    /**
     * The states, each once.
     *
     * @param atMost if the changes may turn out in more ways than this, so many states: the one where everything is
     *     kept, the one where everything is lost, and others at random
     * @param seed which ones at random
     */
    public Set<DiskState> states(int atMost, long seed) {
        if (ways().compareTo(BigInteger.valueOf(atMost)) <= 0) {
            return every();
        }
        Random random = new Random(seed);
        Set<DiskState> states = new LinkedHashSet<>(List.of(kept(), lost()));
        for (int i = 0; i < PATIENCE * atMost && states.size() < atMost; i++) {
            states.add(state(random(random, KEPT[i % KEPT.length])));
        }
        return states;
    }

    /**
     * Writes states into directories {@code 0}, {@code 1}, … below another one.
     *
     * @return how many
     * @throws java.io.UncheckedIOException when they cannot be written
     */
    public int write(Path into, int atMost, long seed) {
        int number = 0;
        for (DiskState state : states(atMost, seed)) {
            state.write(into.resolve(String.valueOf(number)));
            number++;
        }
        return number;
    }

    private Set<DiskState> every() {
        Set<DiskState> states = new LinkedHashSet<>();
        int[] picks = new int[outcomes.size()];
        do {
            states.add(state(picks));
        } while (next(picks));
        return states;
    }

    private boolean next(int[] picks) {
        for (int i = 0; i < picks.length; i++) {
            picks[i]++;
            if (picks[i] < outcomes.get(i)) {
                return true;
            }
            picks[i] = 0;
        }
        return false;
    }

    private int[] random(Random random, double kept) {
        int[] picks = new int[outcomes.size()];
        for (int i = 0; i < picks.length; i++) {
            if (random.nextDouble() >= kept) {
                int pick = ModelFile.LOST + random.nextInt(lengths.get(i) == 0 ? 1 : 3);
                picks[i] = pick == ModelFile.TORN ? pick + random.nextInt(lengths.get(i)) : pick;
            }
        }
        return picks;
    }

    private DiskState state(int[] picks) {
        SortedSet<String> directories = new TreeSet<>();
        SortedMap<String, byte[]> files = new TreeMap<>();
        write(root, "", picks, directories, files);
        return new DiskState(directories, files);
    }

    private void write(
            ModelDirectory directory,
            String prefix,
            int[] picks,
            SortedSet<String> directories,
            SortedMap<String, byte[]> files) {
        directory.with(picks, from(directory)).forEach((name, node) -> {
            if (node instanceof ModelDirectory below) {
                directories.add(prefix + name);
                write(below, prefix + name + "/", picks, directories, files);
            } else if (node instanceof ModelFile file) {
                files.put(prefix + name, file.with(picks, from(file)));
            }
        });
    }

    private int from(ModelNode node) {
        return first.getOrDefault(node, 0);
    }
}
