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
            TopicPath other = committed.spelledLike(path).stream().findFirst().orElse(added.get(path.folded()));
            added.putIfAbsent(path.folded(), path);
            path.portabilityProblem()
                    .ifPresent(problem -> violations.accept(
                            Rule.PORTABLE_PATH.in(path, "a name that " + problem, "name it " + path.suggestion())));
            Optional<String> directory = directoryLike(path, committed);
            if (other == null && directory.isPresent()) {
                violations.accept(Rule.PORTABLE_PATH.in(
                        path,
                        "a directory that differs from " + directory.get() + " only by case or normalisation",
                        "write to " + directory.get()
                                + path.value().substring(directory.get().length())));
            }
            if (other != null) {
                violations.accept(Rule.PORTABLE_PATH.in(
                        path,
                        "a name that differs from " + other + " only by case or normalisation",
                        "write to " + other + ", or choose another name"));
            }
        });
    }

    /** A directory of topics that some file system would take for one above a path. */
    private static Optional<String> directoryLike(TopicPath path, CommittedTopics committed) {
        for (String known : committed.directories()) {
            for (int end = known.length(); end > 0; end = known.lastIndexOf('/', end - 1)) {
                String directory = known.substring(0, end);
                if (directory.length() < path.value().length()
                        && path.value().charAt(directory.length()) == '/'
                        && !path.value().startsWith(directory)
                        && folded(directory).equals(folded(path.value().substring(0, directory.length())))) {
                    return Optional.of(directory);
                }
            }
        }
        return Optional.empty();
    }

    private static String folded(String directory) {
        return directory.equals("topics") ? directory : new TopicPath(directory + ".md").folded();
    }
}
