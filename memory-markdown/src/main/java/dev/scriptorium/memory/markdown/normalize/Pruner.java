package dev.scriptorium.memory.markdown.normalize;

import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.Definition;
import dev.scriptorium.memory.markdown.topic.Element;
import dev.scriptorium.memory.markdown.topic.Heading;
import dev.scriptorium.memory.markdown.topic.Opaque;
import dev.scriptorium.memory.markdown.topic.Topic;
import dev.scriptorium.memory.markdown.validate.Rule;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Drops the sections that hold no record, and the topic when it holds none. Code and comments go with a section that
 * has lost its last record; an edit that brings them where no record stands is refused.
 */
final class Pruner {
    private final Topic topic;
    private final Optional<Topic> before;

    private Pruner(Topic topic, Optional<Topic> before) {
        this.topic = topic;
        this.before = before;
    }

    /** The lines that stay; empty when the topic goes. Reports content that must not go. */
    static List<String> prune(Topic topic, Optional<Topic> before, Consumer<Violation> violations) {
        return new Pruner(topic, before).prune(violations);
    }

    private List<String> prune(Consumer<Violation> violations) {
        List<Element> elements = topic.elements();
        boolean any = elements.stream().anyMatch(Block.class::isInstance);
        BitSet gone = new BitSet();
        for (int i = 0; i < elements.size(); i++) {
            if (elements.get(i) instanceof Heading heading && !gone.get(heading.line())) {
                int end = sectionEnd(elements, i, heading.level());
                if (!holdsRecord(elements, i, end)) {
                    gone.set(
                            heading.line(),
                            end == elements.size()
                                    ? topic.lines().size()
                                    : elements.get(end).line());
                }
            }
        }
        if (!any) {
            gone.set(0, topic.lines().size());
        }
        report(gone, violations);
        return any ? surviving(gone) : List.of();
    }

    private static int sectionEnd(List<Element> elements, int from, int level) {
        int end = from + 1;
        while (end < elements.size() && !(elements.get(end) instanceof Heading next && next.level() <= level)) {
            end++;
        }
        return end;
    }

    private static boolean holdsRecord(List<Element> elements, int from, int end) {
        return elements.subList(from, end).stream().anyMatch(Block.class::isInstance);
    }

    private void report(BitSet gone, Consumer<Violation> violations) {
        Set<String> stoodThere = new HashSet<>();
        before.ifPresent(old -> old.elements().forEach(element -> {
            if (element instanceof Opaque opaque) {
                stoodThere.add(opaque.text());
            }
        }));
        for (Element element : topic.elements()) {
            if (element instanceof Opaque opaque && opaque.kind().content() && gone.get(opaque.line())) {
                if (!stoodThere.contains(opaque.text())) {
                    violations.accept(Rule.CONTENT_WITHOUT_RECORD.at(
                            topic.path(), opaque.line(), opaque.kind().name().toLowerCase(java.util.Locale.ROOT)));
                }
            }
        }
    }

    private List<String> surviving(BitSet gone) {
        // Whatever blocks survive, all of them do; so every definition is cited still.
        for (Element element : topic.elements()) {
            if (element instanceof Definition definition) {
                gone.clear(definition.line());
            }
        }
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < topic.lines().size(); i++) {
            if (!gone.get(i)) {
                lines.add(topic.lines().get(i));
            }
        }
        return lines;
    }
}
