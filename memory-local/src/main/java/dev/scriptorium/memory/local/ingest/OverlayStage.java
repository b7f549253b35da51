package dev.scriptorium.memory.local.ingest;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.history.BlockWording;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.writer.Stage;
import dev.scriptorium.memory.local.writer.StagedBlock;
import dev.scriptorium.memory.local.writer.TopicOutline;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.Element;
import dev.scriptorium.memory.markdown.topic.Heading;
import dev.scriptorium.memory.markdown.topic.Topic;
import dev.scriptorium.memory.markdown.view.CoreRendering;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A stage in memory: the topics of a snapshot under the edits made so far. */
final class OverlayStage implements Stage {
    private static final Logger LOG = LoggerFactory.getLogger(OverlayStage.class);

    /** Newer blocks than these say enough about which topics grew last. */
    private static final int LOOKED_AT = 20_000;

    private final Snapshot base;
    private final Map<TopicPath, Optional<String>> edits = new TreeMap<>();
    private final Shown shown;
    private final PassContext context;

    /**
     * A stage without edits.
     *
     * @param shown takes the topics that are read, or asked for, and the blocks that a writer is shown
     */
    OverlayStage(Snapshot base, Shown shown, PassContext context) {
        this.base = base;
        this.shown = shown;
        this.context = context;
    }

    @Override
    public SortedSet<TopicPath> topics() {
        SortedSet<TopicPath> topics = new TreeSet<>(base.topics().paths());
        edits.forEach((path, text) -> {
            if (text.isPresent()) {
                topics.add(path);
            } else {
                topics.remove(path);
            }
        });
        return Collections.unmodifiableSortedSet(topics);
    }

    @Override
    public Optional<String> read(TopicPath path) {
        shown.topic(path);
        return text(path);
    }

    @Override
    public Optional<String> text(TopicPath path) {
        Optional<String> edited = edits.get(path);
        return edited != null ? edited : base.topics().text(path);
    }

    @Override
    public void write(TopicPath path, String text) {
        requireWhole(path);
        if (base.topics().text(path).isEmpty()) {
            TopicPath.of(path.value());
        }
        edits.put(path, Optional.of(text));
    }

    @Override
    public void delete(TopicPath path) {
        requireWhole(path);
        edits.put(path, Optional.empty());
    }

    /** A file that somebody is in the middle of editing is left alone; the writer may try again when it is mended. */
    private void requireWhole(TopicPath path) {
        if (base.quarantined().containsKey(path)) {
            throw new MemoryException(
                    ErrorCode.CONCURRENT_UPDATE,
                    "somebody's edit of " + path + " must be mended before it is written to");
        }
    }

    @Override
    public List<List<StagedBlock>> find(List<String> texts, int limit) {
        try {
            return context.search().blocks(texts, limit).stream()
                    .map(this::staged)
                    .toList();
        } catch (MemoryException | IllegalStateException e) {
            // The index can be made again, or was closed; what was said is written without it.
            LOG.warn(
                    "nothing is looked up for the writer: {}",
                    e instanceof MemoryException known
                            ? known.code()
                            : e.getClass().getName());
            LOG.debug("the search for the writer failed", e);
            return Stage.super.find(texts, limit);
        }
    }

    private List<StagedBlock> staged(List<BlockId> ids) {
        List<StagedBlock> found = new ArrayList<>();
        for (BlockId id : ids) {
            topicOf(id)
                    .flatMap(base.topics()::topic)
                    .flatMap(topic -> topic.blocks().stream()
                            .filter(block -> block.ids().contains(id.value()))
                            .findFirst()
                            .map(block -> staged(topic, id, block)))
                    .ifPresent(found::add);
        }
        return found;
    }

    private Optional<TopicPath> topicOf(BlockId id) {
        return base.topics().topicOf(id.value());
    }

    private static StagedBlock staged(Topic topic, BlockId found, Block block) {
        return new StagedBlock(
                topic.path(), block.ownId().orElse(found), block.headings(), BlockWording.markdown(topic, block));
    }

    @Override
    public void show(StagedBlock block) {
        shown.block(block.topic(), block.id());
    }

    @Override
    public List<TopicOutline> outline(Collection<TopicPath> first, int limit) {
        TopicTree topics = base.topics();
        Set<TopicPath> paths = new LinkedHashSet<>();
        first.stream().filter(topics::contains).limit(limit).forEach(paths::add);
        int wanted = Math.min(limit, topics.size());
        int looked = 0;
        for (BlockId id : context.transactions().creationOrder(base).newestFirst()) {
            if (paths.size() >= wanted || ++looked > LOOKED_AT) {
                break;
            }
            topicOf(id).ifPresent(paths::add);
        }
        return paths.stream()
                .flatMap(path -> topics.topic(path).stream())
                .map(topic -> new TopicOutline(
                        topic.path(),
                        title(topic),
                        topics.blockCount(List.of(topic.path())),
                        topic.text().length()))
                .toList();
    }

    @Override
    public List<TopicPath> largest(int limit) {
        return base.topics().paths().stream()
                .sorted(Comparator.comparingLong((TopicPath path) -> base.length(path.value()))
                        .reversed()
                        .thenComparing(Comparator.naturalOrder()))
                .limit(limit)
                .toList();
    }

    @Override
    public Optional<CoreRendering> core() {
        return Optional.of(context.transactions().renderCore(base));
    }

    private static String title(Topic topic) {
        for (Element element : topic.elements()) {
            if (element instanceof Heading heading) {
                return heading.text();
            }
        }
        return "";
    }

    /** The edits that differ from the snapshot. */
    Map<TopicPath, Optional<String>> edits() {
        Map<TopicPath, Optional<String>> changed = new TreeMap<>(edits);
        changed.entrySet().removeIf(edit -> edit.getValue().equals(base.topics().text(edit.getKey())));
        return changed;
    }
}
