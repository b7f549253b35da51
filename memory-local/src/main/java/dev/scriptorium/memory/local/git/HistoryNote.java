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

    /** All of it as one line for a log or a status. */
    @Override
    public String toString() {
        return issue + " " + subject + ": " + message;
    }
}
