package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.Definition;
import dev.scriptorium.memory.markdown.topic.Element;
import dev.scriptorium.memory.markdown.topic.Heading;
import dev.scriptorium.memory.markdown.topic.Opaque;
import dev.scriptorium.memory.markdown.topic.Topic;
import java.util.List;
import java.util.Optional;

/** The lines of a topic before which something new belongs. */
final class TopicPlaces {
    private final Topic topic;

    TopicPlaces(Topic topic) {
        this.topic = topic;
    }

    /** The line after a block and the definitions that follow it directly. */
    int endOf(Block block) {
        List<Element> elements = topic.elements();
        int at = elements.indexOf(block);
        while (at + 1 < elements.size() && elements.get(at + 1) instanceof Definition) {
            at++;
        }
        return elements.get(at).endLine();
    }

    /** Whether the topic has a heading of this time. */
    boolean has(String period) {
        return heading(period).isPresent();
    }

    private Optional<Heading> heading(String period) {
        return periods().stream()
                .filter(heading -> heading.text().equals(period))
                .findFirst();
    }

    private List<Heading> periods() {
        return topic.elements().stream()
                .filter(Periods::is)
                .map(Heading.class::cast)
                .toList();
    }

    /**
     * The line after what stands under a heading of time; where there is no such heading, the line before which it
     * belongs. For an empty one the line after the title and the blocks directly under it.
     */
    int endOf(String period) {
        if (period.isEmpty()) {
            return endOfLead();
        }
        return heading(period)
                .map(this::endOfSection)
                .orElseGet(() -> periods().stream()
                        .filter(heading -> heading.text().compareTo(period) > 0)
                        .map(Heading::line)
                        .findFirst()
                        .orElse(topic.lines().size()));
    }

    private int endOfSection(Heading own) {
        int end = own.endLine();
        for (Element element : topic.elements()) {
            if (element.line() > own.line()) {
                if (element instanceof Heading heading && heading.level() <= own.level()) {
                    return end;
                }
                end = element.endLine();
            }
        }
        return end;
    }

    /** The line after the title and the blocks that stand directly under it. */
    private int endOfLead() {
        int end = 0;
        boolean title = false;
        for (Element element : topic.elements()) {
            boolean first = element instanceof Heading heading && heading.level() == 1 && !title && end == frontEnd();
            if (element instanceof Heading && !first) {
                return end;
            }
            title |= first;
            end = element.endLine();
        }
        return end;
    }

    private int frontEnd() {
        return !topic.elements().isEmpty()
                        && topic.elements().get(0) instanceof Opaque opaque
                        && opaque.kind() == Opaque.Kind.FRONT_MATTER
                ? opaque.endLine()
                : 0;
    }
}
