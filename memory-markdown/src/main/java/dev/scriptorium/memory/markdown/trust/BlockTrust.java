package dev.scriptorium.memory.markdown.trust;

import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.markdown.source.ArchivedSource;
import dev.scriptorium.memory.markdown.source.SourceCatalog;
import dev.scriptorium.memory.markdown.source.SourceTargets;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.Definition;
import dev.scriptorium.memory.markdown.topic.MemoryRecord;
import dev.scriptorium.memory.markdown.topic.Topic;
import java.util.Optional;

/**
 * Whether a block may be recalled: all or nothing. It is trusted when it rests on sources, each of them is found, and
 * each of them is trusted.
 *
 * @since 0.1
 */
public final class BlockTrust {
    private BlockTrust() {}

    /** The trust of a record. */
    public static Trust of(MemoryRecord memory, SourceCatalog sources) {
        boolean trusted = memory.resolved()
                && !memory.sourceRefs().isEmpty()
                && memory.sourceRefs().stream().allMatch(ref -> trusted(sources.find(ref)));
        return trusted ? Trust.TRUSTED : Trust.PENDING;
    }

    /** The trust of a block of a topic, decided from what it cites and not from how the file is laid out (D29). */
    public static Trust of(Topic topic, Block block, SourceCatalog sources) {
        boolean trusted = !block.groups().isEmpty()
                && block.groups().stream()
                        .flatMap(group -> group.labels().stream())
                        .map(topic::definition)
                        .allMatch(definition -> trusted(topic, definition, sources));
        return trusted ? Trust.TRUSTED : Trust.PENDING;
    }

    private static boolean trusted(Topic topic, Optional<Definition> definition, SourceCatalog sources) {
        return definition.isPresent()
                && !definition.get().sources().isEmpty()
                && definition.get().sources().stream()
                        .allMatch(link -> trusted(SourceTargets.resolve(topic.path(), link.target(), sources)));
    }

    private static boolean trusted(Optional<ArchivedSource> source) {
        return source.map(ArchivedSource::trust).filter(Trust.TRUSTED::equals).isPresent();
    }
}
