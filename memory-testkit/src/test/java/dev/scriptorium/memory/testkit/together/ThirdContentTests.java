package dev.scriptorium.memory.testkit.together;

import static dev.scriptorium.memory.testkit.together.Page.M;
import static dev.scriptorium.memory.testkit.together.Page.adding;
import static dev.scriptorium.memory.testkit.together.Page.plain;
import static dev.scriptorium.memory.testkit.together.Page.rewriting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.local.CheckFinding;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.UpdateRequest;
import dev.scriptorium.memory.local.WorkspaceChange;
import dev.scriptorium.memory.markdown.change.DeleteRecord;
import dev.scriptorium.memory.markdown.change.FileChange;
import dev.scriptorium.memory.markdown.change.MemoryChange;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.fault.Fault;
import dev.scriptorium.memory.testkit.fault.FaultPoints;
import dev.scriptorium.memory.testkit.fault.Killed;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Files that somebody wrote between the moment a transaction held and the moment it was completed. */
@ExtendWith(WorkspaceExtension.class)
@Timeout(120)
class ThirdContentTests {
    private static final String OTHER = "topics/other.md";
    private static final String BEFORE_THE_FIRST_FILE = "create topics/tmp";

    private TemporaryWorkspace memory;
    private Page page;
    private BlockId two;
    private String before;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace;
        page = Page.of(memory, 6);
        two = page.id(plain(2));
        before = page.text();
    }

    /** A change that is killed when it holds, and before a file has moved. */
    private void killed(String point, Function<WorkspaceChange, UpdateRequest.Builder> request) throws IOException {
        memory.close();
        FaultPoints points = FaultPoints.of(memory.directory().toRealPath());
        LocalMemoryBackend dying = LocalMemoryBackend.open(memory.config().build(), points);
        points.at(point, points.counts().getOrDefault(point, 0) + 1, Fault.kill());
        WorkspaceChange change = dying.workspace().change();
        assertThatThrownBy(() -> change.update(request.apply(change).build())).isInstanceOf(Killed.class);
        assertThatThrownBy(dying::close).isInstanceOf(Killed.class);
        try (Stream<Path> entry = Files.list(page.file(".scriptorium/tx"))) {
            assertThat(entry).anyMatch(file -> file.toString().endsWith(".manifest"));
        }
    }

    private void killed(MemoryChange... changes) throws IOException {
        killed(BEFORE_THE_FIRST_FILE, change -> UpdateRequest.changes(change.owner("test/turn"), List.of(changes)));
    }

    private void changeOfTwoFilesIsKilled() throws IOException {
        killed(rewriting(two, "Two is new."), adding("Another is new.", OTHER));
        assertThat(page.text()).isEqualTo(before);
    }

    private void theOtherFileIsComplete() {
        assertThat(memory.text(OTHER)).contains("Another is new.");
        MemoryAssertions.assertThat(memory).hasBlock("Another is new.");
    }

    @Test
    void anotherBlockIsMerged() throws IOException {
        changeOfTwoFilesIsKilled();
        page.save(M, before.replace(plain(4), "Four is by hand."));
        memory.open();
        theOtherFileIsComplete();
        MemoryAssertions.assertThat(memory)
                .hasNoProblems()
                .hasBlocks(7)
                .hasBlock("Two is new.")
                .and()
                .hasBlock("Four is by hand.");
        assertThat(memory.workspace().maintain().accept()).isTrue();
        assertThat(page.text()).contains("Two is new.").contains("Four is by hand.");
        assertThat(page.conflictFiles()).isEmpty();
    }

    @Test
    void theSameBlockIsKeptBesideTheEntrys() throws IOException {
        changeOfTwoFilesIsKilled();
        String typed = before.replace(plain(2), "Two is by hand.").replace(plain(4), "Four is by hand.");
        page.save(M, typed);
        memory.open();
        theOtherFileIsComplete();
        MemoryAssertions.assertThat(memory).hasBlock("Two is new.").and().hasNoBlock("by hand");
        memory.workspace().maintain().accept();
        assertThat(page.text()).contains("Two is new.").doesNotContain("by hand");
        assertThat(page.conflictFiles()).singleElement().satisfies(file -> {
            assertThat(Files.readString(file)).isEqualTo(typed);
            assertThat(file.getFileName().toString()).startsWith("m.conflict-").endsWith(".md");
        });
        assertThat(memory.workspace().read().status().quarantined())
                .isNotEmpty()
                .allSatisfy(broken -> assertThat(broken.path()).contains("m.conflict-"));
        assertThat(memory.workspace().maintain().check().problems())
                .extracting(CheckFinding::path)
                .isNotEmpty()
                .allSatisfy(path -> assertThat(path).contains("m.conflict-"));
        MemoryAssertions.assertThat(memory).hasBlocks(7);
        page.change(rewriting(page.id(plain(5)), "Five is new."));
        memory.reopen();
        assertThat(page.conflictFiles()).hasSize(1);
        page.removeConflictFiles();
    }

    @Test
    void whatTheNextChangeNeedsIsSettledAtOnce() throws IOException {
        changeOfTwoFilesIsKilled();
        page.save(M, before.replace(plain(2), "Two is by hand."));
        memory.open();
        page.change(rewriting(page.id(plain(5)), "Five is new."));
        assertThat(page.text()).contains("Two is new.").contains("Five is new.");
        assertThat(page.conflictFiles())
                .singleElement()
                .satisfies(file -> assertThat(Files.readString(file)).contains("Two is by hand."));
        page.removeConflictFiles();
    }

    @Test
    void whileAFileInConflictWaitsForItsPersonTheTopicGoesOn() throws IOException {
        changeOfTwoFilesIsKilled();
        page.save(M, before.replace(plain(2), "Two is by hand."));
        memory.open();
        memory.workspace().maintain().accept();
        assertThat(page.conflictFiles()).hasSize(1);
        page.save(M, page.text().replace(plain(4), "Four is by hand."));
        MemoryAssertions.assertThat(memory).hasBlock("Four is by hand.");
        page.change(rewriting(page.id(plain(5)), "Five is new."));
        assertThat(page.text()).contains("Two is new.", "Four is by hand.", "Five is new.");
        page.removeConflictFiles();
    }

    @Test
    void aFileThatIsNoTextStopsNothing() throws IOException {
        changeOfTwoFilesIsKilled();
        memory.handEdited();
        Files.write(page.file(M), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        memory.open();
        theOtherFileIsComplete();
        assertThat(memory.workspace().read().status().quarantined())
                .allSatisfy(broken -> assertThat(broken.path()).isEqualTo(M))
                .isNotEmpty();
        MemoryAssertions.assertThat(memory).hasBlock("Two is new.");
        Files.writeString(page.file(M), before);
    }

    @Test
    void anEmptyFileStopsNothing() throws IOException {
        changeOfTwoFilesIsKilled();
        page.save(M, "");
        memory.open();
        theOtherFileIsComplete();
        page.save(M, before);
    }

    @Test
    void aFileThatIsGoneStopsNothing() throws IOException {
        changeOfTwoFilesIsKilled();
        memory.handEdited();
        Files.delete(page.file(M));
        memory.open();
        theOtherFileIsComplete();
        assertThat(memory.workspace().maintain().check()).isNotNull();
        memory.workspace().maintain().accept();
        memory.reopen();
        theOtherFileIsComplete();
    }

    @Test
    void aTopicThatSomebodyMadeToo() throws IOException {
        killed(rewriting(two, "Two is new."), adding("Another is new.", OTHER));
        page.save(OTHER, "# Other\n\n" + Page.block("A person has begun it.", "e1"));
        memory.open();
        assertThat(page.text()).contains("Two is new.");
        memory.workspace().maintain().accept();
        String all = memory.text(OTHER)
                + page.conflictFiles().stream().map(Page::read).toList();
        assertThat(all).contains("A person has begun it.");
        assertThat(everCommitted(OTHER) + memory.text(OTHER)).contains("Another is new.");
        page.removeConflictFiles();
    }

    private String everCommitted(String path) {
        return Page.git(memory.directory(), "log", "-p", "--format=", "--", path);
    }

    @Test
    void aTopicThatTheEntryRemovesAndSomebodyChanged() throws IOException {
        page.fill(OTHER, 2);
        String other = memory.text(OTHER);
        killed(
                "remove topics/*",
                change -> UpdateRequest.files(
                        change.owner("test/turn"),
                        List.of(
                                FileChange.delete(OTHER),
                                FileChange.write(M, before.replace(plain(2), "Two is new.")))));
        page.save(OTHER, other.replace(plain(1), "One is by hand."));
        memory.open();
        assertThat(page.text()).contains("Two is new.");
        memory.workspace().maintain().accept();
        String all = (Files.exists(page.file(OTHER)) ? memory.text(OTHER) : "")
                + page.conflictFiles().stream().map(Page::read).toList();
        assertThat(all).contains("One is by hand.");
        page.removeConflictFiles();
    }

    @Test
    void aBlockThatTheEntryRemovesAndSomebodyChanged() throws IOException {
        killed(new DeleteRecord(two), adding("Another is new.", OTHER));
        page.save(M, before.replace(plain(2), "Two is by hand."));
        memory.open();
        theOtherFileIsComplete();
        memory.workspace().maintain().accept();
        String all = page.text() + page.conflictFiles().stream().map(Page::read).toList();
        assertThat(all).contains("Two is by hand.");
        page.removeConflictFiles();
    }

    @Test
    void anArchiveThatSomebodyAddedToStopsNoOtherFile() throws IOException {
        String archive =
                archiveIsTouched(file -> Files.writeString(file, "\nnot a frame\n", StandardOpenOption.APPEND));
        named(archive);
    }

    @Test
    void anArchiveThatSomebodyCutStopsNoOtherFile() throws IOException {
        String archive = archiveIsTouched(
                file -> Files.writeString(file, Files.readString(file).substring(0, 40)));
        named(archive);
    }

    private void named(String archive) {
        assertThat(memory.workspace().maintain().check().problems())
                .extracting(CheckFinding::path)
                .contains(archive);
        page.change(rewriting(two, "Two is new."));
        memory.reopen();
        MemoryAssertions.assertThat(memory).hasBlock("Two is new.");
        memory.leaveUnchecked();
    }

    private interface Touch {
        void touch(Path archive) throws IOException;
    }

    /** An entry that changes a topic and appends to an archive, and an archive that is not what it was. */
    private String archiveIsTouched(Touch touch) throws IOException {
        Path archive;
        try (Stream<Path> all = Files.walk(page.file("sources"))) {
            archive = all.filter(Files::isRegularFile).findFirst().orElseThrow();
        }
        String path = memory.directory().relativize(archive).toString().replace('\\', '/');
        memory.close();
        FaultPoints points = FaultPoints.of(memory.directory().toRealPath());
        LocalMemoryBackend dying = LocalMemoryBackend.open(memory.config().build(), points);
        points.at("write sources/*", points.counts().getOrDefault("write sources/*", 0) + 1, Fault.kill());
        memory.store().session("s").say("u2", "I work as a baker.");
        var session = memory.store().session("s");
        assertThatThrownBy(() -> dying.extractBeforeDiscard(DiscardRequest.of(session.id(), session.turns())))
                .isInstanceOf(Killed.class);
        assertThatThrownBy(dying::close).isInstanceOf(Killed.class);
        memory.handEdited();
        touch.touch(archive);
        memory.open();
        return path;
    }
}
