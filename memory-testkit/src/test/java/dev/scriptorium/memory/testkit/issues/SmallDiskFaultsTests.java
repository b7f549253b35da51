package dev.scriptorium.memory.testkit.issues;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.UpdateRequest;
import dev.scriptorium.memory.local.WorkspaceChange;
import dev.scriptorium.memory.markdown.change.CreateRecord;
import dev.scriptorium.memory.markdown.change.Destination;
import dev.scriptorium.memory.markdown.change.Position;
import dev.scriptorium.memory.markdown.change.SourceCitation;
import dev.scriptorium.memory.testkit.Recalls;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real disk that is full, or that nobody may write; where none can be mounted, the tests say so and are skipped. */
class SmallDiskFaultsTests {
    private static final List<String> MEMORY = List.of("topics", "sources", "core.md");

    @TempDir
    private Path home;

    private Path disk;
    private Path workspace;
    private InMemorySessionStore store;
    private LocalMemoryBackend backend;

    @BeforeEach
    void begin() throws IOException, InterruptedException {
        disk = Files.createDirectory(home.resolve("disk"));
        assumeTrue(Disks.mount(disk, 4096), "no disk can be mounted here");
        workspace = disk.resolve("memory");
        store = new InMemorySessionStore();
        store.session("s").say("u1", "I live in Lisbon.");
        backend = open();
        assertThatWrite(Disks.write(backend)).succeeded();
        store.session("s").say("u2", "I work as a baker.");
    }

    @AfterEach
    void end() throws IOException, InterruptedException {
        if (backend != null) {
            backend.close();
            assertThat(Disks.unmount(disk)).isTrue();
        }
    }

    private LocalMemoryBackend open() {
        return LocalMemoryBackend.open(Disks.config(workspace, store).build());
    }

    private void create() {
        WorkspaceChange change = backend.workspace().change();
        change.update(UpdateRequest.changes(
                        change.owner("test/turn"),
                        List.of(new CreateRecord(
                                "A block made by hand.",
                                "undated",
                                List.of(new SourceCitation("local/s/u1", "said")),
                                new Destination(TopicPath.of("topics/hand.md"), List.of(), Position.END, null))))
                .build());
    }

    private void everythingIsRefusedAndNothingChanges() {
        ByteSnapshot before = ByteSnapshot.of(workspace);
        assertThatWrite(Disks.write(backend))
                .failedWith(FailureCode.STORAGE_UNAVAILABLE)
                .retryable();
        assertThatExceptionOfType(MemoryException.class)
                .isThrownBy(this::create)
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE_UNAVAILABLE));
        assertThat(Recalls.of(backend, "Who lives in Lisbon?")).as("a search").isPresent();
        assertThat(backend.workspace().read().status().blocks()).isEqualTo(1);
        for (String part : MEMORY) {
            MemoryAssertions.assertThat(ByteSnapshot.of(workspace).below(part).withoutTimes())
                    .isUnchangedSince(before.below(part).withoutTimes());
        }
        assertThat(store.session("s")
                        .written(backend.workspace().read().status().workspace()))
                .containsExactly("u1");
    }

    private void everythingGoesOn() {
        assertThatWrite(Disks.write(backend)).succeeded();
        create();
        MemoryAssertions.assertThat(backend.workspace())
                .hasNoProblems()
                .hasPending(0)
                .hasArchived(2)
                .hasBlocks(3);
        assertThat(backend.workspace().read().status().history().behind()).isZero();
        backend.close();
        backend = open();
        MemoryAssertions.assertThat(backend.workspace()).hasNoProblems().hasBlocks(3);
    }

    @Test
    void aDiskThatIsFullRefusesWithACodeAndLosesNothing() throws IOException {
        Path filler = disk.resolve("filler");
        Disks.fill(filler);
        everythingIsRefusedAndNothingChanges();
        Files.delete(filler);
        everythingGoesOn();
    }

    @Test
    void aDiskThatIsFullWhenTheWorkspaceIsOpenedRefusesWithACodeOrServes() throws IOException {
        backend.close();
        Path filler = disk.resolve("filler");
        Disks.fill(filler);
        try {
            backend = open();
            everythingIsRefusedAndNothingChanges();
        } catch (MemoryException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.STORAGE_UNAVAILABLE);
        }
        Files.delete(filler);
        backend.close();
        backend = open();
        everythingGoesOn();
    }

    @Test
    void aWorkspaceThatNobodyMayWriteRefusesWithACodeAndServes() throws IOException, InterruptedException {
        assumeTrue(Disks.remount(disk, "ro"), "the disk cannot be made read-only");
        everythingIsRefusedAndNothingChanges();
        assertThatExceptionOfType(MemoryException.class)
                .isThrownBy(() -> open().close())
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE_UNAVAILABLE));
        assertThat(Disks.remount(disk, "rw")).isTrue();
        everythingGoesOn();
    }
}
