package dev.scriptorium.memory.markdown.view;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.Definition;
import dev.scriptorium.memory.markdown.topic.Element;
import dev.scriptorium.memory.markdown.topic.Heading;
import dev.scriptorium.memory.markdown.topic.SourceLink;
import dev.scriptorium.memory.markdown.topic.Topic;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * The resident block: the trusted blocks of the master topic in the master's order, as far as the budget goes, each
 * with its own definitions, under the headings above it (D28 to D30).
 *
 * @since 0.1
 */
public final class CoreView {
    /** The file of the view. */
    public static final String PATH = "core.md";

    private static final int MAX_NAMED = 12;

    private final Topic master;
    private final Rebase rebase;
    private final int budget;
    private final ToIntFunction<String> counter;

    private final List<String> parts = new ArrayList<>();
    private final List<Heading> open = new ArrayList<>();
    private final Set<String> defined = new HashSet<>();
    private final List<BlockId> omitted = new ArrayList<>();
    private final List<BlockId> pending = new ArrayList<>();
    private int shownHeadings;
    private int tokens;
    private boolean full;

    private CoreView(Topic master, int budget, ToIntFunction<String> counter) {
        this.master = master;
        this.rebase = new Rebase(master.path(), PATH);
        this.budget = budget;
        this.counter = counter;
    }

    /**
     * Renders the resident block.
     *
     * @param master the topic it is made from
     * @param trusted whether a block of it may be shown
     * @param budget how many tokens the rendered parts may have
     * @param counter counts the tokens of a part
     */
    public static CoreRendering render(
            Topic master, Predicate<Block> trusted, int budget, ToIntFunction<String> counter) {
        CoreView view = new CoreView(master, budget, counter);
        for (Element element : master.elements()) {
            if (element instanceof Heading heading) {
                view.enter(heading);
            } else if (element instanceof Block block) {
                if (trusted.test(block)) {
                    view.show(block);
                } else {
                    view.pending.addAll(names(block));
                }
            }
        }
        return new CoreRendering(view.text(), view.tokens, budget, view.omitted, view.pending);
    }

    private void enter(Heading heading) {
        while (!open.isEmpty() && open.get(open.size() - 1).level() >= heading.level()) {
            open.remove(open.size() - 1);
        }
        shownHeadings = Math.min(shownHeadings, open.size());
        open.add(heading);
    }

    private void show(Block block) {
        if (full) {
            omitted.addAll(names(block));
            return;
        }
        List<Definition> definitions = definitions(block);
        String part = part(block, definitions);
        List<String> headings = open.subList(shownHeadings, open.size()).stream()
                .map(heading -> master.lines().get(heading.line()))
                .toList();
        int cost = counter.applyAsInt(part);
        int above = headings.stream().mapToInt(counter).sum();
        if (tokens + above + cost > budget) {
            omitted.addAll(names(block));
            // A block that could never fit is stepped over; any other ends the rendering.
            if (cost <= budget) {
                end(headings);
            }
            return;
        }
        parts.addAll(headings);
        parts.add(part);
        definitions.forEach(definition -> defined.add(definition.label()));
        shownHeadings = open.size();
        tokens += above + cost;
    }

    /** The headings above the block that ended the rendering count, as in the reference, although none is shown. */
    private void end(List<String> headings) {
        full = true;
        for (String heading : headings) {
            int cost = counter.applyAsInt(heading);
            if (tokens + cost > budget) {
                return;
            }
            tokens += cost;
        }
    }

    /** The definitions a block cites, as they follow each other in the master, without those shown already. */
    private List<Definition> definitions(Block block) {
        return block.groups().stream()
                .flatMap(group -> group.labels().stream())
                .distinct()
                .filter(label -> !defined.contains(label))
                .map(master::definition)
                .flatMap(Optional::stream)
                .sorted(Comparator.comparingInt(Definition::line))
                .toList();
    }

    private String part(Block block, List<Definition> definitions) {
        StringBuilder out = new StringBuilder(block.raw());
        int words = block.groups().isEmpty()
                ? block.idsStart()
                : block.groups().get(block.groups().size() - 1).start();
        // Closed where the words end: behind the citations it would stand between them and the id.
        int afterWords = block.raw().length() - words;
        rebase.replace(out, 0, block.links());
        out.insert(
                out.length() - afterWords, DirectionControls.closing(block.raw().substring(0, words)));
        int end = block.endLine();
        for (Definition definition : definitions) {
            out.append(definition.line() == end ? "\n" : "\n\n").append(line(definition));
            end = definition.endLine();
        }
        return out.toString();
    }

    private String line(Definition definition) {
        StringBuilder out = new StringBuilder(master.lines().get(definition.line()));
        int from = 0;
        for (SourceLink source : definition.sources()) {
            String written = "](" + source.target() + ")";
            int at = source.bare() ? -1 : out.indexOf(written, from);
            if (at >= 0) {
                String rebased = "](" + rebase.source(source.target()) + ")";
                String closing = DirectionControls.closing(source.label());
                out.replace(at, at + written.length(), closing + rebased);
                from = at + closing.length() + rebased.length();
            }
        }
        return out.toString();
    }

    private String text() {
        StringBuilder out = new StringBuilder(String.join("\n\n", parts));
        if (!parts.isEmpty()) {
            out.append('\n');
        }
        if (!omitted.isEmpty()) {
            out.append(parts.isEmpty() ? "" : "\n").append("<!-- left out for lack of room: ");
            out.append(omitted.stream()
                    .limit(MAX_NAMED)
                    .map(id -> id.legacy() ? id.value() : "^" + id)
                    .collect(Collectors.joining(", ")));
            if (omitted.size() > MAX_NAMED) {
                out.append(", and ").append(omitted.size() - MAX_NAMED).append(" more");
            }
            out.append(" -->\n");
        }
        return out.toString();
    }

    /** A block's own id; for a record from before block ids its labels. */
    private static List<BlockId> names(Block block) {
        if (block.ownId().isPresent()) {
            return List.of(block.ownId().get());
        }
        return block.groups().stream()
                .flatMap(group -> group.labels().stream())
                .filter(label -> label.startsWith("mem_") && BlockId.isValid(label))
                .distinct()
                .map(BlockId::new)
                .toList();
    }
}
