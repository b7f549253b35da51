package dev.scriptorium.memory.testkit.model;

import dev.scriptorium.memory.api.model.Deadline;
import dev.scriptorium.memory.api.model.MemoryModel;
import dev.scriptorium.memory.api.model.ModelMessage;
import dev.scriptorium.memory.api.model.ModelReply;
import dev.scriptorium.memory.api.model.ModelRequest;
import dev.scriptorium.memory.api.write.FailureCode;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A model that answers what a test tells it, one step an exchange, and remembers what it was asked. It is no model:
 * it shows what a program does with answers, and nothing about how good any answer is. When its script has ended it
 * fails, unless told otherwise.
 *
 * <pre>{@code
 * ScriptedMemoryModel model = ScriptedMemoryModel.of(
 *         ModelSteps.write("topics/people/ada.md", text),
 *         ModelSteps.finish());
 * }</pre>
 *
 * <p>Safe for use by several threads.
 *
 * @since 0.1
 */
public final class ScriptedMemoryModel implements MemoryModel {
    private final ConcurrentLinkedQueue<ModelStep> script = new ConcurrentLinkedQueue<>();
    private final CopyOnWriteArrayList<ModelRequest> requests = new CopyOnWriteArrayList<>();
    private volatile ModelStep otherwise = ModelSteps.failing(FailureCode.MODEL_FAILURE_UNKNOWN);

    private ScriptedMemoryModel() {}

    /** A model that takes these steps. */
    public static ScriptedMemoryModel of(ModelStep... steps) {
        return new ScriptedMemoryModel().then(steps);
    }

    /** Adds steps to the end of the script. */
    public ScriptedMemoryModel then(ModelStep... steps) {
        script.addAll(List.of(steps));
        return this;
    }

    /** Says what it answers once its script has ended. */
    public ScriptedMemoryModel otherwise(ModelStep step) {
        otherwise = step;
        return this;
    }

    /** What it was asked so far, in order. */
    public List<ModelRequest> requests() {
        return List.copyOf(requests);
    }

    /** The text of the last message of each request, in order: a task, or the answer to its last call. */
    public List<String> heard() {
        return requests.stream()
                .map(ModelRequest::messages)
                .map(messages -> messages.get(messages.size() - 1).text())
                .toList();
    }

    /** The task with which a conversation began: the first message of the user's, of one of the requests. */
    public String task(int request) {
        return requests.get(request).messages().stream()
                .filter(message -> message.role() == ModelMessage.Role.USER)
                .findFirst()
                .map(ModelMessage::text)
                .orElse("");
    }

    /** How many steps of its script are left. */
    public int left() {
        return script.size();
    }

    @Override
    public ModelReply exchange(ModelRequest request, Deadline deadline) {
        requests.add(request);
        ModelStep step = script.poll();
        return (step == null ? otherwise : step).answer(request);
    }
}
