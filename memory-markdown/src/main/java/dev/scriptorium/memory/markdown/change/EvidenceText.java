package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.topic.RelativePaths;
import dev.scriptorium.memory.markdown.validate.Rule;
import java.util.List;

/** The evidence of new words as a topic's author would write it: a definition line that names turns by their refs. */
final class EvidenceText {
    private EvidenceText() {}

    static Part definition(int item, TopicPath path, String label, String time, List<SourceCitation> sources) {
        StringBuilder out = new StringBuilder("[^")
                .append(label)
                .append("]: Time: `")
                .append(time)
                .append("`; Sources: ");
        String separator = "";
        for (SourceCitation citation : sources) {
            out.append(separator)
                    .append('[')
                    .append(citation.label())
                    .append("](")
                    .append(target(item, path, citation.source()))
                    .append(')');
            separator = ", ";
        }
        return Part.definition(path, out.toString());
    }

    private static String target(int item, TopicPath path, String source) {
        if (!SourceRef.isValid(source)) {
            throw Refusal.change(item, Rule.SOURCE_UNRESOLVABLE.in(path, Refusal.shown(source)));
        }
        // A parenthesis would end the link.
        return source.indexOf(')') < 0 ? source : RelativePaths.encode(source);
    }
}
