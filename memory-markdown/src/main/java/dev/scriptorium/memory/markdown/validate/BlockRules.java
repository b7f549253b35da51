package dev.scriptorium.memory.markdown.validate;

import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.CitationGroup;
import dev.scriptorium.memory.markdown.topic.LineFinder;
import dev.scriptorium.memory.markdown.topic.Topic;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** What every block owes: words, then a citation, then nothing but ids. */
final class BlockRules {
    private BlockRules() {}

    static void check(Topic topic, Predicate<String> knownId, Consumer<Violation> violations) {
        for (Block block : topic.blocks()) {
            if (block.groups().isEmpty()) {
                boolean known = block.ids().stream().anyMatch(knownId);
                Rule rule = known || block.content().isEmpty() ? Rule.ID_WITHOUT_CITATION : Rule.UNCITED_PROSE;
                violations.accept(rule.at(topic.path(), block.line(), Excerpt.of(block.raw())));
                continue;
            }
            LineFinder lines = block.lineFinder();
            for (CitationGroup group : block.groups()) {
                if (group.quote().isEmpty()) {
                    violations.accept(Rule.CITATION_WITHOUT_TEXT.at(
                            topic.path(),
                            lines.lineAt(group.start()),
                            "[^" + group.labels().get(0) + "]"));
                }
                for (String label : group.labels()) {
                    if (topic.definition(label).isEmpty()) {
                        violations.accept(Rule.CITATION_UNDEFINED.at(
                                topic.path(), lines.lineAt(group.start()), "[^" + label + "]"));
                    }
                }
            }
            if (!block.tail().isEmpty() && !block.legacy()) {
                violations.accept(
                        Rule.TAIL_AFTER_LAST_CITATION.at(topic.path(), block.endLine() - 1, Excerpt.of(block.tail())));
            }
        }
    }
}
