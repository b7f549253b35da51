package dev.scriptorium.memory.markdown.normalize;

import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.validate.Rule;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Consumer;

/** New topics have names that survive on every platform and differ from every other by more than case. */
final class PathRules {
    private PathRules() {}

    static void check(
            SortedMap<TopicPath, Optional<String>> edit, CommittedTopics committed, Consumer<Violation> violations) {
        Map<String, TopicPath> added = new HashMap<>();
        edit.forEach((path, text) -> {
            if (text.isEmpty() || committed.contains(path)) {
                return;
            }
            TopicPath other = committed.spelledLike(path).stream()
                    .filter(taken -> edit.getOrDefault(taken, Optional.of("")).isPresent())
                    .findFirst()
                    .orElse(added.get(path.folded()));
            added.putIfAbsent(path.folded(), path);
            path.portabilityProblem()
                    .ifPresent(problem -> violations.accept(
                            Rule.PORTABLE_PATH.in(path, "a name that " + problem, "name it " + path.suggestion())));
            if (other != null) {
                violations.accept(Rule.PORTABLE_PATH.in(
                        path,
                        "a name that differs from " + other + " only by case or normalisation",
                        "write to " + other + ", or choose another name"));
            }
        });
    }
}
