package dev.scriptorium.memory.bench.write;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.bench.gen.SyntheticWorkspace;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.writer.Stage;
import dev.scriptorium.memory.local.writer.TopicWriter;
import dev.scriptorium.memory.local.writer.WriterOutcome;
import dev.scriptorium.memory.local.writer.WriterTask;
import dev.scriptorium.memory.markdown.source.SourceLocations;
import dev.scriptorium.memory.testkit.session.InMemorySession;
import org.jspecify.annotations.Nullable;

/**
 * A pass over one new turn of the conversation with the large archive: one topic changed, one archive appended to. A
 * change on request cannot do that, since its sources get an archive of their own.
 */
final class PassWriting implements RecordWriting, TopicWriter {
    private final InMemorySession session;
    private final RecordText text = new RecordText();
    private @Nullable LocalMemoryBackend backend;
    private @Nullable TopicPath topic;
    private long number;

    PassWriting(InMemorySession session) {
        this.session = session;
    }

    /** Says whose writer this is. */
    void through(LocalMemoryBackend owner) {
        this.backend = owner;
    }

    @Override
    public String write(Place place, long count) {
        LocalMemoryBackend through = backend;
        if (through == null) {
            throw new IllegalStateException("no backend");
        }
        topic = place.topic();
        number = count;
        SessionId id = session.id();
        session.say("bench-" + count, text.source(count));
        through.write(WriteRequest.force(id)).ifPresent(failure -> {
            throw new IllegalStateException(failure.toString());
        });
        return SourceLocations.v2Path(new SourceRef("local/" + SyntheticWorkspace.LONG_SESSION + "/bench"))
                .orElseThrow();
    }

    @Override
    public String name() {
        return "bench";
    }

    @Override
    public WriterOutcome write(WriterTask task, Stage stage) {
        TopicPath to = topic;
        if (task.kind() == WriterTask.Kind.ORGANISE || to == null) {
            return WriterOutcome.nothingToRecord("nothing to organise");
        }
        String label = "e" + number;
        String before = stage.read(to).orElse("");
        stage.write(
                to,
                before + "\n" + text.block(number) + "[^" + label + "]\n\n[^" + label + "]: Time: `"
                        + RecordText.day(number) + "`; Sources: [said]("
                        + task.batch().get(0).ref() + ")\n");
        return WriterOutcome.edited();
    }
}
