package dev.scriptorium.memory.testkit.trust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.local.PromotionRequest;
import dev.scriptorium.memory.local.WorkspaceChange;
import dev.scriptorium.memory.local.disk.DiskObserver;
import dev.scriptorium.memory.testkit.fault.DiskState;
import dev.scriptorium.memory.testkit.fault.Fault;
import dev.scriptorium.memory.testkit.fault.FaultPoints;
import dev.scriptorium.memory.testkit.fault.Killed;
import dev.scriptorium.memory.testkit.fault.PowerCut;
import dev.scriptorium.memory.testkit.fault.RecordedRun;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import dev.scriptorium.memory.testkit.time.MutableClock;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whatever stops a promotion, on the disk stand either the trust and one line in the audit, or neither. */
@Timeout(300)
class PromotionCrashTests {
    private static final String INDEX = ".scriptorium/index";
    private static final SourceRef M1 = new SourceRef("local/s/m1");

    @TempDir
    private Path temporary;

    private Path home;
    private DiskState before;

    @BeforeEach
    void archive() throws IOException {
        home = temporary.toRealPath();
        Path workspace = home.resolve("before");
        try (LocalMemoryBackend backend = open(workspace, DiskObserver.NONE)) {
            assertThat(backend.write(WriteRequest.force(new SessionId("s")))).isEmpty();
        }
        before = DiskState.of(workspace, Set.of(INDEX));
    }

    private static LocalMemoryBackend open(Path workspace, DiskObserver observer) {
        InMemorySessionStore store = InMemorySessionStore.withoutMarks(MutableClock.at(TemporaryWorkspace.START));
        store.session("s").sayUntrusted("m1", "The beehive password is honeycomb, and the hive stands in Porto.");
        return LocalMemoryBackend.open(
                LocalMemoryConfig.builder(workspace, store)
                        .clock(MutableClock.at(TemporaryWorkspace.START))
                        .zone(ZoneOffset.UTC)
                        .owner("owner/install/0123456789abcdef")
                        .build(),
                observer);
    }

    private static void promote(LocalMemoryBackend backend) {
        WorkspaceChange change = backend.workspace().change();
        change.promote(PromotionRequest.of(change.owner("test/turn"), M1).interactive());
    }

    private static void run(Path workspace, DiskObserver observer) {
        LocalMemoryBackend backend = open(workspace, observer);
        try {
            promote(backend);
        } finally {
            try {
                backend.close();
            } catch (Killed e) {
                // Whatever it does to the disk on its way out is not done.
            }
        }
    }

    /** Opens what is left, looks, and promotes again. */
    private static List<String> verify(Path workspace) {
        List<String> wrong = new ArrayList<>();
        try (LocalMemoryBackend backend = open(workspace, DiskObserver.NONE)) {
            boolean trusted = !text(workspace, "sources/local/_v2/s.md").equals(archived(workspace));
            int lines = audit(workspace).size();
            if (lines != (trusted ? 1 : 0)) {
                wrong.add("trusted " + trusted + ", but the audit has " + lines + " lines");
            }
            promote(backend);
            promote(backend);
            if (audit(workspace).size() != 1) {
                wrong.add("in the end the audit has " + audit(workspace));
            }
            backend.workspace()
                    .maintain()
                    .check()
                    .problems()
                    .forEach(problem -> wrong.add(problem.code() + " " + problem.path()));
        }
        return wrong;
    }

    private static String archived(Path workspace) {
        return text(workspace.resolveSibling("before"), "sources/local/_v2/s.md");
    }

    private static List<String> audit(Path workspace) {
        Path file = workspace.resolve(".scriptorium/trust-audit.jsonl");
        return Files.exists(file)
                ? text(workspace, ".scriptorium/trust-audit.jsonl").lines().toList()
                : List.of();
    }

    private static String text(Path workspace, String path) {
        try {
            return Files.readString(workspace.resolve(path));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void aKillBeforeAnyOperationLeavesBothOrNeither() throws IOException {
        Path undisturbed = home.resolve("undisturbed");
        before.write(undisturbed);
        FaultPoints points = FaultPoints.of(undisturbed);
        run(undisturbed, points);
        assertThat(points.visited()).contains("force trust-audit.jsonl");
        List<String> wrong = new ArrayList<>();
        for (int number = 1; number <= points.visited().size(); number++) {
            Path workspace = home.resolve("killed-" + number);
            before.write(workspace);
            try {
                run(workspace, FaultPoints.of(workspace).at(number, Fault.kill()));
            } catch (Killed e) {
                // Where it was told to.
            }
            String at = number + " " + points.visited().get(number - 1) + ": ";
            verify(workspace).forEach(found -> wrong.add(at + found));
        }
        assertThat(String.join("\n", wrong)).isEmpty();
    }

    @Test
    void aPowerCutAfterAnyOperationLeavesBothOrNeither() throws IOException {
        Path undisturbed = home.resolve("undisturbed");
        before.write(undisturbed);
        RecordedRun run = RecordedRun.of(undisturbed, INDEX);
        run(undisturbed, run);
        List<String> wrong = new ArrayList<>();
        Set<DiskState> opened = new HashSet<>();
        for (int count = 0; count <= run.operations(); count++) {
            PowerCut cut = run.after(count);
            for (DiskState state : cut.states(2, count)) {
                if (opened.add(state)) {
                    Path workspace = home.resolve("cut-" + opened.size());
                    state.write(workspace);
                    String at = "after " + count + " in " + workspace.getFileName() + ": ";
                    verify(workspace).forEach(found -> wrong.add(at + found));
                }
            }
        }
        assertThat(String.join("\n", wrong)).isEmpty();
    }
}
