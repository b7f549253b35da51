package dev.scriptorium.memory.bench.contend;

import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.WorkspaceFile;
import dev.scriptorium.memory.local.WorkspaceRead;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;

/**
 * What the processes have left.
 *
 * @param lost edits that were told to be done and are not in their topic
 * @param duplicated edits that are there more than once
 * @param problems what a check finds
 * @param remarks for people: which edits are lost, duplicated, or there although nobody said that they are done
 */
record Remains(int lost, int duplicated, List<String> problems, List<String> remarks) {

    /** Opens the workspace, checks it, and looks for every edit. */
    static Remains of(RunFiles files, Plan plan, List<Outcome> outcomes) {
        List<String> problems;
        Map<String, List<String>> topicsOfToken;
        try (LocalMemoryBackend backend = files.open()) {
            problems = backend.workspace().maintain().check().problems().stream()
                    .map(problem -> problem.code() + " " + problem.path() + ": " + problem.message())
                    .toList();
            topicsOfToken = tokens(backend.workspace().read());
        }
        Set<Integer> succeeded = new HashSet<>();
        outcomes.stream().filter(Outcome::succeeded).forEach(outcome -> succeeded.add(outcome.number()));
        int lost = 0;
        int duplicated = 0;
        List<String> remarks = new ArrayList<>();
        for (Edit edit : plan.edits()) {
            List<String> topics = topicsOfToken.getOrDefault(edit.token(), List.of());
            boolean told = succeeded.contains(edit.number());
            if (told && !topics.contains(edit.topic().value())) {
                lost++;
                remarks.add("lost: " + edit.token() + " of " + edit.topic() + " is in " + topics);
            }
            if (topics.size() > 1) {
                duplicated++;
                remarks.add("duplicated: " + edit.token() + " is in " + topics);
            }
            if (!told && !topics.isEmpty()) {
                remarks.add("there without a word of success: " + edit.token() + " in " + topics);
            }
        }
        return new Remains(lost, duplicated, problems, remarks);
    }

    /** The topics that hold a token, each as often as it does. */
    private static Map<String, List<String>> tokens(WorkspaceRead read) {
        Map<String, List<String>> found = new HashMap<>();
        for (WorkspaceFile file : read.list("topics/")) {
            Matcher token = Edit.TOKEN.matcher(read.file(file.path()));
            while (token.find()) {
                found.computeIfAbsent(token.group(), any -> new ArrayList<>()).add(file.path());
            }
        }
        return found;
    }
}
