package dev.scriptorium.memory.testkit.model;

import dev.scriptorium.memory.api.model.ModelReply;
import dev.scriptorium.memory.api.model.ModelRequest;

/**
 * What a scripted model answers at one exchange; {@link ModelSteps} has the usual ones.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface ModelStep {

    /**
     * Answers a request.
     *
     * @throws dev.scriptorium.memory.api.model.ModelException when the model is to fail
     */
    ModelReply answer(ModelRequest request);
}
