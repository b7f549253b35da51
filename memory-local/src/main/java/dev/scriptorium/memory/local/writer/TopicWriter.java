package dev.scriptorium.memory.local.writer;

/**
 * Edits a stage for a task: a model, an agent command, or the writer that needs no model.
 *
 * <p>A writer may be slow: no lock is held while it works. It edits the stage it is given and nothing else; what it
 * leaves there is normalised, validated and installed all or nothing, or refused with violations and offered once more
 * for repair. One call at a time per workspace.
 *
 * @since 0.1
 */
public interface TopicWriter {

    /** Short name for status and history, such as {@code extractive}. */
    String name();

    /**
     * Edits the stage.
     *
     * @return whether it edited, or has nothing to record and why
     * @throws WriterException when it could not do its work; the stage is thrown away and nothing is marked
     */
    WriterOutcome write(WriterTask task, Stage stage) throws WriterException;
}
