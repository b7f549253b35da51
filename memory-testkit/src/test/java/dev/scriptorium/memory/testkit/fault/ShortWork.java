package dev.scriptorium.memory.testkit.fault;

import dev.scriptorium.memory.api.event.MemoryListener;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.local.CheckFinding;
import dev.scriptorium.memory.local.CheckReport;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.local.MemoryWorkspace;
import dev.scriptorium.memory.local.UpdateRequest;
import dev.scriptorium.memory.local.WorkspaceChange;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.disk.DiskObserver;
import dev.scriptorium.memory.markdown.change.CreateRecord;
import dev.scriptorium.memory.markdown.change.DeclaredSource;
import dev.scriptorium.memory.markdown.change.DeleteRecord;
import dev.scriptorium.memory.markdown.change.Destination;
import dev.scriptorium.memory.markdown.change.Position;
import dev.scriptorium.memory.markdown.change.SourceCitation;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import dev.scriptorium.memory.testkit.time.MutableClock;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One forced write of a few turns, then one change on request that brings its source along. Begun again after whatever
 * stopped it, it goes on from there and ends in the same topics.
 */
final class ShortWork {
    private static final String SESSION = "s";
    private static final String REQUESTED = "Ada keeps bees on the roof.";
    private static final Set<String> TROUBLE = Set.of("HISTORY_BEHIND", "HISTORY_DAMAGED", "EDIT_NOT_ADOPTED");

    private final Path workspace;

    ShortWork(Path workspace) {
        this.workspace = workspace;
    }

    private static LocalMemoryConfig.Builder config(Path workspace) {
        InMemorySessionStore store = InMemorySessionStore.withoutMarks(MutableClock.at(TemporaryWorkspace.START));
        store.session(SESSION)
                .say("u1", "I moved from Porto to Lisbon in 2021.")
                .reply("a1", "Noted.")
                .say("u2", "My sister Grace bought a telescope in Oslo for 900 euros.");
        return LocalMemoryConfig.builder(workspace, store)
                .clock(MutableClock.at(TemporaryWorkspace.START))
                .zone(ZoneOffset.UTC)
                .owner("owner/install/0123456789abcdef");
    }

    LocalMemoryBackend open(DiskObserver observer) {
        return LocalMemoryBackend.open(config(workspace).build(), observer);
    }

    LocalMemoryBackend open(MemoryListener listener) {
        return LocalMemoryBackend.open(config(workspace).listener(listener).build());
    }

    /** Opens, works and closes; a kill on the way lets go of what a process lets go of when it dies. */
    void run(DiskObserver observer) {
        LocalMemoryBackend backend = open(observer);
        try {
            work(backend);
        } catch (Killed e) {
            close(backend);
            throw e;
        }
        backend.close();
    }

    private static void close(LocalMemoryBackend killed) {
        try {
            killed.close();
        } catch (Killed e) {
            // Whatever it does to the disk on its way out is not done.
        }
    }

    static void work(LocalMemoryBackend backend) {
        Optional<WriteFailure> failure;
        do {
            failure = backend.write(WriteRequest.force(new SessionId(SESSION)));
        } while (failure.map(WriteFailure::retryable).orElse(false));
        failure.ifPresent(why -> {
            throw new IllegalStateException(why.toString());
        });
        requestOnce(backend);
    }

    /** Tries to work, once; returns why the write failed. */
    static Optional<WriteFailure> workOnce(LocalMemoryBackend backend) {
        Optional<WriteFailure> failure = backend.write(WriteRequest.force(new SessionId(SESSION)));
        if (failure.isEmpty()) {
            requestOnce(backend);
        }
        return failure;
    }

    private static void requestOnce(LocalMemoryBackend backend) {
        MemoryWorkspace workspace = backend.workspace();
        if (workspace.read().grep(REQUESTED, 1).isEmpty()) {
            request(workspace.change());
        }
    }

    private static void request(WorkspaceChange change) {
        CreateRecord record = new CreateRecord(
                REQUESTED,
                "2024-05-01",
                List.of(new SourceCitation("new-source-bees", "said")),
                new Destination(TopicPath.of("topics/people/ada.md"), List.of("Ada"), Position.END, null));
        change.update(UpdateRequest.changes(change.owner("test/turn"), List.of(record))
                .sources(List.of(new DeclaredSource(
                        "new-source-bees", "user", "Ada keeps bees on the roof, she says.", "2024-05-01T10:00:00Z")))
                .build());
    }

    /** Takes back what was requested: the only record of its file, and the file the only one of its directory. */
    static void takeBack(LocalMemoryBackend backend) {
        WorkspaceChange change = backend.workspace().change();
        backend.workspace().read().recent(Integer.MAX_VALUE).stream()
                .filter(block -> block.text().equals(REQUESTED))
                .forEach(block -> change.update(
                        UpdateRequest.changes(change.owner("test/turn"), List.of(new DeleteRecord(block.id())))
                                .build()));
    }

    /** What nobody may ever see half of. */
    DiskState memory() {
        return DiskState.of(workspace, Set.of()).below("topics", "sources").without(Disk::isTemporary);
    }

    /** What is derived from it, and what people look at. */
    DiskState views() {
        return DiskState.of(workspace, Set.of())
                .below("core.md", "timeline", "recent_events.jsonl", "relations.json")
                .without(Disk::isTemporary);
    }

    /** What a check has to say against an open workspace. */
    static List<String> trouble(LocalMemoryBackend backend) {
        CheckReport report = backend.workspace().maintain().check();
        List<CheckFinding> found = new java.util.ArrayList<>(report.problems());
        report.notes().stream().filter(note -> TROUBLE.contains(note.code())).forEach(found::add);
        return found.stream()
                .map(finding -> finding.code() + " " + finding.path() + ": " + finding.message())
                .toList();
    }
}
