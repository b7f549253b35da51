package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.tx.Installed;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.Topic;
import dev.scriptorium.memory.markdown.topic.Whitespace;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What in a change is worth a look and was no reason to refuse it. */
final class UpdateWarnings {
    private UpdateWarnings() {}

    static List<CheckFinding> of(Installed installed) {
        Set<String> added = new HashSet<>();
        installed.edit().blockIds().values().forEach(id -> added.add(id.value()));
        List<CheckFinding> warnings = new ArrayList<>();
        if (added.isEmpty()) {
            return warnings;
        }
        TopicTree topics = installed.snapshot().topics();
        for (TopicPath path : installed.edit().files().keySet()) {
            for (Block block : topics.topic(path).map(Topic::blocks).orElse(List.of())) {
                if (block.ids().stream().anyMatch(added::contains)) {
                    warn(path, block, equal(topics, block, added), warnings);
                }
            }
        }
        return warnings;
    }

    /** Another block with the same words, the first in path order. */
    private static Optional<BlockId> equal(TopicTree topics, Block block, Set<String> added) {
        String words = Whitespace.collapse(block.content());
        return topics.maySay(block).stream()
                .flatMap(path -> topics.topic(path).stream())
                .flatMap(topic -> topic.blocks().stream())
                .filter(other -> Whitespace.collapse(other.content()).equals(words))
                .flatMap(other -> other.ownId().stream())
                .filter(id -> !added.contains(id.value()))
                .findFirst();
    }

    private static void warn(TopicPath path, Block block, Optional<BlockId> same, List<CheckFinding> warnings) {
        same.ifPresent(id -> warnings.add(new CheckFinding(
                "EQUAL_TEXT",
                path.value(),
                block.line() + 1,
                "the same words stand in ^" + id,
                "add the source to that block instead")));
        int open = block.content().indexOf("[[");
        if (open >= 0 && block.content().indexOf("]]", open) > open) {
            warnings.add(new CheckFinding(
                    "WIKI_LINK",
                    path.value(),
                    block.line() + 1,
                    "a wiki link leads nowhere here",
                    "write [text](path#^id)"));
        }
    }
}
