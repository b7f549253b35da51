package dev.scriptorium.memory.local.check;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.markdown.source.SourceTargets;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.LineFinder;
import dev.scriptorium.memory.markdown.topic.Topic;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Ids, links between blocks, and citations, over all topics. */
final class TopicCheck {
    private final Snapshot snapshot;

    TopicCheck(Snapshot snapshot) {
        this.snapshot = snapshot;
    }

    void run(Consumer<Finding> findings) {
        Map<String, TopicPath> seen = new HashMap<>();
        for (TopicPath path : snapshot.topics().paths()) {
            Topic topic = snapshot.topics().topic(path).orElseThrow();
            for (Block block : topic.blocks()) {
                ids(path, block, seen, findings);
                links(path, block, findings);
            }
            sources(path, topic, findings);
        }
    }

    private static void ids(TopicPath path, Block block, Map<String, TopicPath> seen, Consumer<Finding> findings) {
        for (String id : block.ids()) {
            TopicPath other = seen.putIfAbsent(id, path);
            if (other != null) {
                findings.accept(Finding.problem(
                        FindingCode.DUPLICATE_ID,
                        path.value(),
                        block.line() + 1,
                        "^" + id + " stands in " + other + " too",
                        "remove the id from one of the two blocks"));
            }
        }
    }

    private void links(TopicPath path, Block block, Consumer<Finding> findings) {
        LineFinder lines = block.lineFinder();
        block.links()
                .forEach(link -> link.blockId()
                        .filter(id -> snapshot.topics().topicOf(id).isEmpty())
                        .ifPresent(id -> findings.accept(Finding.problem(
                                FindingCode.DANGLING_LINK,
                                path.value(),
                                lines.lineAt(link.start()) + 1,
                                "a link to ^" + id + ", which does not exist",
                                "mend or remove the link"))));
    }

    private void sources(TopicPath path, Topic topic, Consumer<Finding> findings) {
        topic.definitions()
                .values()
                .forEach(definition -> definition.sources().stream()
                        .filter(link -> SourceTargets.resolve(path, link.target(), snapshot.sources())
                                .isEmpty())
                        .forEach(link -> findings.accept(Finding.problem(
                                FindingCode.UNRESOLVED_SOURCE,
                                path.value(),
                                definition.line() + 1,
                                "no source at " + link.target(),
                                "restore the archive, or correct the link"))));
    }
}
