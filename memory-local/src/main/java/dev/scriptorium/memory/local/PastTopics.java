package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ref.Revision;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.git.CommitSummary;
import dev.scriptorium.memory.local.git.History;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Topics as they were at an older revision, taken from the history: a change that was made for them can be brought onto
 * what is there now, also by another process. Costs what was changed since.
 */
final class PastTopics {
    private static final int LOOKED_BACK = 100;

    private final History history;

    PastTopics(History history) {
        this.history = history;
    }

    /** The topics at a revision; empty when none of the latest commits had it. */
    Optional<TopicTree> of(Revision revision, Snapshot now) {
        Map<TopicPath, Optional<byte[]>> then = new TreeMap<>();
        List<CommitSummary> commits = history.log(LOOKED_BACK, Optional.empty());
        for (int i = 0; i < commits.size(); i++) {
            String commit = commits.get(i).id();
            if (i == 0) {
                now.unadopted().forEach(path -> then.put(path, history.read(commit, path.value())));
            } else {
                for (String path :
                        history.changed(Optional.of(commit), commits.get(i - 1).id())) {
                    if (path.startsWith(TopicPath.ROOT)) {
                        then.put(new TopicPath(path), history.read(commit, path));
                    }
                }
            }
            if (now.revisionWith(then).sameTopics(revision)) {
                Map<TopicPath, Optional<String>> texts = new TreeMap<>();
                then.forEach((path, bytes) ->
                        texts.put(path, bytes.map(present -> new String(present, StandardCharsets.UTF_8))));
                return Optional.of(now.topics().with(texts));
            }
        }
        return Optional.empty();
    }
}
