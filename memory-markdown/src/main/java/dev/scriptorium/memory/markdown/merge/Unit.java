package dev.scriptorium.memory.markdown.merge;

import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.Element;
import dev.scriptorium.memory.markdown.topic.Heading;
import dev.scriptorium.memory.markdown.topic.Opaque;
import dev.scriptorium.memory.markdown.topic.Whitespace;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is merged as one: a block with the definitions it cites, a heading, a piece of structure. Two units are equal
 * only when they are the same one.
 */
final class Unit {
    private final Element element;
    private final int index;
    private final int piece;
    private final @Nullable Unit heading;
    private final String print;
    private final String words;
    private final List<String> ids;
    private final List<String> labels;
    private final List<Integer> definitions = new ArrayList<>();

    /**
     * A unit.
     *
     * @param index its number among the units of its version
     * @param piece its number among the elements
     * @param heading the heading it stands under
     * @param print what is compared: its text with each citation replaced by what it means
     */
    Unit(Element element, int index, int piece, @Nullable Unit heading, String print) {
        this.element = element;
        this.index = index;
        this.piece = piece;
        this.heading = heading;
        this.print = print;
        if (element instanceof Block block) {
            String content = Whitespace.collapse(block.content());
            this.words = content.isEmpty() ? print : content;
            this.labels = block.groups().stream()
                    .flatMap(group -> group.labels().stream())
                    .distinct()
                    .toList();
            this.ids = block.legacy() ? labels : block.ids();
        } else {
            this.words = print;
            this.labels = List.of();
            this.ids = List.of();
        }
    }

    Element element() {
        return element;
    }

    int index() {
        return index;
    }

    int piece() {
        return piece;
    }

    /** The heading it stands under; null above the first one. Of a heading, the one of the section around it. */
    @Nullable
    Unit heading() {
        return heading;
    }

    /** What tells one version of it from another. */
    String print() {
        return print;
    }

    /** Its words, whatever they cite and whatever its ids are; what it is compared by when it has none. */
    String words() {
        return words;
    }

    /** The ids it answers to, its own last; of a record from before block ids, its labels. */
    List<String> ids() {
        return ids;
    }

    boolean named() {
        return !ids.isEmpty();
    }

    String ownId() {
        return ids.get(ids.size() - 1);
    }

    /** The labels it cites, each once, in order. */
    List<String> labels() {
        return labels;
    }

    /** The numbers of the elements that are definitions below it, before the next unit. */
    List<Integer> definitions() {
        return definitions;
    }

    boolean isHeading() {
        return element instanceof Heading;
    }

    boolean isBlock() {
        return element instanceof Block;
    }

    Block block() {
        return (Block) element;
    }

    boolean isFrontMatter() {
        return element instanceof Opaque opaque && opaque.kind() == Opaque.Kind.FRONT_MATTER;
    }

    /** Units of different forms are never versions of one another. */
    String form() {
        if (element instanceof Heading heading) {
            return "heading " + heading.level();
        }
        return element instanceof Opaque opaque ? opaque.kind().name() : "block";
    }

    /** How deep what is put beside it lies: more for what must not come behind the other. */
    int depth() {
        if (element instanceof Heading heading) {
            return heading.level();
        }
        return isFrontMatter() ? Integer.MAX_VALUE : 0;
    }
}
