package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.normalize.CommittedTopics;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.topic.Element;
import dev.scriptorium.memory.markdown.topic.Topic;
import dev.scriptorium.memory.markdown.topic.Whitespace;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a paired caller may do to files: make new ones, and add at the end of others. Looked at before the edit is made
 * canonical.
 *
 * @since 0.1
 */
public final class AppendOnly {
    private AppendOnly() {}

    /**
     * Refuses an edit that does more than add.
     *
     * @throws MemoryException {@code APPEND_ONLY_REQUIRED}
     */
    public static void require(StagedEdit edit, CommittedTopics committed) {
        for (Map.Entry<TopicPath, Optional<String>> file : edit.files().entrySet()) {
            TopicPath path = file.getKey();
            Optional<String> before = committed.text(path);
            if (before.isPresent()
                    && !before.equals(file.getValue())
                    && !file.getValue()
                            .map(after -> extended(path, before.get(), after))
                            .orElse(false)) {
                throw new MemoryException(
                        ErrorCode.APPEND_ONLY_REQUIRED,
                        "a paired caller may only add new topics, and records at the end of others; " + path
                                + " would change");
            }
        }
    }

    /**
     * Whether all that stood there stands there still. How lines end, and blank lines at the very end, do not matter,
     * since a file that is rewritten gets them anew; but what is added must not become part of what was there.
     */
    private static boolean extended(TopicPath path, String before, String after) {
        Topic old = TopicParser.parse(path, before);
        Topic added = TopicParser.parse(path, after);
        String kept = Whitespace.trimEnd(old.text());
        String text = added.text();
        boolean prefix =
                text.startsWith(kept) && (text.length() == kept.length() || text.charAt(kept.length()) == '\n');
        return prefix && sameElements(old.elements(), added.elements());
    }

    private static boolean sameElements(List<Element> old, List<Element> added) {
        if (added.size() < old.size()) {
            return false;
        }
        for (int i = 0; i < old.size(); i++) {
            Element element = added.get(i);
            if (element.getClass() != old.get(i).getClass()
                    || element.line() != old.get(i).line()
                    || element.endLine() != old.get(i).endLine()) {
                return false;
            }
        }
        return true;
    }
}
