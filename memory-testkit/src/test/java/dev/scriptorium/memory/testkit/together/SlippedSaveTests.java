package dev.scriptorium.memory.testkit.together;

import static dev.scriptorium.memory.testkit.together.Page.M;
import static dev.scriptorium.memory.testkit.together.Page.plain;
import static dev.scriptorium.memory.testkit.together.Page.rewriting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.UpdateRequest;
import dev.scriptorium.memory.local.WorkspaceChange;
import dev.scriptorium.memory.local.disk.DiskObserver;
import dev.scriptorium.memory.local.disk.DiskOperation;
import dev.scriptorium.memory.local.tx.WorkspaceLock;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Saves that fall into an install, at every moment of it. */
@ExtendWith(WorkspaceExtension.class)
@Timeout(120)
class SlippedSaveTests {
    private TemporaryWorkspace memory;
    private Page page;
    private BlockId two;
    private String before;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) throws IOException {
        memory = workspace;
        page = Page.of(memory, 6);
        two = page.id(plain(2));
        before = page.text();
        memory.close();
    }

    private interface Action {
        void act() throws IOException;
    }

    /** Changes block two while something else happens, once, before an operation on the disk. */
    private void change(Predicate<DiskOperation> when, Action action) throws IOException {
        change(when, action, change -> {});
    }

    private void change(Predicate<DiskOperation> when, Action action, Consumer<WorkspaceChange> afterwards)
            throws IOException {
        AtomicBoolean waiting = new AtomicBoolean();
        AtomicBoolean over = new AtomicBoolean();
        DiskObserver observer = operation -> {
            if (waiting.get() && when.test(operation) && waiting.compareAndSet(true, false)) {
                over.set(true);
                action.act();
            }
        };
        try (LocalMemoryBackend backend =
                LocalMemoryBackend.open(memory.config().build(), observer)) {
            WorkspaceChange change = backend.workspace().change();
            waiting.set(true);
            change.update(UpdateRequest.changes(change.owner("test/turn"), List.of(rewriting(two, "Two is new.")))
                    .build());
            assertThat(over).as("there was such a moment").isTrue();
            afterwards.accept(change);
        }
    }

    private boolean isInTopics(DiskOperation operation) {
        return operation.path().toString().contains("/topics/");
    }

    /** A moment between the commit point and the rename over the target. */
    enum Moment {
        BEFORE_THE_NEW_FILE,
        BEFORE_IT_IS_FORCED,
        BEFORE_THE_OLD_ONE_IS_KEPT,
        BEFORE_THE_RENAME
    }

    private Predicate<DiskOperation> at(Moment moment) {
        return switch (moment) {
            case BEFORE_THE_NEW_FILE -> operation -> operation instanceof DiskOperation.Create && isInTopics(operation);
            case BEFORE_IT_IS_FORCED -> operation -> operation instanceof DiskOperation.Force && isInTopics(operation);
            case BEFORE_THE_OLD_ONE_IS_KEPT ->
                operation -> operation instanceof DiskOperation.Link
                        && operation.path().toString().contains("/base/");
            case BEFORE_THE_RENAME -> operation -> operation instanceof DiskOperation.Rename && isInTopics(operation);
        };
    }

    @ParameterizedTest
    @EnumSource(Moment.class)
    void anotherBlockThatIsSavedInPlaceIsBroughtIn(Moment moment) throws IOException {
        change(at(moment), () -> page.save(M, before.replace(plain(4), "Four is by hand.")));
        memory.open();
        memory.workspace().maintain().accept();
        assertThat(page.text()).contains("Two is new.").contains("Four is by hand.");
        assertThat(page.conflictFiles()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Moment.class)
    void theSameBlockThatIsSavedInPlaceIsKept(Moment moment) throws IOException {
        String typed = before.replace(plain(2), "Two is by hand.");
        change(at(moment), () -> page.save(M, typed));
        memory.open();
        memory.workspace().maintain().accept();
        assertThat(page.text()).contains("Two is new.").doesNotContain("by hand");
        assertThat(page.conflictFiles())
                .singleElement()
                .satisfies(file -> assertThat(Files.readString(file)).isEqualTo(typed));
        page.removeConflictFiles();
    }

    /** Nobody can see a file that is put in place after the last look and before the rename over it: microseconds. */
    @ParameterizedTest
    @EnumSource(value = Moment.class, mode = EnumSource.Mode.EXCLUDE, names = "BEFORE_THE_RENAME")
    void anotherBlockThatIsSavedByRenameIsBroughtIn(Moment moment) throws IOException {
        change(at(moment), () -> page.saveByRename(M, before.replace(plain(4), "Four is by hand.")));
        memory.open();
        memory.workspace().maintain().accept();
        assertThat(page.text()).contains("Two is new.").contains("Four is by hand.");
        assertThat(page.conflictFiles()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(value = Moment.class, mode = EnumSource.Mode.EXCLUDE, names = "BEFORE_THE_RENAME")
    void theSameBlockThatIsSavedByRenameIsKept(Moment moment) throws IOException {
        String typed = before.replace(plain(2), "Two is by hand.");
        change(at(moment), () -> page.saveByRename(M, typed));
        memory.open();
        memory.workspace().maintain().accept();
        assertThat(page.text()).contains("Two is new.").doesNotContain("by hand");
        assertThat(page.conflictFiles())
                .singleElement()
                .satisfies(file -> assertThat(Files.readString(file)).isEqualTo(typed));
        page.removeConflictFiles();
    }

    /** An editor that had the file open when it was replaced, and writes into it before the entry is dropped. */
    @Test
    void aSaveThatIsSeenOnlyWhenTheEntryIsDroppedIsBroughtIn() throws IOException {
        try (OutputStream open = Files.newOutputStream(page.file(M), StandardOpenOption.WRITE)) {
            change(
                    operation -> operation.path().endsWith("main.lock"),
                    () -> open.write(typed().getBytes(StandardCharsets.UTF_8)));
        }
        memory.handEdited().open();
        assertThat(page.text()).contains("Two is new.").contains("Four is by hand.");
    }

    private String typed() {
        return before.replace(plain(4), "Four is by hand.");
    }

    @Test
    void aSaveThatIsSeenWhileSomebodyHoldsTheLockIsBroughtInLater() throws Exception {
        WorkspaceLock lock = new WorkspaceLock(memory.directory().resolve(".scriptorium/write.lock"));
        List<WorkspaceLock.Held> held = new ArrayList<>();
        try (OutputStream open = Files.newOutputStream(page.file(M), StandardOpenOption.WRITE)) {
            change(
                    operation -> operation.path().endsWith("main.lock"),
                    () -> {
                        open.write(typed().getBytes(StandardCharsets.UTF_8));
                        Thread other = new Thread(() -> lock.tryAcquire().ifPresent(held::add));
                        other.start();
                        try {
                            other.join();
                            assertThat(held).hasSize(1);
                            // Let go of when the entry has been looked at: by the time the update returns.
                        } catch (InterruptedException e) {
                            throw new IOException(e);
                        }
                    },
                    change -> {
                        held.forEach(WorkspaceLock.Held::close);
                        change.update(UpdateRequest.changes(
                                        change.owner("test/turn"),
                                        List.of(Page.adding("Somebody else.", "topics/other.md")))
                                .build());
                    });
        }
        memory.handEdited().open();
        page.change(rewriting(page.id(plain(5)), "Five is new."));
        assertThat(page.text())
                .contains("Two is new.")
                .contains("Four is by hand.")
                .contains("Five is new.");
    }

    /** A process that dies after it has brought a save in, and before it has dropped the entry. */
    @Test
    void whatWasKeptOnceIsNotKeptAgainByTheNextProcess() throws IOException {
        String typed = before.replace(plain(2), "Two is by hand.");
        Path lock = page.file(".git/refs/heads/main.lock");
        change(at(Moment.BEFORE_THE_RENAME), () -> {
            page.save(M, typed);
            // The commit stays owed, and the entry with it.
            Files.createFile(lock);
        });
        assertThat(page.conflictFiles()).hasSize(1);
        Files.delete(lock);
        memory.open();
        page.change(rewriting(page.id(plain(5)), "Five is new."));
        assertThat(page.conflictFiles()).as("one save, one file").hasSize(1);
        page.removeConflictFiles();
        assertThat(page.text()).contains("Five is new.");
    }
}
