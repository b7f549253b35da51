package dev.scriptorium.memory.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scriptorium.memory.api.event.RecoveryDone;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.disk.DiskObserver;
import dev.scriptorium.memory.testkit.workspace.RecordedEvents;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults that kills and power cuts once found, each by itself. */
class RecoveryTests {
    @TempDir
    private Path temporary;

    private Path home;
    private RecordedRun run;
    private FaultPoints points;
    private DiskState finished;
    private DiskState views;

    @BeforeEach
    void runUndisturbed() throws IOException {
        home = temporary.toRealPath();
        Path workspace = home.resolve("undisturbed");
        ShortWork work = new ShortWork(workspace);
        run = RecordedRun.of(workspace, ".scriptorium/index");
        points = FaultPoints.of(workspace, run);
        work.run(points);
        finished = work.memory();
        views = work.views();
    }

    /** How many operations are done when a point has been passed so often. */
    private int passed(String point, int occurrence) {
        List<String> visited = points.visited();
        int seen = 0;
        for (int i = 0; i < visited.size(); i++) {
            seen += visited.get(i).equals(point) ? 1 : 0;
            if (seen == occurrence) {
                return i + 1;
            }
        }
        throw new AssertionError(point + " is not passed " + occurrence + " times");
    }

    /** Opens what a power cut may leave, all that is of a kind, and finishes the work. */
    private void finishes(int operations, Predicate<DiskState> kind) {
        List<DiskState> states = run.after(operations).states(400, 1).stream()
                .filter(kind)
                .limit(3)
                .toList();
        assertThat(states).isNotEmpty();
        for (int i = 0; i < states.size(); i++) {
            ShortWork work = new ShortWork(home.resolve("cut-" + operations + "-" + i));
            states.get(i).write(home.resolve("cut-" + operations + "-" + i));
            try (LocalMemoryBackend backend = work.open(DiskObserver.NONE)) {
                assertThat(ShortWork.trouble(backend)).isEmpty();
                ShortWork.work(backend);
            }
            assertThat(work.memory().differences(finished)).isEmpty();
        }
    }

    private static boolean isIn(DiskState state, String begin, String end) {
        return state.files().stream().anyMatch(path -> path.startsWith(begin) && path.endsWith(end));
    }

    @Test
    void anEntryWithoutItsFilesNeverHeld() {
        finishes(
                passed("rename tx/N.manifest", 2),
                state -> isIn(state, ".scriptorium/tx/2", ".manifest") && !isIn(state, ".scriptorium/tx/2-", "-0"));
    }

    @Test
    void anArchiveHoldsZerosWhereItsBytesWereNotForced() {
        finishes(
                passed("write sources/*", 2),
                state -> state.below("sources").toString().contains(".."));
    }

    @Test
    void viewsAreMadeAgainAfterAPowerCut() {
        finishes(
                passed("create .git/refs/heads/main.lock", 1),
                state -> isIn(state, ".scriptorium/views", "") && !isIn(state, "timeline/", ".md"));
    }

    @Test
    void theEntryThatWasDroppedLastIsStillKnown() {
        int dropped = passed("rename last-entry.json", 1);
        assertThat(points.visited().get(dropped)).isEqualTo("force directory .scriptorium");
        finishes(dropped, state -> !isIn(state, ".scriptorium/last-entry.json", ""));
    }

    @Test
    void anEntryIsNotDroppedBeforeItIsInPlace() {
        Path workspace = home.resolve("refused");
        ShortWork work = new ShortWork(workspace);
        FaultPoints refusing = FaultPoints.of(workspace).at(passed("rename tx/N.manifest", 2) + 1, Fault.refusal());
        try (LocalMemoryBackend backend = work.open(refusing)) {
            assertThat(ShortWork.workOnce(backend)).isPresent();
            assertThat(refusing.struck()).contains("force directory tx");
            ShortWork.work(backend);
            assertThat(ShortWork.trouble(backend)).isEmpty();
        }
        assertThat(work.memory().differences(finished)).isEmpty();
    }

    @Test
    void halfALineOfTheOrderLogIsNobodys() {
        ShortWork work = new ShortWork(home.resolve("killed"));
        FaultPoints killing = FaultPoints.of(home.resolve("killed")).at("write order.log", 4, Fault.kill());
        assertThatThrownBy(() -> work.run(killing)).isInstanceOf(Killed.class);
        work.run(DiskObserver.NONE);
        assertThat(work.memory().differences(finished)).isEmpty();
        assertThat(work.views().differences(views)).isEmpty();
    }

    @Test
    void anEmptiedDirectoryGoesAfterAKillToo() {
        Path workspace = home.resolve("undisturbed");
        ShortWork work = new ShortWork(workspace);
        FaultPoints killing = FaultPoints.of(workspace).at("remove directory topics/*", 1, Fault.kill());
        LocalMemoryBackend killed = work.open(killing);
        assertThatThrownBy(() -> ShortWork.takeBack(killed)).isInstanceOf(Killed.class);
        assertThatThrownBy(killed::close).isInstanceOf(Killed.class);
        assertThat(workspace.resolve("topics/people")).isEmptyDirectory();
        RecordedEvents events = new RecordedEvents();
        work.open(events).close();
        assertThat(workspace.resolve("topics/people")).doesNotExist();
        assertThat(events.of(RecoveryDone.class)).singleElement().satisfies(done -> {
            assertThat(done.completed()).isEqualTo(1);
            assertThat(done.dropped()).isZero();
        });
        events.clear();
        work.open(events).close();
        assertThat(events.of(RecoveryDone.class)).isEmpty();
    }
}
