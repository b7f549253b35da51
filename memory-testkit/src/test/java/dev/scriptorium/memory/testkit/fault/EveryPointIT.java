package dev.scriptorium.memory.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.disk.DiskObserver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Killed before any operation on the disk, or without power after any, the workspace is as before or as after. */
@Timeout(900)
class EveryPointIT {
    private static final String INDEX = ".scriptorium/index";
    private static final String COMMIT = "rename tx/N.manifest";
    private static final String COMMIT_FORCED = "force directory tx";

    @TempDir
    private Path temporary;

    private Path home;
    private RecordedRun run;
    private FaultPoints points;
    /** What topics and sources were before each transaction, and in the end. */
    private final List<DiskState> whole = new ArrayList<>();
    /** How many transactions may be seen, and must be seen, when so many operations are done. */
    private final List<Integer> possible = new ArrayList<>();

    private final List<Integer> certain = new ArrayList<>();
    private DiskState views;

    @BeforeEach
    void runUndisturbed() throws IOException {
        home = temporary.toRealPath();
        Path workspace = home.resolve("undisturbed");
        ShortWork work = new ShortWork(workspace);
        run = RecordedRun.of(workspace, INDEX);
        points = FaultPoints.of(workspace, run);
        DiskObserver boundaries = operation -> {
            points.before(operation);
            if (points.visited().get(points.visited().size() - 1).equals(COMMIT)) {
                whole.add(work.memory());
            }
        };
        work.run(boundaries);
        whole.add(work.memory());
        views = work.views();
        int renamed = 0;
        int forced = 0;
        possible.add(0);
        certain.add(0);
        for (String point : points.visited()) {
            renamed += point.equals(COMMIT) ? 1 : 0;
            forced = point.equals(COMMIT_FORCED) ? renamed : forced;
            possible.add(renamed);
            certain.add(forced);
        }
        assertThat(renamed).as("transactions").isGreaterThanOrEqualTo(3);
    }

    @Test
    void everyOperationOnTheDiskIsObserved() {
        Path workspace = home.resolve("undisturbed");
        assertThat(run.now().kept()).isEqualTo(DiskState.of(workspace, Set.of(INDEX)));
    }

    @Test
    void aKillBeforeAnyOperationLeavesTheStateBeforeOrAfterAndTheWorkGoesOn() {
        List<String> wrong = new ArrayList<>();
        for (int number = 1; number <= points.visited().size(); number++) {
            Path workspace = home.resolve("killed-" + number);
            ShortWork work = new ShortWork(workspace);
            FaultPoints killing = FaultPoints.of(workspace).at(number, Fault.kill());
            try {
                work.run(killing);
                wrong.add("not killed before " + name(number));
            } catch (Killed e) {
                List<String> found = verify(work, number - 1);
                found.addAll(work.views().differences(views));
                note(wrong, "before " + name(number), found);
            }
        }
        assertThat(String.join("\n", wrong)).isEmpty();
    }

    @Test
    void aPowerCutAfterAnyOperationLeavesTheStateBeforeOrAfterAndTheWorkGoesOn() {
        List<String> wrong = new ArrayList<>();
        Set<DiskState> opened = new HashSet<>();
        for (int count = 0; count <= run.operations(); count++) {
            PowerCut cut = run.after(count);
            for (DiskState state : cut.states(3, count)) {
                if (opened.add(state)) {
                    Path workspace = home.resolve("cut-" + opened.size());
                    state.write(workspace);
                    note(wrong, "after " + name(count) + " in " + workspace, verify(new ShortWork(workspace), count));
                }
            }
        }
        assertThat(String.join("\n", wrong)).isEmpty();
    }

    private String name(int number) {
        return "%03d %s"
                .formatted(number, number == 0 ? "nothing" : points.visited().get(number - 1));
    }

    private static void note(List<String> wrong, String point, List<String> found) {
        if (!found.isEmpty()) {
            wrong.add(point + ":\n    " + String.join("\n    ", found));
        }
    }

    /** Opens what is left when so many operations are done, looks at it, and finishes the work. */
    private List<String> verify(ShortWork work, int done) {
        List<String> wrong = new ArrayList<>();
        try (LocalMemoryBackend backend = work.open(DiskObserver.NONE)) {
            int seen = whole.indexOf(work.memory());
            if (seen < certain.get(done) || seen > possible.get(done)) {
                wrong.add(seen + " transactions are seen, expected " + certain.get(done) + " to " + possible.get(done));
            }
            wrong.addAll(ShortWork.trouble(backend));
            ShortWork.work(backend);
            ShortWork.trouble(backend).forEach(trouble -> wrong.add("in the end " + trouble));
        } catch (RuntimeException e) {
            wrong.add(e.toString());
        }
        wrong.addAll(work.memory().differences(whole.get(whole.size() - 1)));
        return wrong;
    }
}
