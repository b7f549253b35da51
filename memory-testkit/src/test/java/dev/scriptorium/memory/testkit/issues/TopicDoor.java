package dev.scriptorium.memory.testkit.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.local.RecentEvent;
import dev.scriptorium.memory.local.UpdateRequest;
import dev.scriptorium.memory.local.UpdateResult;
import dev.scriptorium.memory.local.WorkspaceChange;
import dev.scriptorium.memory.markdown.change.CreateRecord;
import dev.scriptorium.memory.markdown.change.Destination;
import dev.scriptorium.memory.markdown.change.FileChange;
import dev.scriptorium.memory.markdown.change.MemoryChange;
import dev.scriptorium.memory.markdown.change.MoveRecords;
import dev.scriptorium.memory.markdown.change.Position;
import dev.scriptorium.memory.markdown.change.SourceCitation;
import dev.scriptorium.memory.markdown.change.UnifiedDiff;
import dev.scriptorium.memory.markdown.change.UpdateRecord;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.session.InMemorySession;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** The owner at the doors of a workspace in which two turns of the session {@code s} are archived. */
final class TopicDoor {
    static final String M = "topics/m.md";
    static final String U1 = "local/s/u1";
    static final String U2 = "local/s/u2";

    private final TemporaryWorkspace memory;

    private TopicDoor(TemporaryWorkspace memory) {
        this.memory = memory;
    }

    static TopicDoor of(TemporaryWorkspace memory) {
        InMemorySession session =
                memory.store().session("s").say("u1", "I live in Lisbon.").say("u2", "I work as a baker.");
        memory.backend().extractBeforeDiscard(DiscardRequest.of(session.id(), session.turns()));
        return new TopicDoor(memory);
    }

    /** A definition, with the end of its line. */
    static String definition(String label, String ref) {
        return "[^" + label + "]: Time: `undated`; Sources: [said](" + ref + ")\n";
    }

    /** A block of its own with its definition. */
    static String block(String text, String label) {
        return text + "[^" + label + "]\n\n" + definition(label, U1);
    }

    static Destination end(String path, String... headings) {
        return new Destination(new TopicPath(path), List.of(headings), Position.END, null);
    }

    static CreateRecord adding(String text, String path, String... headings) {
        return new CreateRecord(text, "undated", List.of(new SourceCitation(U1, "said")), end(path, headings));
    }

    static UpdateRecord rewriting(BlockId id, String text) {
        return new UpdateRecord(id, text, "undated", List.of(new SourceCitation(U1, "said")));
    }

    static MoveRecords moving(BlockId id, String path) {
        return new MoveRecords(List.of(id), end(path));
    }

    UpdateResult change(MemoryChange... changes) {
        WorkspaceChange change = memory.workspace().change();
        return change.update(UpdateRequest.changes(change.owner("test/turn"), List.of(changes))
                .build());
    }

    UpdateResult write(FileChange... files) {
        WorkspaceChange change = memory.workspace().change();
        return change.update(
                UpdateRequest.files(change.owner("test/turn"), List.of(files)).build());
    }

    UpdateResult write(String path, String text) {
        return write(FileChange.write(path, text));
    }

    UpdateResult patch(String patch) {
        WorkspaceChange change = memory.workspace().change();
        return change.update(UpdateRequest.patch(change.owner("test/turn"), UnifiedDiff.parse(patch))
                .build());
    }

    UpdateResult edit(String path, String after) {
        return memory.workspace().change().edit(new TopicPath(path), text(path), after, false);
    }

    /** The text of a topic; empty when there is none. */
    String text(String path) {
        return Files.exists(file(path)) ? memory.text(path) : "";
    }

    Path file(String path) {
        return memory.directory().resolve(path);
    }

    /** The id of the one block that contains the words. */
    BlockId id(String words) {
        List<BlockId> found = memory.workspace().read().recent(Integer.MAX_VALUE).stream()
                .filter(block -> block.text().contains(words))
                .map(RecentEvent::id)
                .toList();
        assertThat(found).as("blocks with " + words).hasSize(1);
        return found.get(0);
    }

    /** Writes a file as a program beside us does. */
    void byHand(String path, byte[] bytes) {
        memory.handEdited();
        try {
            Files.createDirectories(file(path).getParent());
            Files.write(file(path), bytes);
            Files.setPosixFilePermissions(file(path), PosixFilePermissions.fromString("rw-------"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Asks for something that must be refused, and fails when a byte has changed by it. */
    MemoryException refused(Runnable request) {
        memory.workspace().read().status();
        ByteSnapshot before = memory.bytes();
        MemoryException refusal = catchThrowableOfType(MemoryException.class, request::run);
        assertThat(refusal).as("a refusal").isNotNull();
        MemoryAssertions.assertThat(memory.bytes()).isUnchangedSince(before);
        return refusal;
    }

    /** The same, for a rule of the format; every violation says where, what was expected, what found, what to do. */
    List<Violation> refusedFor(String rule, Runnable request) {
        MemoryException refusal = refused(request);
        assertThat(refusal.violations())
                .as(refusal.getMessage())
                .extracting(Violation::rule)
                .contains(rule);
        assertThat(refusal.violations()).allSatisfy(violation -> {
            assertThat(violation.path()).startsWith("topics/");
            assertThat(violation.expected()).isNotBlank();
            assertThat(violation.found()).isNotBlank();
            assertThat(violation.hint()).isNotBlank();
        });
        return refusal.violations();
    }

    void refusedWith(ErrorCode code, Runnable request) {
        MemoryException refusal = refused(request);
        assertThat(refusal.code()).as(refusal.getMessage()).isEqualTo(code);
    }
}
