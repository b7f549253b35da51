package dev.scriptorium.memory.testkit.backup;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.testkit.fault.Fault;
import dev.scriptorium.memory.testkit.fault.FaultPoints;
import dev.scriptorium.memory.testkit.fault.Killed;
import dev.scriptorium.memory.testkit.processes.Places;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A disk that refuses, or a process that dies, in the middle of a backup or of bringing one back. */
@ExtendWith(WorkspaceExtension.class)
class RefusedBackupTests {
    /** So many of the points, evenly spread. */
    private static final int TRIED = 16;

    private static final int LAST = 6;

    private TemporaryWorkspace memory;
    private Path zip;
    private Path elsewhere;

    @BeforeEach
    void aWorkspaceIsExported(TemporaryWorkspace workspace) {
        memory = workspace;
        zip = memory.beside().resolve("backup.zip");
        elsewhere = memory.beside().resolve("restored");
        memory.use(InMemorySessionStore.withoutMarks(memory.clock()));
        memory.store().session("s").say("u1", "I moved to Lisbon in May 2021.");
        assertThatWrite(memory.write("s")).succeeded();
        memory.workspace().maintain().export(zip);
        memory.close();
    }

    private FaultPoints points() {
        return FaultPoints.of(memory.beside());
    }

    private LocalMemoryConfig restoring() {
        return LocalMemoryConfig.builder(elsewhere, memory.store())
                .clock(memory.clock())
                .build();
    }

    /** Some operations of so many, the last ones among them. */
    private static int[] tried(int all) {
        return IntStream.rangeClosed(1, all)
                .filter(i -> i % (1 + all / TRIED) == 1 || i > all - LAST)
                .toArray();
    }

    /** The last operation removes what was made beside: refused, that is left, and a name says what it is. */
    private void nothingIsLeftBeside(String when, boolean last) throws IOException {
        try (Stream<Path> files = Files.list(memory.beside())) {
            for (Path left : last
                    ? files.filter(file -> file.toString().endsWith(".tmp")).toList()
                    : List.<Path>of()) {
                Places.remove(left);
            }
        }
        try (Stream<Path> files = Files.list(memory.beside())) {
            assertThat(files.map(file -> String.valueOf(file.getFileName())))
                    .as(when)
                    .isSubsetOf(List.of("memory", "backup.zip"));
        }
    }

    @Test
    void aRefusedExportLeavesNoFile() throws IOException {
        Path file = memory.beside().resolve("second.zip");
        FaultPoints counting = points();
        int first;
        int all;
        try (LocalMemoryBackend backend =
                LocalMemoryBackend.open(memory.config().build(), counting)) {
            first = counting.visited().size();
            backend.workspace().maintain().export(file);
            all = counting.visited().size();
        }
        assertThat(file).exists();
        Files.delete(file);
        assertThat(all - first).isGreaterThan(5);
        int refused = 0;
        for (int i : tried(all - first)) {
            FaultPoints full = points();
            try (LocalMemoryBackend backend =
                    LocalMemoryBackend.open(memory.config().build(), full)) {
                full.at(full.visited().size() + i, Fault.refusal());
                try {
                    backend.workspace().maintain().export(file);
                    Files.delete(file);
                } catch (MemoryException e) {
                    refused++;
                    assertThat(e.code()).isEqualTo(ErrorCode.STORAGE_UNAVAILABLE);
                }
            }
            nothingIsLeftBeside("a refusal of operation " + i, i == all - first);
        }
        assertThat(refused).isPositive();
    }

    @Test
    void aRefusedRestoreLeavesNoWorkspace() throws IOException {
        FaultPoints counting = points();
        LocalMemoryBackend.restoreExport(zip, restoring(), counting);
        int all = counting.visited().size();
        Places.remove(elsewhere);
        int refused = 0;
        for (int i : tried(all)) {
            try {
                LocalMemoryBackend.restoreExport(zip, restoring(), points().at(i, Fault.refusal()));
                // What was refused can be made again, or was to be removed.
                LocalMemoryBackend.open(restoring()).close();
                Places.remove(elsewhere);
            } catch (MemoryException e) {
                refused++;
                assertThat(e.code()).isEqualTo(ErrorCode.STORAGE_UNAVAILABLE);
            }
            nothingIsLeftBeside("a refusal of operation " + i, i == all);
        }
        assertThat(refused).isPositive();
    }

    @Test
    void aRestoreThatIsKilledLeavesNoWorkspaceOrAWholeOne() throws IOException {
        FaultPoints counting = points();
        LocalMemoryBackend.restoreExport(zip, restoring(), counting);
        int all = counting.visited().size();
        Places.remove(elsewhere);
        int whole = 0;
        for (int i : tried(all)) {
            try {
                LocalMemoryBackend.restoreExport(zip, restoring(), points().at(i, Fault.kill()));
            } catch (Killed e) {
                assertThat(e).isNotNull();
            }
            if (Files.exists(elsewhere)) {
                whole++;
                try (LocalMemoryBackend backend = LocalMemoryBackend.open(restoring())) {
                    assertThat(backend.workspace().maintain().check().problems())
                            .isEmpty();
                    assertThat(backend.workspace().read().status().blocks()).isPositive();
                }
                Places.remove(elsewhere);
            }
            // A restore begun again does not mind what the dead one has left.
            try (Stream<Path> files = Files.list(memory.beside())) {
                for (Path left :
                        files.filter(file -> file.toString().endsWith(".tmp")).toList()) {
                    Places.remove(left);
                }
            }
        }
        assertThat(whole).isPositive();
    }
}
