package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.event.MemoryListener;
import dev.scriptorium.memory.api.event.NothingToRecord;
import dev.scriptorium.memory.api.event.WriteCommitted;
import dev.scriptorium.memory.api.event.WriteRefused;
import dev.scriptorium.memory.api.event.WriteStarted;
import dev.scriptorium.memory.api.model.TokenUsage;
import dev.scriptorium.memory.local.writer.ExtractiveTopicWriter;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A line for each batch that a model is shown, and a line when it is done: a person waits for a model, and pays it. Says
 * nothing of a writer that asks nobody.
 */
final class BatchNotes implements MemoryListener {
    private final ChosenWriter writer;
    private final Output output;
    private final AtomicInteger batches = new AtomicInteger();
    private volatile String operation = "";
    private volatile TokenUsage before = TokenUsage.NONE;

    private BatchNotes(ChosenWriter writer, Output output) {
        this.writer = writer;
        this.output = output;
    }

    /** For the writer of a call; silent when the call names none, and when it asks nobody. */
    static BatchNotes of(Optional<ChosenWriter> writer, Output output) {
        return new BatchNotes(writer.orElseGet(() -> ChosenWriter.withoutModel(new ExtractiveTopicWriter())), output);
    }

    @Override
    public void writeStarted(WriteStarted event) {
        before = writer.used();
        operation = event.operationId();
        int number = batches.incrementAndGet();
        String session = event.session().map(id -> " of " + id).orElse("");
        String turns = event.turns() == 0 ? "a part of a long turn" : Words.count(event.turns(), "turn");
        say("batch " + number + session + ", " + turns + ": asking "
                + writer.writer().name());
    }

    @Override
    public void writeRefused(WriteRefused event) {
        say("batch " + batches.get() + ": an edit was refused, " + event.code()
                + (event.rules().isEmpty() ? "" : " (" + String.join(", ", new TreeSet<>(event.rules())) + ")"));
    }

    @Override
    public void writeCommitted(WriteCommitted event) {
        // Not what somebody edited meanwhile.
        if (event.operationId().equals(operation)) {
            done(Words.count(event.files(), "topic") + " changed");
        }
    }

    @Override
    public void nothingToRecord(NothingToRecord event) {
        done("nothing to record");
    }

    private void done(String what) {
        TokenUsage now = writer.used();
        say("batch " + batches.get() + ": " + what + ", "
                + ChosenWriter.words(TokenUsage.of(now.input() - before.input(), now.output() - before.output())));
    }

    private void say(String line) {
        if (writer.asks()) {
            output.note(line);
        }
    }
}
