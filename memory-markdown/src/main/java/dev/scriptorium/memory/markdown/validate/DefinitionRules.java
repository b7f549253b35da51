package dev.scriptorium.memory.markdown.validate;

import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.recall.DateRange;
import dev.scriptorium.memory.markdown.topic.Definition;
import dev.scriptorium.memory.markdown.topic.Element;
import dev.scriptorium.memory.markdown.topic.SourceLink;
import dev.scriptorium.memory.markdown.topic.Topic;
import dev.scriptorium.memory.markdown.topic.Whitespace;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** What every definition owes: a label of its own, a citation, a real date, labelled sources, one line. */
final class DefinitionRules {
    private DefinitionRules() {}

    static void check(Topic topic, Consumer<Violation> violations) {
        Set<String> cited = new HashSet<>();
        topic.blocks().forEach(block -> block.groups().forEach(group -> cited.addAll(group.labels())));
        Set<String> defined = new HashSet<>();
        for (Element element : topic.elements()) {
            if (element instanceof Definition definition) {
                String name = "[^" + definition.label() + "]";
                if (!defined.add(definition.label())) {
                    violations.accept(Rule.DEFINITION_DUPLICATE.at(topic.path(), definition.line(), name));
                } else if (!cited.contains(definition.label())) {
                    violations.accept(Rule.DEFINITION_UNUSED.at(topic.path(), definition.line(), name));
                }
                definition.when().ifPresent(when -> checkDate(topic, definition, when, violations));
                checkSources(topic, definition, violations);
                checkContinuation(topic, definition, violations);
            }
        }
    }

    private static void checkDate(Topic topic, Definition definition, String when, Consumer<Violation> violations) {
        boolean real = !when.startsWith("0000");
        if (real) {
            try {
                DateRange.of(when);
            } catch (IllegalArgumentException e) {
                real = false;
            }
        }
        if (!real) {
            violations.accept(Rule.BAD_DATE.at(topic.path(), definition.line(), when));
        }
    }

    private static void checkSources(Topic topic, Definition definition, Consumer<Violation> violations) {
        for (SourceLink source : definition.sources()) {
            if (Whitespace.isBlank(source.label())) {
                violations.accept(Rule.EMPTY_LABEL.at(topic.path(), definition.line(), "[](" + source.target() + ")"));
            }
        }
        if (!definition.stray().isEmpty() || definition.sources().isEmpty()) {
            violations.accept(
                    Rule.SOURCE_UNRESOLVABLE.at(topic.path(), definition.line(), Excerpt.of(definition.stray())));
        }
    }

    private static void checkContinuation(Topic topic, Definition definition, Consumer<Violation> violations) {
        List<String> lines = topic.lines();
        int next = definition.endLine();
        boolean gap = false;
        while (next < lines.size() && Whitespace.isBlank(lines.get(next))) {
            next++;
            gap = true;
        }
        if (next == lines.size()) {
            return;
        }
        String line = lines.get(next);
        boolean indented =
                gap ? line.startsWith("    ") || line.startsWith("\t") : line.startsWith(" ") || line.startsWith("\t");
        if (indented) {
            violations.accept(Rule.DEFINITION_CONTINUED.at(topic.path(), next, Excerpt.of(line)));
        }
    }
}
