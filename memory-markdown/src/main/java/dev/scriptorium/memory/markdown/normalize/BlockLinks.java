package dev.scriptorium.memory.markdown.normalize;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.Link;
import dev.scriptorium.memory.markdown.topic.RelativePaths;
import dev.scriptorium.memory.markdown.topic.Topic;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Links from block to block: the id decides where they lead, and the path is made to agree. */
final class BlockLinks {
    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:.*", Pattern.DOTALL);

    private BlockLinks() {}

    /** The topic with every path of a block link leading to the topic that holds the block. */
    static Topic repair(Topic topic, Function<String, Optional<TopicPath>> home) {
        boolean any = topic.blocks().stream()
                .flatMap(block -> block.links().stream())
                .anyMatch(link -> needsRepair(topic.path(), link, home));
        return any
                ? TopicRewriter.rewrite(
                        topic,
                        block -> repair(topic.path(), block, home),
                        definition -> topic.lines().get(definition.line()))
                : topic;
    }

    private static String repair(TopicPath path, Block block, Function<String, Optional<TopicPath>> home) {
        StringBuilder out = new StringBuilder();
        int from = 0;
        for (Link link : block.links()) {
            if (needsRepair(path, link, home)) {
                TopicPath target = home.apply(link.blockId().orElseThrow()).orElseThrow();
                String repaired = target.equals(path)
                        ? ""
                        : RelativePaths.encode(RelativePaths.relative(path.value(), target.value()));
                out.append(block.raw(), from, link.targetStart()).append(repaired);
                from = link.targetStart() + link.path().length();
            }
        }
        return out.append(block.raw(), from, block.raw().length()).toString();
    }

    private static boolean needsRepair(TopicPath path, Link link, Function<String, Optional<TopicPath>> home) {
        Optional<TopicPath> target = link.blockId().flatMap(home);
        if (target.isEmpty() || SCHEME.matcher(link.path()).matches()) {
            return false;
        }
        if (link.path().isEmpty()) {
            return !target.get().equals(path);
        }
        return !RelativePaths.candidates(path.value(), link.path())
                .contains(target.get().value());
    }

    /** Whether a link leads to a topic as a whole, naming no block of it. */
    static boolean namesWholeTopic(TopicPath from, Link link) {
        String path = link.path();
        if (path.isEmpty()
                || path.startsWith("/")
                || link.blockId().isPresent()
                || SCHEME.matcher(path).matches()) {
            return false;
        }
        return RelativePaths.candidates(from.value(), path).stream()
                .anyMatch(target -> target.startsWith(TopicPath.ROOT) && target.endsWith(".md"));
    }
}
