package dev.scriptorium.memory.local.git;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.errors.CorruptObjectException;
import org.eclipse.jgit.errors.IncorrectObjectTypeException;
import org.eclipse.jgit.errors.MissingObjectException;

/** Tells damage of a repository from refusals of the disk. */
final class Trouble {
    private Trouble() {}

    static HistoryNote note(Exception e) {
        if (e instanceof FileSystemException refusal && refusal.getFile() != null && refusal.getReason() != null) {
            return new HistoryNote(HistoryIssue.STORAGE, refusal.getFile(), refusal.getReason());
        }
        return isDamage(e)
                ? new HistoryNote(HistoryIssue.DAMAGED, ".git", e.toString())
                : new HistoryNote(HistoryIssue.STORAGE, ".git", e.toString());
    }

    static MemoryException exception(Exception e) {
        return isDamage(e)
                ? new MemoryException(ErrorCode.WORKSPACE_CORRUPT, "the history cannot be read: " + e.getMessage(), e)
                : new MemoryException(ErrorCode.STORAGE_UNAVAILABLE, "the history cannot be reached: " + e, e);
    }

    private static boolean isDamage(Exception e) {
        // JGit's parsers meet what no Git writes with all kinds of unchecked exceptions.
        return (e instanceof RuntimeException && !(e instanceof UncheckedIOException))
                || e instanceof MissingObjectException
                || e instanceof IncorrectObjectTypeException
                || e instanceof CorruptObjectException
                || e instanceof DamagedException;
    }

    /** What is to be said when HEAD is not on our branch. */
    static List<HistoryNote> standing(Refs.Head head, String branch) {
        if (head.detached().isPresent()) {
            return List.of(new HistoryNote(
                    HistoryIssue.DETACHED_HEAD,
                    head.detached().get().name(),
                    "HEAD is on no branch; commits go to " + branch));
        }
        String current = head.branch().orElse("");
        return Optional.of(current)
                .filter(name -> !name.equals(branch))
                .map(name -> List.of(new HistoryNote(
                        HistoryIssue.FOREIGN_BRANCH, name, "HEAD is on another branch; commits go to " + branch)))
                .orElse(List.of());
    }
}
