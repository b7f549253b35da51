package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.tx.Installed;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.Topic;
import dev.scriptorium.memory.markdown.topic.Whitespace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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
        Map<String, String> known = new HashMap<>();
        for (TopicPath path : installed.snapshot().topics().paths()) {
            for (Block block : topic(installed, path).blocks()) {
                block.ownId()
                        .filter(id -> !added.contains(id.value()))
                        .ifPresent(id -> known.putIfAbsent(Whitespace.collapse(block.content()), id.value()));
            }
        }
        for (TopicPath path : installed.edit().files().keySet()) {
            if (installed.snapshot().topics().topic(path).isPresent()) {
                for (Block block : topic(installed, path).blocks()) {
                    if (block.ids().stream().anyMatch(added::contains)) {
                        warn(path, block, known, warnings);
                    }
                }
            }
        }
        return warnings;
    }

    private static Topic topic(Installed installed, TopicPath path) {
        return installed.snapshot().topics().topic(path).orElseThrow();
    }

    private static void warn(TopicPath path, Block block, Map<String, String> known, List<CheckFinding> warnings) {
        String same = known.get(Whitespace.collapse(block.content()));
        if (same != null) {
            warnings.add(new CheckFinding(
                    "EQUAL_TEXT",
                    path.value(),
                    block.line() + 1,
                    "the same words stand in ^" + same,
                    "add the source to that block instead"));
        }
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
