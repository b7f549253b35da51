package dev.scriptorium.memory.testkit.githistory;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.local.CheckReport;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.UpdateRequest;
import dev.scriptorium.memory.local.UpdateResult;
import dev.scriptorium.memory.local.WorkspaceChange;
import dev.scriptorium.memory.local.WorkspaceStatus;
import dev.scriptorium.memory.markdown.change.CreateRecord;
import dev.scriptorium.memory.markdown.change.Destination;
import dev.scriptorium.memory.markdown.change.Position;
import dev.scriptorium.memory.markdown.change.SourceCitation;
import dev.scriptorium.memory.testkit.session.InMemorySession;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The owner of a workspace, who writes while somebody uses {@code git} beside. */
final class Owner {
    static final String TOPIC = "topics/m.md";
    static final String ARCHIVE = "sources/local/_v2/s.md";

    private static final String U1 = "local/s/u1";

    private final TemporaryWorkspace memory;
    private int written;
    private int said = 1;

    private Owner(TemporaryWorkspace memory) {
        this.memory = memory;
    }

    /** Of a workspace in which one turn is archived. */
    static Owner of(TemporaryWorkspace memory) {
        Owner owner = new Owner(memory);
        owner.archives();
        return owner;
    }

    /** Archives one more turn of the one conversation. */
    String archives() {
        InMemorySession session = memory.store().session("s");
        String words = "Turn " + said + " was said.";
        session.say("u" + said++, words);
        memory.backend().extractBeforeDiscard(DiscardRequest.of(session.id(), session.turns()));
        return words;
    }

    /** Adds one record to the topic. */
    UpdateResult adds() {
        return adds(TOPIC);
    }

    UpdateResult adds(String topic) {
        return adds(memory.backend(), topic, "Record " + ++written + " of the owner.");
    }

    void adds(int records) {
        for (int i = 0; i < records; i++) {
            adds();
        }
    }

    static UpdateResult adds(LocalMemoryBackend backend, String topic, String text) {
        WorkspaceChange change = backend.workspace().change();
        CreateRecord record = new CreateRecord(
                text,
                "undated",
                List.of(new SourceCitation(U1, "said")),
                new Destination(new TopicPath(topic), List.of(), Position.END, null));
        return change.update(UpdateRequest.changes(change.owner("test/turn"), List.of(record))
                .build());
    }

    Path file(String path) {
        return memory.directory().resolve(path);
    }

    WorkspaceStatus status() {
        return memory.workspace().read().status();
    }

    int behind() {
        return status().history().behind();
    }

    /** Why commits are owed, as status says. */
    String reason() {
        return status().history().reason().orElse("");
    }

    /** The codes of the notes that status shows. */
    List<String> notes() {
        return status().notes().stream().map(note -> note.code()).toList();
    }

    /** What a check finds, problems and notes. */
    List<String> check() {
        CheckReport report = memory.workspace().maintain().check();
        return Stream.concat(report.problems().stream(), report.notes().stream())
                .map(finding -> finding.code() + " " + finding.path() + " " + finding.message())
                .toList();
    }

    /** The messages of our commits, newest first. */
    List<String> log() {
        return memory.workspace().history().log(Optional.empty(), Integer.MAX_VALUE).stream()
                .map(entry -> entry.message())
                .toList();
    }
}
