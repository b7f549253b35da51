package dev.scriptorium.memory.testkit.model;

import dev.scriptorium.memory.local.writer.Stage;
import dev.scriptorium.memory.local.writer.WriterException;
import dev.scriptorium.memory.local.writer.WriterOutcome;
import dev.scriptorium.memory.local.writer.WriterTask;

/**
 * What a scripted writer does at one call; {@link WriterSteps} has the usual ones.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface WriterStep {

    /**
     * Edits the stage, or does not.
     *
     * @throws WriterException when the writer is to fail
     */
    WriterOutcome run(WriterTask task, Stage stage) throws WriterException;
}
