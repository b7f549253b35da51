package dev.scriptorium.memory.local.git;

/**
 * One thing a history has to say, as a value.
 *
 * @param issue which situation it is
 * @param subject the path, branch or object it is about; relative to the workspace where it is a path inside it
 * @param message one sentence for a person
 * @since 0.1
 */
public record HistoryNote(HistoryIssue issue, String subject, String message) {

    /** What to do about it, as one sentence for a person; empty when there is nothing to do. */
    public String hint() {
        return switch (issue) {
            case ELSEWHERE, UNSUPPORTED ->
                "memory works without; move .git away to get a new history, or switch history off";
            case DAMAGED -> "restore .git from a copy, or move it away: a new history begins with what is on disk";
            case DETACHED_HEAD, FOREIGN_BRANCH -> "check our branch out again when you are done";
            case FOREIGN_OWNER -> "git config --global --add safe.directory, followed by the path of the workspace";
            case NESTED_REPOSITORY -> "move the .git inside that directory away if it is not meant to be one";
            case BRANCH_LOCKED, INDEX_LOCKED -> "remove the lock if no git is running";
            case BRANCH_BUSY, INDEX_DEFERRED -> "the next write or the next check tries again";
            case PATH_LEFT_OUT -> "rename the file";
            case STORAGE -> "see that the disk has room, and that .git may be written to";
            case MOVED, ENCLOSING_REPOSITORY, INDEX_UNSUPPORTED, INDEX_CONFLICT -> "";
        };
    }

    /** All of it as one line for a log or a status. */
    @Override
    public String toString() {
        return issue + " " + subject + ": " + message;
    }
}
