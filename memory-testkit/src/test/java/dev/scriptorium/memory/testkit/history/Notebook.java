package dev.scriptorium.memory.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.local.BlockChange;
import dev.scriptorium.memory.local.RestoreReport;
import dev.scriptorium.memory.local.UpdateRequest;
import dev.scriptorium.memory.local.UpdateResult;
import dev.scriptorium.memory.local.WorkspaceChange;
import dev.scriptorium.memory.local.WorkspaceHistory;
import dev.scriptorium.memory.markdown.change.CreateRecord;
import dev.scriptorium.memory.markdown.change.DeleteRecord;
import dev.scriptorium.memory.markdown.change.Destination;
import dev.scriptorium.memory.markdown.change.FileChange;
import dev.scriptorium.memory.markdown.change.MemoryChange;
import dev.scriptorium.memory.markdown.change.MoveRecords;
import dev.scriptorium.memory.markdown.change.Position;
import dev.scriptorium.memory.markdown.change.SourceCitation;
import dev.scriptorium.memory.markdown.change.SourceProvenance;
import dev.scriptorium.memory.markdown.change.UpdateRecord;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.session.InMemorySession;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A workspace in which many turns are archived, and the owner who keeps notes on them. */
final class Notebook {
    private final TemporaryWorkspace memory;

    private Notebook(TemporaryWorkspace memory) {
        this.memory = memory;
    }

    /** With turns {@code 0} to {@code turns - 1} of one conversation archived. */
    static Notebook in(TemporaryWorkspace memory, int turns) {
        InMemorySession session = memory.store().session("s");
        for (int turn = 0; turn < turns; turn++) {
            session.say("u" + turn, said(turn));
        }
        memory.backend().extractBeforeDiscard(DiscardRequest.of(session.id(), session.turns()));
        return new Notebook(memory);
    }

    static String said(int turn) {
        return "This is what was said in turn " + turn + ".";
    }

    static String ref(int turn) {
        return "local/s/u" + turn;
    }

    WorkspaceHistory history() {
        return memory.workspace().history();
    }

    SourceProvenance owner() {
        return memory.workspace().change().owner("test/turn");
    }

    private UpdateResult apply(MemoryChange... changes) {
        WorkspaceChange change = memory.workspace().change();
        return change.update(UpdateRequest.changes(owner(), List.of(changes)).build());
    }

    private static Destination place(String path, String heading) {
        return new Destination(new TopicPath(path), List.of("Notes", heading), Position.END, null);
    }

    private static List<SourceCitation> citing(List<Integer> turns) {
        return turns.stream().map(turn -> new SourceCitation(ref(turn), "said")).toList();
    }

    /** A new block; its id. */
    String create(String path, String heading, String words, int turn) {
        UpdateResult result = apply(new CreateRecord(words, "undated", citing(List.of(turn)), place(path, heading)));
        return result.blockIds().values().iterator().next().value();
    }

    UpdateResult update(String id, String words, List<Integer> turns) {
        return apply(new UpdateRecord(new BlockId(id), words, "undated", citing(turns)));
    }

    UpdateResult move(List<String> ids, String path, String heading) {
        return apply(new MoveRecords(ids.stream().map(BlockId::new).toList(), place(path, heading)));
    }

    UpdateResult delete(String id) {
        return apply(new DeleteRecord(new BlockId(id)));
    }

    /** Whole files; those without a text are deleted. */
    UpdateResult write(List<FileChange> files) {
        WorkspaceChange change = memory.workspace().change();
        return change.update(UpdateRequest.files(owner(), files).build());
    }

    RestoreReport restore(String commit) {
        return history().restore(owner(), commit);
    }

    RestoreReport restoreFile(String commit, String path) {
        return history().restore(owner(), commit, path);
    }

    RestoreReport restoreBlock(String commit, String id) {
        return history().restore(owner(), commit, new BlockId(id));
    }

    /** The latest commit. */
    String head() {
        return memory.workspace().read().status().history().head().orElseThrow();
    }

    List<BlockChange> log(String id) {
        return history().log(new BlockId(id), Integer.MAX_VALUE);
    }

    /** The id of the one block whose words begin so. */
    String id(String beginning) {
        List<String> found = memory.workspace().read().recent(Integer.MAX_VALUE).stream()
                .filter(block -> block.text().startsWith(beginning))
                .map(block -> block.id().value())
                .toList();
        assertThat(found).as("blocks that begin with " + beginning).hasSize(1);
        return found.get(0);
    }

    String words(String id) {
        return memory.workspace().read().block(new BlockId(id)).content();
    }

    String path(String id) {
        return memory.workspace().read().block(new BlockId(id)).path().value();
    }

    /** Asks for something that must be refused, and fails when a byte has changed by it. */
    MemoryException refused(ErrorCode code, Runnable request) {
        memory.workspace().read().status();
        ByteSnapshot before = memory.bytes();
        MemoryException refusal = catchThrowableOfType(MemoryException.class, request::run);
        assertThat(refusal).as("a refusal").isNotNull();
        MemoryAssertions.assertThat(memory.bytes()).isUnchangedSince(before);
        assertThat(refusal.code()).as(refusal.getMessage()).isEqualTo(code);
        return refusal;
    }

    /** A person uses their own git in the folder. */
    String git(String... arguments) {
        List<String> command =
                new ArrayList<>(List.of("git", "-c", "user.name=Person", "-c", "user.email=person@example.org"));
        Stream.of(arguments).forEach(command::add);
        try {
            Process git = new ProcessBuilder(command)
                    .directory(memory.directory().toFile())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(git.waitFor()).as(said).isZero();
            return said;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
