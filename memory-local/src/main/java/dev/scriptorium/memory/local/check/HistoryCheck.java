package dev.scriptorium.memory.local.check;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.local.git.History;
import dev.scriptorium.memory.local.git.HistoryIssue;
import dev.scriptorium.memory.local.git.HistoryNote;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.local.tx.WorkspaceLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** The disk against the latest commit. */
final class HistoryCheck {
    private final WorkspaceLayout layout;
    private final Transactions transactions;
    private final History history;
    private final Snapshot snapshot;

    HistoryCheck(WorkspaceLayout layout, Transactions transactions, History history, Snapshot snapshot) {
        this.layout = layout;
        this.transactions = transactions;
        this.history = history;
        this.snapshot = snapshot;
    }

    void run(Consumer<Finding> findings) {
        for (HistoryNote note : history.state().notes()) {
            if (note.issue() != HistoryIssue.MOVED) {
                findings.accept(Finding.note(FindingCode.HISTORY_BEHIND, "", note.toString(), note.hint()));
            }
        }
        Set<String> owed = new HashSet<>();
        transactions.waiting().forEach(entry -> {
            entry.files().forEach(file -> owed.add(file.path()));
            entry.appends().forEach(append -> owed.add(append.path()));
        });
        if (!owed.isEmpty()) {
            findings.accept(Finding.note(
                    FindingCode.HISTORY_BEHIND,
                    "",
                    transactions.waiting().size() + " installed changes wait for their commit",
                    "the next write or the next opening commits them"));
        }
        try {
            compare(owed, findings);
        } catch (MemoryException e) {
            findings.accept(Finding.problem(
                    FindingCode.HISTORY_DAMAGED,
                    ".git",
                    0,
                    String.valueOf(e.getMessage()),
                    "restore .git from a copy, or move it away: a new history begins with what is on disk"));
        }
    }

    private void compare(Set<String> owed, Consumer<Finding> findings) {
        Optional<String> head = history.head();
        SortedMap<String, String> committed =
                head.isEmpty() ? new TreeMap<>() : new TreeMap<>(history.files(head.get()));
        committed.keySet().removeIf(path -> !isOurs(path));
        TreeSet<String> paths = new TreeSet<>(committed.keySet());
        paths.addAll(snapshot.hashes().keySet());
        if (Files.exists(layout.file(WorkspaceLayout.CORE_VIEW))) {
            paths.add(WorkspaceLayout.CORE_VIEW);
        }
        paths.removeAll(owed);
        for (String path : paths) {
            compare(path, Optional.ofNullable(committed.get(path)), head, findings);
        }
    }

    private static boolean isOurs(String path) {
        return path.startsWith(WorkspaceLayout.TOPICS + "/")
                || path.startsWith(WorkspaceLayout.SOURCES + "/")
                || path.equals(WorkspaceLayout.CORE_VIEW);
    }

    private void compare(String path, Optional<String> committed, Optional<String> head, Consumer<Finding> findings) {
        Optional<byte[]> present = bytes(path);
        if (present.map(History::blobId).equals(committed)) {
            return;
        }
        if (path.startsWith(WorkspaceLayout.SOURCES + "/") && committed.isPresent() && !extended(path, present, head)) {
            findings.accept(Finding.problem(
                    FindingCode.SOURCE_MODIFIED,
                    path,
                    0,
                    present.isEmpty() ? "the archive is gone" : "the archive is not what was written",
                    "restore it from history: archives only ever grow"));
            return;
        }
        findings.accept(Finding.note(
                FindingCode.EDIT_NOT_ADOPTED,
                path,
                present.isEmpty() ? "removed since the latest commit" : "edited since the latest commit",
                "nothing to do: it serves as it is"));
    }

    private boolean extended(String path, Optional<byte[]> present, Optional<String> head) {
        Optional<byte[]> before = head.flatMap(commit -> history.read(commit, path));
        return present.isPresent()
                && before.isPresent()
                && present.get().length > before.get().length
                && Arrays.equals(before.get(), 0, before.get().length, present.get(), 0, before.get().length);
    }

    private Optional<byte[]> bytes(String path) {
        try {
            return Optional.of(Files.readAllBytes(layout.file(path)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw Unreadable.of(e);
        }
    }
}
