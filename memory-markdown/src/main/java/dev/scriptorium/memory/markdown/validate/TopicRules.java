package dev.scriptorium.memory.markdown.validate;

import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.topic.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The rules that one topic keeps or breaks by itself, whatever the rest of the workspace holds.
 *
 * @since 0.1
 */
public final class TopicRules {
    private TopicRules() {}

    /**
     * Every break of a rule in a text.
     *
     * @param knownId whether an id belongs to a block that exists
     */
    public static List<Violation> check(TopicPath path, String text, TopicLimits limits, Predicate<String> knownId) {
        List<Violation> violations = new ArrayList<>();
        if (!LimitRules.checkText(path, text, limits, violations::add)) {
            return violations;
        }
        Topic topic = TopicParser.parse(path, text);
        LimitRules.check(topic, text, limits, violations::add);
        if (!violations.isEmpty()) {
            // What is too large is not looked at any closer.
            return violations;
        }
        BlockRules.check(topic, knownId, violations::add);
        DefinitionRules.check(topic, violations::add);
        return violations;
    }
}
