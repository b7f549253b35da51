package dev.scriptorium.memory.testkit.model;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.local.writer.BatchTurn;
import dev.scriptorium.memory.local.writer.Stage;
import dev.scriptorium.memory.local.writer.WriterException;
import dev.scriptorium.memory.local.writer.WriterOutcome;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The usual steps of a scripted writer.
 *
 * @since 0.1
 */
public final class WriterSteps {
    private static final long LONGEST_WAIT_SECONDS = 60;

    private WriterSteps() {}

    /** Records every turn of the batch as a block of its own at the end of a topic, word for word on one line. */
    public static WriterStep record(String topic) {
        return (task, stage) -> {
            for (BatchTurn turn : task.batch()) {
                add(stage, topic, oneLine(turn.text()), turn.ref(), day(turn));
            }
            return WriterOutcome.edited();
        };
    }

    /** Edits the stage and says so. */
    public static WriterStep edit(Consumer<Stage> edit) {
        return (task, stage) -> {
            edit.accept(stage);
            return WriterOutcome.edited();
        };
    }

    /** Adds one block that rests on an archived turn to the end of a topic, which is made when it is missing. */
    public static WriterStep block(String topic, String text, String ref) {
        return edit(stage -> add(stage, topic, text, new SourceRef(ref), "undated"));
    }

    /** Finds nothing worth recording. */
    public static WriterStep nothing(String reason) {
        return (task, stage) -> WriterOutcome.nothingToRecord(reason);
    }

    /** Ends without an edit and without saying that there is nothing to record. */
    public static WriterStep noProgress() {
        return (task, stage) -> WriterOutcome.edited();
    }

    /** Makes an edit that breaks a rule: prose without a citation. */
    public static WriterStep refused(String topic) {
        return edit(stage -> {
            TopicPath path = TopicPath.of(topic);
            stage.write(path, stage.read(path).orElse("# Refused\n") + "\nNobody said this.\n");
        });
    }

    /** Fails as writers do. */
    public static WriterStep failing(WriteFailure failure) {
        return (task, stage) -> {
            throw new WriterException(failure, null);
        };
    }

    /** Breaks down. */
    public static WriterStep throwing(RuntimeException trouble) {
        return (task, stage) -> {
            throw trouble;
        };
    }

    /**
     * Takes its time: tells that it has begun, waits for leave to go on, then does the step.
     *
     * @param begun counted down when the writer is at work
     * @param leave waited for, a minute at most
     */
    public static WriterStep waiting(CountDownLatch begun, CountDownLatch leave, WriterStep then) {
        return (task, stage) -> {
            begun.countDown();
            try {
                if (!leave.await(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS)) {
                    throw new WriterException(
                            WriteFailure.of(FailureCode.MODEL_TIMEOUT, "nobody let the scripted writer go on"), null);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new WriterException(
                        WriteFailure.of(FailureCode.WRITER_FAILURE_UNKNOWN, "the scripted writer was interrupted"), e);
            }
            return then.run(task, stage);
        };
    }

    private static void add(Stage stage, String topic, String text, SourceRef ref, String time) {
        TopicPath path = TopicPath.of(topic);
        String before = stage.read(path).orElseGet(() -> "# " + title(topic) + "\n");
        int number = 1;
        while (before.contains("[^e" + number + "]")) {
            number++;
        }
        String label = "[^e" + number + "]";
        String evidence = label + ": Time: `" + time + "`; Sources: [said](" + ref + ")\n";
        stage.write(path, before + "\n" + text + label + "\n\n" + evidence);
    }

    private static String title(String topic) {
        String name = topic.substring(topic.lastIndexOf('/') + 1);
        return name.endsWith(".md") ? name.substring(0, name.length() - 3) : name;
    }

    private static String day(BatchTurn turn) {
        return turn.time().map(time -> time.toLocalDate().toString()).orElse("undated");
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }
}
