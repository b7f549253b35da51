package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.CitationGroup;
import dev.scriptorium.memory.markdown.topic.Definition;
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
    private final TopicPlaces places;
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
        this.places = new TopicPlaces(topic);
        this.length = text.length();
        this.blocks = topic.blocks().size();
        topic.definitions().forEach((label, definition) -> evidence.put(label, Cited.of(definition)));
        for (Block block : topic.blocks()) {
            read(block);
        }
    }

    private void read(Block block) {
        if (block.legacy() || block.groups().isEmpty()) {
            return;
        }
        int end = block.groups().get(block.groups().size() - 1).end();
        PageBlock page = new PageBlock(block.raw().substring(end), block.endLine() - block.line() == 1);
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
        present.put(block, page);
        page.statements().forEach(statement -> statements.putIfAbsent(statement, page));
    }

    /** Whether another block would make it too long. */
    boolean isFull() {
        return blocks >= MOST_BLOCKS || length >= LONGEST_TEXT;
    }

    /** Whether a statement, normalised, is recorded here. */
    boolean holds(String statement) {
        return statements.containsKey(statement);
    }

    /** What a statement, normalised, rests on here; nothing when it is not recorded here. */
    List<Cited> evidence(String statement) {
        PageBlock block = statements.get(statement);
        return block == null ? List.of() : block.evidence(statement);
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
            String period = section.getKey();
            if (!period.isEmpty() && !places.has(period)) {
                lines.add(0, "## " + period);
            }
            edits.insert(places.endOf(period), lines);
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
        edits.insert(places.endOf(block), fresh.stream().map(Cited::line).toList());
    }
}
