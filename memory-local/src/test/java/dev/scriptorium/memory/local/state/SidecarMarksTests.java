package dev.scriptorium.memory.local.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.WorkspaceId;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.disk.DiskOperation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Marks beside the workspace: there for good once they are set, and "not written" where they cannot be read. */
class SidecarMarksTests {
    private static final SessionId SESSION = new SessionId("s");
    private static final WorkspaceId WORKSPACE = new WorkspaceId("w-01234567");
    private static final TurnId ONE = new TurnId("t1");
    private static final TurnId TWO = new TurnId("t2");

    @TempDir
    private Path home;

    private final List<DiskOperation> done = new ArrayList<>();

    private SidecarMarks marks() {
        return new SidecarMarks(home.resolve("marks"), Disk.observedBy(done::add));
    }

    /** The entry that named the turns is dropped right after: a name that a power cut takes would mark nothing. */
    @Test
    void theNameOfANewFileIsForcedAsWellAsItsContent() {
        marks().mark(SESSION, List.of(ONE), WORKSPACE);
        int created = place(DiskOperation.Create.class);
        assertThat(done.subList(created, done.size()))
                .anyMatch(operation -> operation instanceof DiskOperation.Force)
                .last()
                .isEqualTo(new DiskOperation.ForceDirectory(home.resolve("marks")));
        done.clear();
        marks().mark(SESSION, List.of(TWO), WORKSPACE);
        assertThat(done)
                .noneMatch(operation -> operation instanceof DiskOperation.ForceDirectory)
                .last()
                .isInstanceOf(DiskOperation.Force.class);
        assertThat(marks().marked(SESSION, List.of(ONE, TWO), WORKSPACE)).containsExactlyInAnyOrder(ONE, TWO);
    }

    private int place(Class<? extends DiskOperation> kind) {
        for (int i = 0; i < done.size(); i++) {
            if (kind.isInstance(done.get(i))) {
                return i;
            }
        }
        throw new AssertionError("no " + kind.getSimpleName() + " in " + done);
    }

    @Test
    void aTornLineMarksNothingAndSpoilsNothing() throws IOException {
        marks().mark(SESSION, List.of(ONE), WORKSPACE);
        try (var files = Files.list(home.resolve("marks"))) {
            Files.writeString(files.findFirst().orElseThrow(), "t2", StandardOpenOption.APPEND);
        }
        assertThat(marks().marked(SESSION, List.of(ONE, TWO), WORKSPACE)).containsExactly(ONE);
        marks().mark(SESSION, List.of(TWO), WORKSPACE);
        assertThat(marks().marked(SESSION, List.of(ONE, TWO), WORKSPACE)).containsExactlyInAnyOrder(ONE, TWO);
    }
}
