package dev.scriptorium.memory.bench.crash;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.MemoryWorkspace;
import dev.scriptorium.memory.local.RecentEvent;
import dev.scriptorium.memory.local.UpdateRequest;
import dev.scriptorium.memory.local.WorkspaceChange;
import dev.scriptorium.memory.markdown.change.CreateRecord;
import dev.scriptorium.memory.markdown.change.DeclaredSource;
import dev.scriptorium.memory.markdown.change.DeleteRecord;
import dev.scriptorium.memory.markdown.change.Destination;
import dev.scriptorium.memory.markdown.change.MemoryChange;
import dev.scriptorium.memory.markdown.change.Position;
import dev.scriptorium.memory.markdown.change.SourceCitation;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * What each process does: writes the conversations in batches, and changes topics on request in between. Begun again
 * after whatever stopped it, it goes on where it was, and ends in the same topics.
 */
final class Work {
    private static final String BEES = "Ada keeps bees on the roof.";
    private static final String GOATS = "Linus keeps goats in the yard.";
    private static final String OWLS = "Grace keeps owls in the barn.";

    private final LocalMemoryBackend backend;
    private final MemoryWorkspace workspace;

    Work(LocalMemoryBackend backend) {
        this.backend = backend;
        this.workspace = backend.workspace();
    }

    /** Does what is not done yet; says after each step how many are done. */
    void run(IntConsumer done) {
        if (!holds(GOATS)) {
            write(0);
            done.accept(1);
            if (!holds(BEES)) {
                create(BEES, "bees", "topics/animals/bees.md");
            }
            done.accept(2);
            create(GOATS, "goats", "topics/people/linus.md");
        }
        done.accept(3);
        if (!holds(OWLS)) {
            write(1);
            done.accept(4);
            create(OWLS, "owls", "topics/people/linus.md");
        }
        done.accept(5);
        // The only block of its file, which goes with it, and its directory too.
        workspace.read().recent(Integer.MAX_VALUE).stream()
                .filter(block -> block.text().contains(BEES))
                .findFirst()
                .map(RecentEvent::id)
                .ifPresent(id -> change(List.of(new DeleteRecord(id)), List.of()));
        done.accept(6);
    }

    private boolean holds(String text) {
        return !workspace.read().grep(text, 1).isEmpty();
    }

    private void write(int session) {
        Optional<WriteFailure> failure;
        do {
            failure = backend.write(WriteRequest.force(new SessionId(Conversations.name(session))));
        } while (failure.map(WriteFailure::retryable).orElse(false));
        failure.ifPresent(why -> {
            throw new IllegalStateException(why.toString());
        });
    }

    private void create(String text, String name, String topic) {
        String label = "new-source-" + name;
        change(
                List.of(new CreateRecord(
                        text,
                        "2024-05-01",
                        List.of(new SourceCitation(label, "said")),
                        new Destination(TopicPath.of(topic), List.of("Animals"), Position.END, null))),
                List.of(new DeclaredSource(label, "user", text + " So they say.", "2024-05-01T10:00:00Z")));
    }

    private void change(List<MemoryChange> changes, List<DeclaredSource> sources) {
        WorkspaceChange change = workspace.change();
        change.update(UpdateRequest.changes(change.owner("bench/crash"), changes)
                .sources(sources)
                .build());
    }
}
