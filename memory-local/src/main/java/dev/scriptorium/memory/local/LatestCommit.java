package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.local.git.CommitSummary;
import dev.scriptorium.memory.local.git.History;
import dev.scriptorium.memory.local.internal.io.Sha256;
import dev.scriptorium.memory.local.tx.CommittedFiles;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The files of the latest commit of a history; what is wrong with it is said by status and check. */
final class LatestCommit implements CommittedFiles {
    /** Somebody may have committed what breaks the rules, and a few more times since. */
    private static final int LOOKED_BACK = 20;

    private static final int MISSING = 1_000;

    private final History history;
    /** What no commit had when the history was at one: looking for it costs a walk over the history. */
    private final Map<String, String> missing = new ConcurrentHashMap<>();

    LatestCommit(History history) {
        this.history = history;
    }

    @Override
    public boolean isEmpty() {
        try {
            return history.head().isEmpty();
        } catch (MemoryException e) {
            return true;
        }
    }

    @Override
    public Optional<byte[]> read(String path) {
        try {
            return history.head().flatMap(head -> history.read(head, path));
        } catch (MemoryException e) {
            return Optional.empty();
        }
    }

    @Override
    public Optional<byte[]> read(String path, String sha256) {
        Optional<byte[]> latest = read(path).filter(bytes -> Sha256.hex(bytes).equals(sha256));
        if (latest.isPresent()) {
            return latest;
        }
        try {
            String head = history.head().orElse("");
            if (head.equals(missing.get(sha256))) {
                return Optional.empty();
            }
            for (CommitSummary commit : history.log(LOOKED_BACK, Optional.of(path))) {
                Optional<byte[]> found = history.read(commit.id(), path)
                        .filter(bytes -> Sha256.hex(bytes).equals(sha256));
                if (found.isPresent()) {
                    return found;
                }
            }
            if (missing.size() >= MISSING) {
                missing.clear();
            }
            missing.put(sha256, head);
            return Optional.empty();
        } catch (MemoryException e) {
            return Optional.empty();
        }
    }

    @Override
    public List<String> operations(int limit) {
        try {
            return history.log(limit, Optional.empty()).stream()
                    .flatMap(commit -> commit.operation().stream())
                    .toList();
        } catch (MemoryException e) {
            return List.of();
        }
    }

    @Override
    public Set<String> paths() {
        try {
            return history.head().map(head -> history.files(head).keySet()).orElse(Set.of());
        } catch (MemoryException e) {
            return Set.of();
        }
    }
}
