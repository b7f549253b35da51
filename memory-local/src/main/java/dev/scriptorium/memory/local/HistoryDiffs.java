package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.PathOrder;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.git.History;
import dev.scriptorium.memory.local.git.HistoryState;
import dev.scriptorium.memory.local.git.TextDiff;
import dev.scriptorium.memory.local.history.PastBlocks;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.local.tx.WorkspaceLayout;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.source.LegacyArchive;
import dev.scriptorium.memory.markdown.source.ParsedArchive;
import dev.scriptorium.memory.markdown.source.SourceArchive;
import dev.scriptorium.memory.markdown.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Compares states of a workspace: commits with each other, or one with what is there now. */
final class HistoryDiffs {
    private static final int SHORTEST = 4;

    private final History history;
    private final Transactions transactions;
    private final WorkspaceFiles files;

    HistoryDiffs(History history, Transactions transactions, WorkspaceFiles files) {
        this.history = history;
        this.transactions = transactions;
        this.files = files;
    }

    /** The files of a state that history may hold, by path, with what tells their content from another. */
    private interface State {
        SortedMap<String, String> contents();

        String text(String path);

        int turns(String path);
    }

    HistoryDiff between(String from, Optional<String> to) {
        String before = resolve(history, from);
        Optional<String> after = to.map(id -> resolve(history, id));
        State old = new Committed(before);
        State now = after.isPresent() ? new Committed(after.get()) : new Present(transactions.current());
        List<FileDiff> found = new ArrayList<>();
        List<Topic> topicsBefore = new ArrayList<>();
        List<Topic> topicsAfter = new ArrayList<>();
        SortedSet<String> paths = new TreeSet<>(PathOrder.BY_COMPONENT);
        paths.addAll(old.contents().keySet());
        paths.addAll(now.contents().keySet());
        for (String path : paths) {
            Optional<String> was = Optional.ofNullable(old.contents().get(path));
            Optional<String> is = Optional.ofNullable(now.contents().get(path));
            if (was.equals(is)) {
                continue;
            }
            FileDiff.Kind kind =
                    was.isEmpty() ? FileDiff.Kind.ADDED : is.isEmpty() ? FileDiff.Kind.REMOVED : FileDiff.Kind.CHANGED;
            if (isArchive(path)) {
                found.add(FileDiff.archive(
                        path, kind, was.isEmpty() ? 0 : old.turns(path), is.isEmpty() ? 0 : now.turns(path)));
                continue;
            }
            Optional<String> oldText = was.map(there -> old.text(path));
            Optional<String> newText = is.map(there -> now.text(path));
            found.add(FileDiff.text(path, kind, TextDiff.unified(path, oldText, newText)));
            if (PastBlocks.isTopic(path)) {
                oldText.ifPresent(text -> topicsBefore.add(TopicParser.parse(new TopicPath(path), text)));
                newText.ifPresent(text -> topicsAfter.add(TopicParser.parse(new TopicPath(path), text)));
            }
        }
        return new HistoryDiff(before, after.orElse(null), found, BlocksDiff.between(topicsBefore, topicsAfter));
    }

    private static boolean isArchive(String path) {
        return path.startsWith(WorkspaceLayout.SOURCES + "/");
    }

    private static boolean isCompared(String path) {
        return PastBlocks.isTopic(path) || isArchive(path) || path.equals(WorkspaceLayout.CORE_VIEW);
    }

    private static int turns(String path, byte[] bytes) {
        ParsedArchive archive = ParsedArchive.read(path, bytes);
        return archive instanceof SourceArchive frames
                ? frames.frames().size()
                : archive instanceof LegacyArchive legacy ? legacy.turns().size() : 0;
    }

    private SortedMap<String, String> committed(String commit) {
        SortedMap<String, String> contents = new TreeMap<>(history.files(commit));
        contents.keySet().removeIf(path -> !isCompared(path));
        return contents;
    }

    private final class Committed implements State {
        private final SortedMap<String, String> contents;

        Committed(String commit) {
            contents = committed(commit);
        }

        @Override
        public SortedMap<String, String> contents() {
            return contents;
        }

        private byte[] bytes(String path) {
            String id = contents.get(path);
            return id == null ? new byte[0] : history.content(id);
        }

        @Override
        public String text(String path) {
            return new String(bytes(path), StandardCharsets.UTF_8);
        }

        @Override
        public int turns(String path) {
            return HistoryDiffs.turns(path, bytes(path));
        }
    }

    /** What serves now. Of an archive only its length is looked at, as it is only ever appended to. */
    private final class Present implements State {
        private final Snapshot snapshot;
        private final SortedMap<String, String> contents = new TreeMap<>();
        private final Map<String, String> texts = new HashMap<>();

        Present(Snapshot snapshot) {
            this.snapshot = snapshot;
            for (TopicPath path : snapshot.topics().paths()) {
                snapshot.topics().text(path).ifPresent(text -> put(path.value(), text));
            }
            files.text(WorkspaceLayout.CORE_VIEW, Long.MAX_VALUE)
                    .ifPresent(text -> put(WorkspaceLayout.CORE_VIEW, text));
            Map<String, String> head = history.head().map(history::files).orElseGet(TreeMap::new);
            for (String path : snapshot.sources().paths()) {
                String last = head.get(path);
                boolean same = last != null
                        && history.length(last) == snapshot.length(path)
                        && !snapshot.modifiedArchives().contains(path);
                contents.put(path, same ? last : "now");
            }
        }

        private void put(String path, String text) {
            texts.put(path, text);
            contents.put(path, History.blobId(text.getBytes(StandardCharsets.UTF_8)));
        }

        @Override
        public SortedMap<String, String> contents() {
            return contents;
        }

        @Override
        public String text(String path) {
            return texts.getOrDefault(path, "");
        }

        @Override
        public int turns(String path) {
            return snapshot.sources().refs(path).size();
        }
    }

    /** The commit that a person names. */
    static String resolve(History history, String id) {
        requireUsable(history);
        return history.resolve(id)
                .orElseThrow(() -> new MemoryException(
                        ErrorCode.MEMORY_NOT_FOUND,
                        "\"" + id + "\" names no commit, or more than one; expected the beginning of an id, at least "
                                + SHORTEST + " digits, as log prints it"));
    }

    /** Refuses to look into a repository that cannot be used. */
    static void requireUsable(History history) {
        HistoryState state = history.state();
        if (state.standing() == HistoryState.Standing.UNUSABLE) {
            throw new MemoryException(
                    ErrorCode.STORAGE_UNAVAILABLE,
                    "the history cannot be used: "
                            + state.notes().stream()
                                    .findFirst()
                                    .map(note -> note.message() + "; " + note.hint())
                                    .orElse("no reason given"));
        }
    }
}
