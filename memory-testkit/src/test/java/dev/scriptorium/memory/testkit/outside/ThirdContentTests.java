package dev.scriptorium.memory.testkit.outside;

import static dev.scriptorium.memory.testkit.outside.Person.M;
import static dev.scriptorium.memory.testkit.outside.Person.block;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.WorkspaceFile;
import dev.scriptorium.memory.local.disk.DiskOperation;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.fault.Fault;
import dev.scriptorium.memory.testkit.fault.FaultPoints;
import dev.scriptorium.memory.testkit.fault.Killed;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Somebody saves in the very moment in which a transaction replaces the file, or the process dies while it adopts. */
@ExtendWith(WorkspaceExtension.class)
class ThirdContentTests {
    private TemporaryWorkspace memory;
    private Person person;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace;
        person = Person.at(workspace);
        person.writes(M, "# M\n\n" + block("The cat is grey.", "x") + "\n" + block("The house is old.", "y"));
    }

    /** When a save happens: before the manifest is there, before the file is replaced, just after it was. */
    enum Moment {
        BEFORE_THE_COMMIT_POINT,
        BEFORE_THE_FILE_IS_LINKED,
        AFTER_THE_FILE_IS_REPLACED;

        boolean is(DiskOperation operation) {
            String path = operation.path().toString();
            return switch (this) {
                case BEFORE_THE_COMMIT_POINT -> operation instanceof DiskOperation.Rename && path.endsWith(".manifest");
                case BEFORE_THE_FILE_IS_LINKED ->
                    operation instanceof DiskOperation.ForceDirectory && path.endsWith("/tx");
                case AFTER_THE_FILE_IS_REPLACED ->
                    operation instanceof DiskOperation.ForceDirectory && path.endsWith("/topics");
            };
        }
    }

    /** Opens a backend during whose next change somebody saves. */
    private void savesDuring(Moment moment, boolean byRename, UnaryOperator<String> typing) {
        memory.close();
        boolean[] done = {true};
        LocalMemoryBackend backend = LocalMemoryBackend.open(memory.config().build(), operation -> {
            if (!done[0] && moment.is(operation)) {
                done[0] = true;
                String typed = typing.apply(person.text(M));
                if (byRename) {
                    person.saves(M, typed);
                    person.restricts(M);
                } else {
                    person.rewrites(M, typed);
                }
            }
        });
        done[0] = false;
        try {
            OtherProcess.add(backend, M, "The garden is wild.");
        } finally {
            backend.close();
        }
        assertThat(done[0]).as("somebody saved").isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "BEFORE_THE_COMMIT_POINT, true", "BEFORE_THE_COMMIT_POINT, false",
        "BEFORE_THE_FILE_IS_LINKED, true", "BEFORE_THE_FILE_IS_LINKED, false",
        "AFTER_THE_FILE_IS_REPLACED, true", "AFTER_THE_FILE_IS_REPLACED, false"
    })
    void bothAreKept(Moment moment, boolean byRename) {
        savesDuring(moment, byRename, text -> text.replace("grey", "blue"));
        memory.open();
        person.settles();
        assertThat(person.text(M)).contains("blue", "garden", "old").doesNotContain("grey");
        assertThat(person.unadopted()).isEmpty();
        MemoryAssertions.assertThat(memory)
                .hasNoProblems()
                .hasBlock("garden")
                .and()
                .hasBlock("blue");
    }

    /** The entry stands in the topic and in history; what the person wrote is kept beside it, set aside and named. */
    @ParameterizedTest
    @CsvSource({"BEFORE_THE_FILE_IS_LINKED, true", "BEFORE_THE_FILE_IS_LINKED, false"})
    void whereBothChangedOneBlockBothAreKeptApart(Moment moment, boolean byRename) {
        memory.close();
        String given = person.text(M);
        boolean[] done = {true};
        LocalMemoryBackend backend = LocalMemoryBackend.open(memory.config().build(), operation -> {
            if (!done[0] && moment.is(operation)) {
                done[0] = true;
                String typed = given.replace("grey", "blue");
                if (byRename) {
                    person.saves(M, typed);
                    person.restricts(M);
                } else {
                    person.rewrites(M, typed);
                }
            }
        });
        done[0] = false;
        backend.workspace()
                .change()
                .edit(new dev.scriptorium.memory.api.ref.TopicPath(M), given, given.replace("grey", "red"), false);
        backend.close();
        memory.open();
        person.settles();
        assertThat(person.text(M)).contains("The cat is red.");
        List<String> kept = memory.workspace().read().list("").stream()
                .map(WorkspaceFile::path)
                .filter(path -> path.contains(".conflict-"))
                .toList();
        List<String> onDisk = conflictFiles();
        assertThat(onDisk).hasSize(1);
        assertThat(kept).isSubsetOf(onDisk);
        assertThat(person.text(onDisk.get(0))).contains("The cat is blue.");
        assertThat(memory.workspace().read().status().quarantined())
                .extracting(Violation::path)
                .contains(onDisk.get(0));
        MemoryAssertions.assertThat(memory).hasBlock("The cat is red").and().hasNoBlock("blue");
        person.removes(onDisk.get(0));
        MemoryAssertions.assertThat(memory).hasNoProblems();
    }

    private List<String> conflictFiles() {
        return memory.bytes().files().stream()
                .filter(path -> path.startsWith("topics/m.conflict-"))
                .toList();
    }

    /** Whenever the process dies that takes an edit over, the edit is neither lost nor taken twice. */
    @Test
    void aProcessThatDiesWhileItAdopts() throws IOException {
        String colour = "grey";
        boolean killed = true;
        for (int at = 1; killed; at += 4) {
            FaultPoints points = FaultPoints.of(memory.directory());
            LocalMemoryBackend two = LocalMemoryBackend.open(memory.config().build(), points);
            String next = "colour" + at;
            person.saves(
                    M,
                    person.text(M).replace("cat is " + colour, "cat is " + next) + "\n"
                            + block("Typed at " + at + ".", "e1"));
            person.restricts(M);
            colour = next;
            two.workspace().read().status();
            person.waits();
            points.at(points.visited().size() + at, Fault.kill());
            int number = at;
            Throwable end = catchThrowable(() -> OtherProcess.add(two, "topics/other.md", "Other " + number + "."));
            killed = end instanceof Killed;
            Throwable closing = catchThrowable(two::close);
            assertThat(closing == null || closing instanceof Killed)
                    .as("at " + at + " " + closing)
                    .isTrue();
            memory.reopen();
            person.settles();
            assertThat(person.unadopted()).as("at " + at).isEmpty();
            assertThat(conflictFiles()).as("at " + at).isEmpty();
            MemoryAssertions.assertThat(memory).hasBlock("cat is " + next).and().hasBlock("Typed at " + at + ".");
        }
        MemoryAssertions.assertThat(memory).hasNoProblems();
        memory.close();
        removeWhatTheDeadLeft(memory.directory());
    }

    /** Temporary files of a process go when it is dead; this one lives on. */
    static void removeWhatTheDeadLeft(Path directory) throws IOException {
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes seen) throws IOException {
                String name = String.valueOf(file.getFileName());
                if (name.startsWith(".scriptorium-") && name.endsWith(".tmp")) {
                    Files.delete(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
