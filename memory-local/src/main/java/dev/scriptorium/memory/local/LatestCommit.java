package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.local.git.History;
import dev.scriptorium.memory.local.tx.CommittedFiles;
import java.util.Optional;
import java.util.Set;

/** The files of the latest commit of a history; what is wrong with it is said by status and check. */
final class LatestCommit implements CommittedFiles {
    private final History history;

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
    public Set<String> paths() {
        try {
            return history.head().map(head -> history.files(head).keySet()).orElse(Set.of());
        } catch (MemoryException e) {
            return Set.of();
        }
    }
}
