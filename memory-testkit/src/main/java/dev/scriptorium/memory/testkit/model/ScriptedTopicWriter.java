package dev.scriptorium.memory.testkit.model;

import dev.scriptorium.memory.local.writer.Stage;
import dev.scriptorium.memory.local.writer.TopicWriter;
import dev.scriptorium.memory.local.writer.WriterException;
import dev.scriptorium.memory.local.writer.WriterOutcome;
import dev.scriptorium.memory.local.writer.WriterTask;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A writer that does what a test tells it, one step a call, and remembers what it was asked. A repair is a call of its
 * own. When its script has ended it records every turn in {@value #TOPIC}, unless told otherwise. Organise passes take
 * no step of the script; it finds nothing to organise, unless told otherwise.
 *
 * <pre>{@code
 * ScriptedTopicWriter writer = ScriptedTopicWriter.of(
 *         WriterSteps.refused("topics/people/ada.md"),
 *         WriterSteps.record("topics/people/ada.md"));
 * }</pre>
 *
 * <p>Safe for use by several threads.
 *
 * @since 0.1
 */
public final class ScriptedTopicWriter implements TopicWriter {
    /** Where it records once its script has ended. */
    public static final String TOPIC = "topics/scripted.md";

    private final ConcurrentLinkedQueue<WriterStep> script = new ConcurrentLinkedQueue<>();
    private final CopyOnWriteArrayList<WriterTask> tasks = new CopyOnWriteArrayList<>();
    private final CopyOnWriteArrayList<WriterTask> organiseTasks = new CopyOnWriteArrayList<>();
    private volatile WriterStep otherwise = WriterSteps.record(TOPIC);
    private volatile WriterStep organising = WriterSteps.nothing("nothing to organise");

    private ScriptedTopicWriter() {}

    /** A writer that takes these steps, then records every turn in {@value #TOPIC}. */
    public static ScriptedTopicWriter of(WriterStep... steps) {
        return new ScriptedTopicWriter().then(steps);
    }

    /** Adds steps to the end of the script. */
    public ScriptedTopicWriter then(WriterStep... steps) {
        script.addAll(List.of(steps));
        return this;
    }

    /** Says what it does once its script has ended. */
    public ScriptedTopicWriter otherwise(WriterStep step) {
        otherwise = step;
        return this;
    }

    /** Says what it does when it is asked to organise. */
    public ScriptedTopicWriter organising(WriterStep step) {
        organising = step;
        return this;
    }

    /** The batches it was asked to write so far, in order, repairs included. */
    public List<WriterTask> tasks() {
        return List.copyOf(tasks);
    }

    /** The organise passes it was asked for so far, in order, repairs included. */
    public List<WriterTask> organiseTasks() {
        return List.copyOf(organiseTasks);
    }

    /** The ids of the turns it was shown by each task, as they stand in source references. */
    public List<List<String>> turnsShown() {
        return tasks.stream()
                .map(task ->
                        task.batch().stream().map(turn -> turn.ref().turn()).toList())
                .toList();
    }

    @Override
    public String name() {
        return "scripted";
    }

    @Override
    public WriterOutcome write(WriterTask task, Stage stage) throws WriterException {
        if (task.kind() == WriterTask.Kind.ORGANISE) {
            organiseTasks.add(task);
            return organising.run(task, stage);
        }
        tasks.add(task);
        WriterStep step = script.poll();
        return (step == null ? otherwise : step).run(task, stage);
    }
}
