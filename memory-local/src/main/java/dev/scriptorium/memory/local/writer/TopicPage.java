package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.CitationGroup;
import dev.scriptorium.memory.markdown.topic.Definition;
import dev.scriptorium.memory.markdown.topic.Element;
import dev.scriptorium.memory.markdown.topic.Heading;
import dev.scriptorium.memory.markdown.topic.Opaque;
import dev.scriptorium.memory.markdown.topic.SourceLink;
import dev.scriptorium.memory.markdown.topic.Topic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * One topic while it is edited: what it says already, the blocks that are added, the sources that are added to
 * statements it has. Lines that are not concerned stay as they are.
 */
final class TopicPage {
    /** A topic of more blocks is continued in another file. */
    static final int MOST_BLOCKS = 200;

    private static final int LONGEST_TEXT = 512 * 1024;

    private final Topic topic;
    private final Map<String, Cited> evidence = new LinkedHashMap<>();
    private final Set<Cited> users = new HashSet<>();
    private final Map<Block, PageBlock> present = new LinkedHashMap<>();
    private final Map<String, PageBlock> statements = new HashMap<>();
    private final TreeMap<String, List<PageBlock>> added = new TreeMap<>();
    private int blocks;
    private long length;

    /** A topic as it stands; text of nothing but a title and the like for a new one. */
    TopicPage(TopicPath path, String text) {
        this.topic = TopicParser.parse(path, text);
        this.length = text.length();
        this.blocks = topic.blocks().size();
        topic.definitions().forEach((label, definition) -> evidence.put(label, Cited.of(definition)));
        for (Block block : topic.blocks()) {
            read(block);
        }
    }

    private void read(Block block) {
        PageBlock page = new PageBlock(block.raw().substring(endOfGroups(block)), block.endLine() - block.line() == 1);
        int from = 0;
        for (CitationGroup group : block.groups()) {
            List<Cited> cited = new ArrayList<>();
            for (String label : group.labels()) {
                Cited known = evidence.get(label);
                if (known == null) {
                    return;
                }
                cited.add(known);
            }
            page.append(block.raw().substring(from, group.start()), cited);
            from = group.end();
        }
        page.evidence().stream().filter(cited -> !users.add(cited)).forEach(Cited::share);
        if (!block.groups().isEmpty()) {
            present.put(block, page);
            page.statements().forEach(statement -> statements.putIfAbsent(statement, page));
        }
    }

    private static int endOfGroups(Block block) {
        return block.groups().isEmpty()
                ? block.raw().length()
                : block.groups().get(block.groups().size() - 1).end();
    }

    TopicPath path() {
        return topic.path();
    }

    /** Whether another block would make it too long. */
    boolean isFull() {
        return blocks >= MOST_BLOCKS || length >= LONGEST_TEXT;
    }

    /** Whether a statement, normalised, is recorded here. */
    boolean holds(String statement) {
        return statements.containsKey(statement);
    }

    /** Adds a source to a statement that it {@link #holds}; see {@link PageBlock#cite}. */
    void cite(String statement, String time, boolean own, SourceLink source) {
        PageBlock block = statements.get(statement);
        if (block != null) {
            block.cite(statement, time, own, source);
        }
    }

    /**
     * Adds a block.
     *
     * @param period the month it belongs under; empty for above all headings but the title
     */
    void add(String period, PageBlock block) {
        added.computeIfAbsent(period, key -> new ArrayList<>()).add(block);
        block.statements().forEach(statement -> statements.putIfAbsent(statement, block));
        blocks++;
        length += block.raw().length() + 200L;
    }

    /** Whether anything was added. */
    boolean changed() {
        return !added.isEmpty() || present.values().stream().anyMatch(PageBlock::changed);
    }

    /** The text with everything added. */
    String render() {
        LineEdits edits = new LineEdits(topic.lines());
        LocalLabels labels = new LocalLabels(evidence.keySet());
        present.forEach((block, page) -> {
            if (page.changed()) {
                change(block, page, labels, edits);
            }
        });
        for (Map.Entry<String, List<PageBlock>> section : added.entrySet()) {
            List<String> lines = new ArrayList<>();
            for (PageBlock block : section.getValue()) {
                labels.give(block.evidence());
                lines.add(block.raw());
                block.evidence().forEach(cited -> lines.add(cited.line()));
            }
            insert(section.getKey(), lines, edits);
        }
        return edits.text();
    }

    private void change(Block block, PageBlock page, LocalLabels labels, LineEdits edits) {
        List<Cited> fresh = labels.give(page.evidence());
        edits.replace(block.line(), block.endLine(), List.of(page.raw().split("\n", -1)));
        for (Cited cited : page.evidence()) {
            Definition definition = topic.definitions().get(cited.label());
            if (cited.changed() && definition != null) {
                edits.replace(definition.line(), definition.endLine(), List.of(cited.line()));
            }
        }
        edits.insert(endOfRecord(block), fresh.stream().map(Cited::line).toList());
    }

    /** The line after a block and the definitions that follow it directly. */
    private int endOfRecord(Block block) {
        List<Element> elements = topic.elements();
        int at = elements.indexOf(block);
        while (at + 1 < elements.size() && elements.get(at + 1) instanceof Definition) {
            at++;
        }
        return elements.get(at).endLine();
    }

    private void insert(String period, List<String> paragraphs, LineEdits edits) {
        if (period.isEmpty()) {
            edits.insert(endOfLead(), paragraphs);
            return;
        }
        int later = -1;
        Heading own = null;
        for (Element element : topic.elements()) {
            if (element instanceof Heading heading && Periods.is(heading)) {
                own = own == null && heading.text().equals(period) ? heading : own;
                later = later < 0 && heading.text().compareTo(period) > 0 ? heading.line() : later;
            }
        }
        if (own != null) {
            edits.insert(endOfSection(own), paragraphs);
            return;
        }
        List<String> section = new ArrayList<>();
        section.add("## " + period);
        section.addAll(paragraphs);
        edits.insert(later < 0 ? topic.lines().size() : later, section);
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
