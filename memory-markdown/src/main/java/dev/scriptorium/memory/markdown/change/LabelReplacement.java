package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.SourceRef;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;

/**
 * Puts the names of archived turns where a request has labels. A label reaches as far as its characters do, so that
 * the longest one always wins. Not thread-safe.
 */
final class LabelReplacement {
    private final Map<String, SourceRef> declared;
    private final SortedSet<String> undeclared = new TreeSet<>();

    LabelReplacement(Map<String, SourceRef> declared) {
        this.declared = declared;
    }

    String apply(String text) {
        Matcher label = DeclaredSource.LABEL.matcher(text);
        StringBuilder out = new StringBuilder();
        int from = 0;
        while (label.find()) {
            SourceRef ref = declared.get(label.group());
            if (ref == null) {
                undeclared.add(label.group());
            } else {
                out.append(text, from, label.start()).append(ref);
                from = label.end();
            }
        }
        return from == 0 ? text : out.append(text, from, text.length()).toString();
    }

    /**
     * Ends the work.
     *
     * @throws MemoryException {@code MISSING_SOURCE} when a label was met that the request does not declare
     */
    void requireDeclared() {
        if (!undeclared.isEmpty()) {
            throw new MemoryException(
                    ErrorCode.MISSING_SOURCE,
                    "the request declares no source of this name: " + String.join(", ", undeclared));
        }
    }
}
