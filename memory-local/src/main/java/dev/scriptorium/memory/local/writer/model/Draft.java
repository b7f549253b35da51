package dev.scriptorium.memory.local.writer.model;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.history.BlockWording;
import dev.scriptorium.memory.local.writer.Stage;
import dev.scriptorium.memory.local.writer.StagedBlock;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.Definition;
import dev.scriptorium.memory.markdown.topic.Topic;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a model has edited so far. The stage gets it only when the model has finished. Not thread-safe. */
final class Draft {
    private final Stage stage;
    private final SortedMap<TopicPath, Optional<String>> edits = new TreeMap<>();
    private final Set<TopicPath> read = new TreeSet<>();
    private final List<StagedBlock> shown = new ArrayList<>();

    Draft(Stage stage) {
        this.stage = stage;
    }

    Stage stage() {
        return stage;
    }

    /** The topics there are, edits included, in path order. */
    SortedSet<TopicPath> topics() {
        SortedSet<TopicPath> topics = new TreeSet<>(stage.topics());
        edits.forEach((path, text) -> {
            if (text.isPresent()) {
                topics.add(path);
            } else {
                topics.remove(path);
            }
        });
        return topics;
    }

    /** The text of a topic now, which the model is not shown; empty when there is none. */
    Optional<String> text(TopicPath path) {
        Optional<String> edited = edits.get(path);
        return edited != null ? edited : stage.text(path);
    }

    /** The model is shown all of a topic as it stands now. */
    void show(TopicPath path) {
        read.add(path);
        stage.read(path);
    }

    /**
     * The model is shown some lines of a topic as it stands now: the blocks that lie in them, as far as they stood there
     * before any edit. What the model wrote itself it is not shown by that.
     *
     * @param from the first line, from 0
     * @param to the first line after them
     */
    void show(TopicPath path, String text, int from, int to) {
        Set<BlockId> ids = new HashSet<>();
        for (Block block : TopicParser.parse(path, text).blocks()) {
            if (block.line() >= from && block.endLine() <= to) {
                block.ownId().ifPresent(ids::add);
            }
        }
        Topic before = TopicParser.parse(path, stage.text(path).orElse(""));
        for (Block block : before.blocks()) {
            block.ownId()
                    .filter(ids::contains)
                    .ifPresent(id ->
                            show(new StagedBlock(path, id, block.headings(), BlockWording.markdown(before, block))));
        }
    }

    void write(TopicPath path, String text) {
        edits.put(path, Optional.of(text));
    }

    void delete(TopicPath path) {
        edits.put(path, Optional.empty());
    }

    /** Blocks as they stand now, without those that are gone. */
    List<StagedBlock> standing(List<StagedBlock> found) {
        List<StagedBlock> now = new ArrayList<>();
        for (StagedBlock block : found) {
            Optional<String> edited = edits.get(block.topic());
            if (edited == null) {
                now.add(block);
            } else {
                edited.flatMap(text -> standing(block, text)).ifPresent(now::add);
            }
        }
        return now;
    }

    /** The model is shown a block, given as it stood before any edit. */
    void show(StagedBlock block) {
        stage.show(block);
        shown.add(block);
    }

    /** The definitions that the model has seen or changed, as they stood before any edit. */
    List<Definition> seen() {
        Set<TopicPath> topics = new TreeSet<>(read);
        topics.addAll(edits.keySet());
        List<Definition> seen = new ArrayList<>();
        for (TopicPath path : topics) {
            stage.text(path)
                    .ifPresent(text -> seen.addAll(
                            TopicParser.parse(path, text).definitions().values()));
        }
        for (StagedBlock block : shown) {
            seen.addAll(TopicParser.parse(block.topic(), block.markdown())
                    .definitions()
                    .values());
        }
        return seen;
    }

    private static Optional<StagedBlock> standing(StagedBlock block, String text) {
        Topic topic = TopicParser.parse(block.topic(), text);
        return topic.blocks().stream()
                .filter(one -> one.ids().contains(block.id().value()))
                .findFirst()
                .map(one ->
                        new StagedBlock(block.topic(), block.id(), one.headings(), BlockWording.markdown(topic, one)));
    }

    /** The topics whose text is not what it was. */
    SortedMap<TopicPath, Optional<String>> changes() {
        SortedMap<TopicPath, Optional<String>> changes = new TreeMap<>(edits);
        changes.entrySet().removeIf(edit -> edit.getValue().equals(stage.text(edit.getKey())));
        return Collections.unmodifiableSortedMap(changes);
    }

    /** Takes every edit back. */
    void discard() {
        edits.clear();
    }

    /** Gives the stage what was edited. */
    void put() {
        for (Map.Entry<TopicPath, Optional<String>> edit : changes().entrySet()) {
            if (edit.getValue().isPresent()) {
                stage.write(edit.getKey(), edit.getValue().get());
            } else {
                stage.delete(edit.getKey());
            }
        }
    }
}
