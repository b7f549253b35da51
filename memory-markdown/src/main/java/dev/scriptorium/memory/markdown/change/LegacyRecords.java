package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.CitationGroup;
import dev.scriptorium.memory.markdown.topic.Whitespace;
import java.util.List;
import java.util.stream.Collectors;

/** Updates and deletes records from before block ids, of which one paragraph may hold several, each up to its label. */
final class LegacyRecords {
    private LegacyRecords() {}

    /** Rewrites the words up to the label, and the definition where it stands. */
    static void update(int item, TopicDraft draft, Part old, UpdateRecord change) {
        String label = change.id().value();
        Block block = old.block();
        int at = groupOf(block, label);
        int from = at == 0 ? 0 : block.groups().get(at - 1).end();
        int to = block.groups().get(at).start();
        String words = block.raw().substring(from, to);
        String lead = words.substring(0, words.length() - trimStart(words).length());
        String gap = lead.isEmpty() && from > 0 ? " " : lead;
        String raw = block.raw().substring(0, from)
                + gap
                + change.content()
                + block.raw().substring(to);
        Part replacement = Part.block(draft.path(), block.headings(), raw);
        if (!labels(replacement.block()).equals(labels(block))) {
            throw Refusal.change(
                    item,
                    ErrorCode.INVALID_ARGUMENT,
                    "content has a backtick or backslash that would take the meaning from the citations after it");
        }
        Part definition = EvidenceText.definition(item, draft.path(), label, change.time(), change.sources());
        draft.replace(old, replacement);
        draft.definition(label)
                .ifPresentOrElse(
                        former -> draft.replace(former, definition),
                        () -> draft.insert(TopicDraft.lastOf(replacement), definition));
    }

    /** Cuts the words up to the label; words that a peer shares stay, and what follows the last label goes with it. */
    static void delete(TopicDraft draft, Part old, String label) {
        Block block = old.block();
        StringBuilder out = new StringBuilder();
        int from = 0;
        boolean left = false;
        for (CitationGroup group : block.groups()) {
            List<String> rest = group.labels().stream()
                    .filter(other -> !other.equals(label))
                    .toList();
            if (rest.size() == group.labels().size()) {
                out.append(block.raw(), from, group.end());
                left = true;
            } else if (!rest.isEmpty()) {
                out.append(block.raw(), from, group.start());
                rest.forEach(other -> out.append("[^").append(other).append(']'));
                left = true;
            }
            from = group.end();
        }
        out.append(block.raw(), from, block.raw().length());
        if (left) {
            draft.replace(old, Part.block(draft.path(), block.headings(), trimStart(out.toString())));
        } else {
            draft.remove(old);
        }
        draft.removeUncited(List.of(label));
    }

    private static int groupOf(Block block, String label) {
        for (int i = 0; i < block.groups().size(); i++) {
            if (block.groups().get(i).labels().contains(label)) {
                return i;
            }
        }
        throw new IllegalStateException("no citation of " + label);
    }

    private static String labels(Block block) {
        return block.groups().stream()
                .map(group -> String.join(",", group.labels()))
                .collect(Collectors.joining(";"));
    }

    private static String trimStart(String text) {
        int start = 0;
        while (start < text.length() && Whitespace.is(text.charAt(start))) {
            start++;
        }
        return text.substring(start);
    }
}
