package dev.scriptorium.memory.markdown.merge;

import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.CitationGroup;
import dev.scriptorium.memory.markdown.topic.Definition;
import dev.scriptorium.memory.markdown.topic.Whitespace;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Writes what is kept, in order, with every definition that it needs and no other. */
final class MergeWriter {
    private final Alignment alignment;
    private final Version ours;
    private final Version theirs;
    private final Labels labels;
    private final Set<Integer> standing;
    private final Set<String> defined = new HashSet<>();
    private final Page page;

    private MergeWriter(Alignment alignment, List<Node> nodes) {
        this.alignment = alignment;
        this.ours = alignment.ours();
        this.theirs = alignment.theirs();
        this.labels = Labels.of(ours, theirs, nodes);
        this.standing = standing();
        this.page = new Page(theirs);
    }

    static Page write(Alignment alignment, List<Node> nodes) {
        MergeWriter writer = new MergeWriter(alignment, nodes);
        writer.theirs.leading().stream().filter(writer.standing::contains).forEach(writer.page::copy);
        nodes.forEach(writer::write);
        writer.page.end();
        return writer.page;
    }

    /** The definitions of theirs that stay where they are: they are needed, and so is the unit above them. */
    private Set<Integer> standing() {
        Set<Integer> candidates = new HashSet<>(theirs.leading());
        for (Unit unit : theirs.units()) {
            if (alignment.of(unit).kept()) {
                candidates.addAll(unit.definitions());
            }
        }
        Set<Integer> standing = new HashSet<>();
        for (int piece : candidates) {
            String label = ((Definition) theirs.elements().get(piece)).label();
            Integer first = theirs.definition(label);
            if (labels.keepsTheirs(label) && first != null && candidates.contains(first)) {
                standing.add(piece);
            }
        }
        return standing;
    }

    private void write(Node node) {
        Unit unit = node.unit();
        switch (node.choice) {
            case THEIRS -> page.copy(unit.piece());
            case OURS -> takeOurs(unit);
            default -> takeBoth(unit, node);
        }
        List<String> missing = missing(node);
        Set<String> own = new HashSet<>();
        unit.labels().forEach(label -> own.add(node.choice == Node.Choice.OURS ? labels.ofOurs(label) : label));
        List<Integer> below = node.theirs == null
                ? List.of()
                : node.theirs.definitions().stream().filter(standing::contains).toList();
        for (int piece : below) {
            if (missing.isEmpty() || own.contains(label(piece))) {
                page.copy(piece);
            }
        }
        missing.forEach(definition -> page.put(Definition.class, definition, List.of()));
        for (int piece : below) {
            if (!missing.isEmpty() && !own.contains(label(piece))) {
                page.copy(piece);
            }
        }
    }

    private String label(int piece) {
        return ((Definition) theirs.elements().get(piece)).label();
    }

    /** The lines of the definitions that a node cites and nothing else brings. */
    private List<String> missing(Node node) {
        List<String> missing = new ArrayList<>();
        if (node.theirs != null && node.choice != Node.Choice.OURS) {
            node.theirs.labels().forEach(label -> needTheirs(label, missing));
        }
        labels.taken(node).forEach(label -> needOurs(label, labels.ofOurs(label), missing));
        return missing;
    }

    private void needTheirs(String label, List<String> missing) {
        Integer piece = theirs.definition(label);
        if (piece != null && !standing.contains(piece) && defined.add(label)) {
            missing.add(theirs.text(piece));
        }
    }

    private void needOurs(String label, String called, List<String> missing) {
        Integer piece = ours.definition(label);
        if (labels.keepsTheirs(called)) {
            needTheirs(called, missing);
        } else if (piece != null && defined.add(called)) {
            missing.add("[^" + called + ours.text(piece).substring(2 + label.length()));
        }
    }

    private void takeOurs(Unit unit) {
        String text = unit.isBlock() ? words(unit.block()) : ours.text(unit.piece());
        List<String> called =
                Page.labels(unit.element()).stream().map(labels::ofOurs).toList();
        page.put(unit.element().getClass(), text, called);
    }

    /** The words of a block of ours, with the labels it has now. */
    private String words(Block block) {
        StringBuilder out = new StringBuilder();
        int from = 0;
        for (CitationGroup group : block.groups()) {
            if (labels.renames(group.labels())) {
                out.append(block.raw(), from, group.start());
                group.labels().forEach(label -> out.append(citation(label)));
                from = group.end();
            }
        }
        return out.append(block.raw(), from, block.raw().length()).toString();
    }

    private String citation(String label) {
        return "[^" + labels.ofOurs(label) + "]";
    }

    /** The words of theirs with the citations and ids that ours adds. */
    private void takeBoth(Unit unit, Node node) {
        Block block = unit.block();
        List<String> added = labels.taken(node);
        Set<String> ids = new LinkedHashSet<>(
                node.ours == null ? List.of() : node.ours.block().ids());
        block.ids().forEach(ids::remove);
        if (added.isEmpty() && ids.isEmpty()) {
            page.copy(unit.piece());
            return;
        }
        String raw = block.raw();
        int groups = block.groups().size();
        int cited = groups == 0
                ? Whitespace.trimEnd(raw.substring(0, block.idsStart())).length()
                : block.groups().get(groups - 1).end();
        int named = Math.max(cited, block.idsStart());
        StringBuilder out = new StringBuilder(raw.substring(0, cited));
        added.forEach(label -> out.append(citation(label)));
        out.append(raw, cited, named);
        ids.forEach(id -> out.append(" ^").append(id));
        out.append(raw, named, raw.length());
        List<String> called = new ArrayList<>(Page.labels(block));
        added.forEach(label -> called.add(labels.ofOurs(label)));
        page.put(Block.class, out.toString(), called);
    }
}
