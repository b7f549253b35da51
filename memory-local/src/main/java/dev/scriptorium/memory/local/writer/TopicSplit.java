package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.Definition;
import dev.scriptorium.memory.markdown.topic.Element;
import dev.scriptorium.memory.markdown.topic.Heading;
import dev.scriptorium.memory.markdown.topic.Topic;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Takes the oldest headings of time out of a topic that has more blocks than a topic should: a whole year where it
 * fits into one topic, else month by month. Blocks go with their ids and definitions; what stands under other headings
 * stays. Topics of the same directory share their links, so no link changes.
 */
final class TopicSplit {
    private static final String LONGEST_SUFFIX = "0000-00-00";

    private final TopicPath path;
    private final String text;
    private final TopicNames names;
    private final Topic topic;
    private final LineEdits edits;
    private final List<Section> sections = new ArrayList<>();
    private final Set<Block> gone = new HashSet<>();
    private final Map<TopicPath, String> parts = new TreeMap<>();
    private int left;

    /** A heading of time with what is left of the elements below it. */
    private static final class Section {
        private final Heading heading;
        private final List<Element> elements = new ArrayList<>();

        private Section(Heading heading) {
            this.heading = heading;
        }

        private String period() {
            return heading.text();
        }

        private String year() {
            return period().substring(0, 4);
        }

        private int blocks() {
            return (int) elements.stream().filter(Block.class::isInstance).count();
        }
    }

    TopicSplit(TopicPath path, String text, TopicNames names) {
        this.path = path;
        this.text = text;
        this.names = names;
        this.topic = TopicParser.parse(path, text);
        this.edits = new LineEdits(topic.lines());
        this.left = topic.blocks().size();
        if (left > TopicPage.MOST_BLOCKS && TopicNames.isPortable(TopicNames.extended(path, LONGEST_SUFFIX))) {
            findSections();
            split();
        }
    }

    /** The topics that were taken out, by path. */
    Map<TopicPath, String> parts() {
        return parts;
    }

    /** What is left of the topic. */
    String rest() {
        if (parts.isEmpty()) {
            return text;
        }
        Set<String> cited = new HashSet<>();
        topic.blocks().stream().filter(block -> !gone.contains(block)).forEach(block -> cited.addAll(labels(block)));
        for (Element element : topic.elements()) {
            if (element instanceof Definition definition && !cited.contains(definition.label())) {
                edits.remove(element.line(), element.endLine());
            }
        }
        return edits.text();
    }

    private void findSections() {
        Section open = null;
        for (Element element : topic.elements()) {
            if (element instanceof Heading heading && heading.level() <= 2) {
                open = Periods.is(heading) && !heading.text().startsWith("u") ? new Section(heading) : null;
                if (open != null) {
                    sections.add(open);
                }
            } else if (open != null && !(element instanceof Definition)) {
                open.elements.add(element);
            }
        }
        sections.removeIf(section -> section.blocks() == 0);
        sections.sort((one, other) -> one.period().compareTo(other.period()));
    }

    private void split() {
        while (left > TopicPage.MOST_BLOCKS && !sections.isEmpty()) {
            Section oldest = sections.get(0);
            List<Section> year = sections.stream()
                    .filter(section -> section.year().equals(oldest.year()))
                    .toList();
            int blocks = year.stream().mapToInt(Section::blocks).sum();
            if (blocks <= TopicPage.MOST_BLOCKS && year.size() < sections.size()) {
                take(oldest.year(), year);
            } else if (oldest.blocks() <= TopicPage.MOST_BLOCKS && left > oldest.blocks()) {
                take(oldest.period(), List.of(oldest));
            } else if (oldest.blocks() > TopicPage.MOST_BLOCKS) {
                takeFirst(oldest);
            } else {
                return;
            }
        }
    }

    private void take(String name, List<Section> taken) {
        List<String> paragraphs = new ArrayList<>();
        Set<String> defined = new LinkedHashSet<>();
        for (Section section : taken) {
            paragraphs.add("## " + section.period());
            section.elements.forEach(element -> move(element, paragraphs, defined));
            edits.remove(section.heading.line(), section.heading.endLine());
        }
        sections.removeAll(taken);
        put(name, paragraphs);
    }

    /** Takes as many blocks of one month as a topic holds; the heading stays for the others. */
    private void takeFirst(Section section) {
        List<String> paragraphs = new ArrayList<>(List.of("## " + section.period()));
        Set<String> defined = new LinkedHashSet<>();
        List<Element> first = section.elements.stream()
                .filter(Block.class::isInstance)
                .limit(TopicPage.MOST_BLOCKS)
                .toList();
        first.forEach(element -> move(element, paragraphs, defined));
        section.elements.removeAll(first);
        put(section.period(), paragraphs);
    }

    private void move(Element element, List<String> paragraphs, Set<String> defined) {
        paragraphs.add(String.join("\n", topic.lines().subList(element.line(), element.endLine())));
        edits.remove(element.line(), element.endLine());
        if (element instanceof Block block) {
            gone.add(block);
            left--;
            for (String label : labels(block)) {
                Definition definition = topic.definitions().get(label);
                if (definition != null && defined.add(label)) {
                    paragraphs.add(topic.lines().get(definition.line()));
                }
            }
        }
    }

    private static List<String> labels(Block block) {
        return block.groups().stream().flatMap(group -> group.labels().stream()).toList();
    }

    private void put(String name, List<String> paragraphs) {
        String wanted = TopicNames.extended(path, name);
        TopicPath target = names.claim(wanted).orElseGet(() -> names.continuation(new TopicPath(wanted)));
        StringBuilder part = new StringBuilder();
        title().ifPresent(title -> part.append(title).append("\n\n"));
        SpeakerTopics.owner(text).ifPresent(owner -> part.append(owner).append("\n\n"));
        parts.put(
                target,
                part.append(String.join("\n\n", paragraphs)).append('\n').toString());
    }

    private Optional<String> title() {
        return topic.elements().stream()
                .filter(element -> element instanceof Heading heading && heading.level() == 1)
                .map(element -> topic.lines().get(element.line()))
                .findFirst();
    }
}
