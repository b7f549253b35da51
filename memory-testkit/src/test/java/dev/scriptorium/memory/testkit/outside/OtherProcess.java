package dev.scriptorium.memory.testkit.outside;

import dev.scriptorium.memory.api.event.OutsideEditAdopted;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.local.UpdateRequest;
import dev.scriptorium.memory.local.WorkspaceChange;
import dev.scriptorium.memory.local.disk.DiskObserver;
import dev.scriptorium.memory.local.disk.DiskOperation;
import dev.scriptorium.memory.markdown.change.CreateRecord;
import dev.scriptorium.memory.markdown.change.Destination;
import dev.scriptorium.memory.markdown.change.Position;
import dev.scriptorium.memory.markdown.change.SourceCitation;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import dev.scriptorium.memory.testkit.time.MutableClock;
import dev.scriptorium.memory.testkit.workspace.RecordedEvents;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A program that adds a block to a topic for each line it is told, {@code topic<TAB>text}, and answers how many outside
 * edits it took over so far. Its clock goes on by more than an edit must be left alone for.
 */
public final class OtherProcess {
    private OtherProcess() {}

    /** Runs: the workspace, and the number of the disk operation at which it dies; 0 for none. */
    public static void main(String[] args) throws IOException {
        Path workspace = Path.of(args[0]);
        MutableClock clock = MutableClock.at(TemporaryWorkspace.START);
        RecordedEvents events = new RecordedEvents();
        Halt halt = new Halt(Integer.parseInt(args[1]));
        LocalMemoryConfig config = LocalMemoryConfig.builder(workspace, new InMemorySessionStore())
                .clock(clock)
                .zone(ZoneOffset.UTC)
                .listener(events)
                .history(Files.isDirectory(workspace.resolve(".git")))
                .interactiveLockTimeout(Duration.ofSeconds(20))
                .build();
        try (LocalMemoryBackend backend = LocalMemoryBackend.open(config, halt);
                BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            halt.armed = true;
            answer("ready");
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                clock.advance(Duration.ofSeconds(11));
                String[] fields = line.split("\t", -1);
                add(backend, fields[0], fields[1]);
                answer("adopted " + events.of(OutsideEditAdopted.class).size());
            }
        }
    }

    private static void answer(String line) {
        System.out.println(line);
        System.out.flush();
    }

    static void add(LocalMemoryBackend backend, String topic, String text) {
        WorkspaceChange change = backend.workspace().change();
        CreateRecord record = new CreateRecord(
                text,
                "undated",
                List.of(new SourceCitation(Person.U1, "said")),
                new Destination(TopicPath.of(topic), List.of(), Position.END, null));
        change.update(UpdateRequest.changes(change.owner("test/turn"), List.of(record))
                .build());
    }

    /** Ends the process before an operation, as {@code kill -9} does. */
    private static final class Halt implements DiskObserver {
        private final int at;
        private final AtomicInteger count = new AtomicInteger();
        private volatile boolean armed;

        Halt(int at) {
            this.at = at;
        }

        @Override
        public void before(DiskOperation operation) {
            if (armed && count.incrementAndGet() == at) {
                Runtime.getRuntime().halt(9);
            }
        }
    }
}
