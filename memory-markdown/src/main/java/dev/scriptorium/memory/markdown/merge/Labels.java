package dev.scriptorium.memory.markdown.merge;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the citations of the merged topic are called. A label that means one thing in a block taken from theirs and
 * another in one taken from ours gets a new name in ours.
 */
final class Labels {
    private final Version ours;
    private final Version theirs;
    private final Set<String> boundToTheirs = new HashSet<>();
    private final Set<String> boundToOurs = new LinkedHashSet<>();
    private final Map<String, String> renamed = new HashMap<>();
    private final Set<String> used = new HashSet<>();
    private int number;

    private Labels(Version ours, Version theirs) {
        this.ours = ours;
        this.theirs = theirs;
    }

    static Labels of(Version ours, Version theirs, List<Node> nodes) {
        Labels labels = new Labels(ours, theirs);
        labels.bind(nodes);
        labels.rename();
        return labels;
    }

    private void bind(List<Node> nodes) {
        for (Node node : nodes) {
            if (node.theirs != null && node.kept() && node.choice != Node.Choice.OURS) {
                boundToTheirs.addAll(node.theirs.labels());
            }
            boundToOurs.addAll(taken(node));
        }
        // What nobody cited before the merge is not for the merge to take away.
        theirs.defined().stream().filter(label -> !theirs.cites(label)).forEach(boundToTheirs::add);
    }

    /** The labels of ours that a node brings along; of a union, those that add to what theirs cites. */
    List<String> taken(Node node) {
        if (node.ours == null || !node.kept() || node.choice == Node.Choice.THEIRS) {
            return List.of();
        }
        if (node.choice == Node.Choice.OURS || node.theirs == null) {
            return node.ours.labels();
        }
        Set<String> cited = new HashSet<>();
        node.theirs.labels().forEach(label -> cited.add(meaning(theirs, label)));
        return node.ours.labels().stream()
                .filter(label -> cited.add(meaning(ours, label)))
                .toList();
    }

    private static String meaning(Version version, String label) {
        return version.defines(label) ? "|" + version.meaning(label) : label;
    }

    private void rename() {
        used.addAll(ours.labels());
        used.addAll(theirs.labels());
        for (String label : boundToOurs) {
            if (boundToTheirs.contains(label) && ours.meaning(label) != theirs.meaning(label)) {
                renamed.put(label, fresh());
            }
        }
    }

    private String fresh() {
        String label;
        do {
            label = "e" + ++number;
        } while (!used.add(label));
        return label;
    }

    /** What a label of ours is called in the merged topic. */
    String ofOurs(String label) {
        return renamed.getOrDefault(label, label);
    }

    /** Whether any label of ours in this list has a new name. */
    boolean renames(List<String> labels) {
        return labels.stream().anyMatch(renamed::containsKey);
    }

    /** Whether the definition that theirs has of a label is one of the merged topic. */
    boolean keepsTheirs(String label) {
        return theirs.defines(label)
                && (boundToTheirs.contains(label)
                        || (boundToOurs.contains(label)
                                && !renamed.containsKey(label)
                                && ours.meaning(label) == theirs.meaning(label)));
    }
}
