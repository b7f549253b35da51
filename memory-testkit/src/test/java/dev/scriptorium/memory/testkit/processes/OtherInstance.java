package dev.scriptorium.memory.testkit.processes;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.UpdateRequest;
import dev.scriptorium.memory.local.WorkspaceChange;
import dev.scriptorium.memory.local.disk.DiskObserver;
import dev.scriptorium.memory.markdown.change.CreateRecord;
import dev.scriptorium.memory.markdown.change.Destination;
import dev.scriptorium.memory.markdown.change.Position;
import dev.scriptorium.memory.markdown.change.SourceCitation;
import java.nio.file.Path;
import java.util.List;

/** An instance of the library that adds blocks to one topic; in another process, or under another class loader. */
public final class OtherInstance {
    static final String TOPIC = "topics/shared.md";

    private OtherInstance() {}

    /** Adds: the workspace, a name, and how many blocks. */
    public static void main(String[] args) {
        add(args[0], args[1], Integer.parseInt(args[2]));
        System.out.println("done");
        System.out.flush();
    }

    /** Opens the workspace, adds so many blocks one by one, and closes it. */
    public static void add(String workspace, String name, int blocks) {
        try (LocalMemoryBackend backend = Counters.open(Path.of(workspace), DiskObserver.NONE)) {
            for (int i = 0; i < blocks; ) {
                try {
                    create(backend, "Block " + i + " of " + name + ".");
                    i++;
                } catch (MemoryException e) {
                    if (e.code() != ErrorCode.CONCURRENT_UPDATE) {
                        throw e;
                    }
                }
            }
        }
    }

    static void create(LocalMemoryBackend backend, String text) {
        WorkspaceChange change = backend.workspace().change();
        CreateRecord record = new CreateRecord(
                text,
                "undated",
                List.of(new SourceCitation(Counters.SOURCE, "said")),
                new Destination(TopicPath.of(TOPIC), List.of(), Position.END, null));
        change.update(UpdateRequest.changes(change.owner("test/turn"), List.of(record))
                .build());
    }
}
