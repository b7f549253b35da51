package dev.scriptorium.memory.markdown.parse;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.markdown.source.ArchivedSource;
import dev.scriptorium.memory.markdown.source.SourceCatalog;
import dev.scriptorium.memory.markdown.source.SourceTargets;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.CitationGroup;
import dev.scriptorium.memory.markdown.topic.Definition;
import dev.scriptorium.memory.markdown.topic.Evidence;
import dev.scriptorium.memory.markdown.topic.MemoryRecord;
import dev.scriptorium.memory.markdown.topic.SourceLink;
import dev.scriptorium.memory.markdown.topic.Topic;
import dev.scriptorium.memory.markdown.topic.Whitespace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The records of a topic: each block under each of its ids, with its evidence resolved against the archives.
 *
 * @since 0.1
 */
public final class RecordReader {
    private final Topic topic;
    private final SourceCatalog sources;

    private RecordReader(Topic topic, SourceCatalog sources) {
        this.topic = topic;
        this.sources = sources;
    }

    /** The records in the order of their blocks; those of one block in the order of its ids. */
    public static List<MemoryRecord> read(Topic topic, SourceCatalog sources) {
        RecordReader reader = new RecordReader(topic, sources);
        List<MemoryRecord> records = new ArrayList<>();
        for (Block block : topic.blocks()) {
            if (block.legacy()) {
                reader.legacy(block, records);
            } else if (!block.ids().isEmpty()) {
                reader.current(block, records);
            }
        }
        return records;
    }

    private void current(Block block, List<MemoryRecord> records) {
        List<Evidence> evidence = new ArrayList<>();
        boolean resolved = true;
        for (CitationGroup group : block.groups()) {
            for (String label : group.labels()) {
                Optional<Definition> definition = topic.definition(label);
                Evidence one = evidence(label, group.quote(), definition.orElse(null));
                evidence.add(one);
                resolved &= definition.isPresent()
                        && one.sourceRefs().size() == definition.get().sources().size();
            }
        }
        String content = block.content();
        List<BlockId> targets = block.links().stream()
                .flatMap(link -> link.blockId().stream())
                .filter(BlockId::isValid)
                .distinct()
                .map(BlockId::new)
                .toList();
        for (int i = 0; i < block.ids().size(); i++) {
            boolean own = i == block.ids().size() - 1;
            records.add(record(block, block.ids().get(i), own, content, evidence, evidence, resolved, targets));
        }
    }

    private void legacy(Block block, List<MemoryRecord> records) {
        for (CitationGroup group : block.groups()) {
            for (String label : group.labels()) {
                if (!BlockId.isValid(label)) {
                    continue;
                }
                Optional<Definition> definition = topic.definition(label);
                Evidence one = evidence(label, group.quote(), definition.orElse(null));
                boolean resolved = definition.isPresent()
                        && one.sourceRefs().size() == definition.get().sources().size();
                records.add(record(block, label, true, group.quote(), List.of(one), List.of(), resolved, List.of()));
            }
        }
    }

    private Evidence evidence(String label, String quote, @Nullable Definition definition) {
        List<SourceRef> refs = new ArrayList<>();
        List<String> links = new ArrayList<>();
        List<String> labels = new ArrayList<>();
        if (definition != null) {
            for (SourceLink link : definition.sources()) {
                Optional<ArchivedSource> source = SourceTargets.resolve(topic.path(), link.target(), sources);
                if (source.isPresent()) {
                    refs.add(source.get().ref());
                    links.add(Whitespace.trim(link.target()));
                    labels.add(link.label());
                }
            }
        }
        return new Evidence(
                label, quote, definition == null ? null : definition.when().orElse(null), refs, links, labels);
    }

    private MemoryRecord record(
            Block block,
            String id,
            boolean own,
            String content,
            List<Evidence> cited,
            List<Evidence> shown,
            boolean resolved,
            List<BlockId> targets) {
        Map<SourceRef, String[]> union = new LinkedHashMap<>();
        String when = null;
        for (Evidence one : cited) {
            when = when == null ? one.when() : when;
            for (int i = 0; i < one.sourceRefs().size(); i++) {
                union.putIfAbsent(one.sourceRefs().get(i), new String[] {
                    one.sourceLinks().get(i), one.sourceLabels().get(i)
                });
            }
        }
        return new MemoryRecord(
                new BlockId(id),
                own,
                content,
                when,
                List.copyOf(union.keySet()),
                union.values().stream().map(pair -> pair[0]).toList(),
                union.values().stream().map(pair -> pair[1]).toList(),
                topic.path(),
                block.headings(),
                block.line(),
                shown,
                resolved,
                targets);
    }
}
