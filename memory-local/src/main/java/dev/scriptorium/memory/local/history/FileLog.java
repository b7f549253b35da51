package dev.scriptorium.memory.local.history;

import dev.scriptorium.memory.local.git.CommitStep;
import dev.scriptorium.memory.local.git.History;
import dev.scriptorium.memory.markdown.topic.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Follows one file, or what is below one directory, back through the history. Where a file appears while another with
 * the same bytes, or a topic with the same blocks in the same order, disappears, it was called that before. Of two
 * commits that came together the first is followed. Not thread-safe.
 */
public final class FileLog {
    private final History history;
    private final PastBlocks past;

    /** The log of the files of a history. */
    public FileLog(History history) {
        this.history = history;
        this.past = new PastBlocks(history);
    }

    /**
     * The commits that changed a file, the latest first.
     *
     * @param path of a file or a directory
     * @param limit at most so many
     */
    public List<String> of(String path, int limit) {
        List<String> found = new ArrayList<>();
        String name = path;
        Optional<String> at = history.head();
        while (at.isPresent() && found.size() < limit) {
            CommitStep commit = history.step(at.get());
            String below = name + "/";
            CommitStep.Change change = commit.changes().get(name);
            if (change != null || commit.changes().keySet().stream().anyMatch(other -> other.startsWith(below))) {
                found.add(commit.commit());
            }
            if (change != null && change.before().isEmpty() && change.after().isPresent()) {
                name = former(commit, name, change.after().get()).orElse(name);
            }
            at = commit.before();
        }
        return found;
    }

    private Optional<String> former(CommitStep commit, String name, String blob) {
        for (Map.Entry<String, CommitStep.Change> change : commit.changes().entrySet()) {
            Optional<String> before = change.getValue().before();
            boolean gone = before.isPresent() && change.getValue().after().isEmpty();
            if (gone && (before.get().equals(blob) || sameBlocks(change.getKey(), before.get(), name, blob))) {
                return Optional.of(change.getKey());
            }
        }
        return Optional.empty();
    }

    private boolean sameBlocks(String oldName, String oldBlob, String name, String blob) {
        if (!PastBlocks.isTopic(oldName) || !PastBlocks.isTopic(name)) {
            return false;
        }
        List<String> ids = ids(past.topic(name, blob));
        return !ids.isEmpty() && ids.equals(ids(past.topic(oldName, oldBlob)));
    }

    private static List<String> ids(Topic topic) {
        return topic.blocks().stream()
                .flatMap(block -> BlockWording.ids(block).stream())
                .toList();
    }
}
