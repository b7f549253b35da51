package dev.scriptorium.memory.testkit.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.local.CheckFinding;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.WorkspaceStatus;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A writer that is killed at any moment and run again ends where an undisturbed one does. */
@Timeout(300)
class KilledWriterIT {
    private static final int KILLS = 10;
    private static final long PATIENCE_SECONDS = 120;

    @TempDir
    private Path directory;

    private static Process start(Path workspace, int first, int step) throws IOException {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dfile.encoding=UTF-8",
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classPath,
                        ForcedWriting.class.getName(),
                        workspace.toString(),
                        String.valueOf(first),
                        String.valueOf(step))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static BufferedReader output(Process process) {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Waits until the process says a word; false when it ended without. */
    private static boolean waitFor(BufferedReader output, String word) throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.equals(word)) {
                return true;
            }
        }
        return false;
    }

    private static void runToTheEnd(Path workspace) throws IOException, InterruptedException {
        Process process = start(workspace, 0, 1);
        assertThat(waitFor(output(process), ForcedWriting.DONE)).isTrue();
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
    }

    /** Kills a run at a random moment of its opening or its writing; false when it was done before. */
    private static boolean kill(Path workspace, int number, Random random) throws IOException, InterruptedException {
        Process process = start(workspace, 0, 1);
        try (BufferedReader output = output(process)) {
            boolean opening = number % 3 == 2;
            boolean alive = waitFor(output, opening ? ForcedWriting.OPENING : ForcedWriting.WRITING);
            TimeUnit.MILLISECONDS.sleep(random.nextInt(opening ? 1_000 : 800));
            alive &= process.isAlive();
            process.destroyForcibly();
            assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
            return alive;
        }
    }

    @Test
    void theTopicsAreEqualToTheByteToThoseOfAnUndisturbedRun() throws IOException, InterruptedException {
        Path undisturbed = directory.resolve("undisturbed");
        runToTheEnd(undisturbed);
        Path disturbed = directory.resolve("disturbed");
        Random random = new Random(ForcedWriting.SEED);
        int kills = 0;
        for (int i = 0; i < KILLS; i++) {
            kills += kill(disturbed, i, random) ? 1 : 0;
        }
        assertThat(kills).as("runs that were killed before they were done").isPositive();
        runToTheEnd(disturbed);
        ByteSnapshot expected = ByteSnapshot.of(undisturbed).withoutTimes();
        ByteSnapshot found = ByteSnapshot.of(disturbed).withoutTimes();
        for (String part :
                List.of("topics", "sources", "core.md", "timeline", "recent_events.jsonl", "relations.json")) {
            assertThat(expected.below(part).files()).as(part).isNotEmpty();
            MemoryAssertions.assertThat(found.below(part)).isUnchangedSince(expected.below(part));
        }
        sound(disturbed);
        sound(undisturbed);
    }

    @Test
    void twoProcessesOnOneWorkspaceWriteEverythingOnce() throws IOException, InterruptedException {
        Path workspace = directory.resolve("shared");
        Process even = start(workspace, 0, 2);
        Process odd = start(workspace, 1, 2);
        for (Process process : List.of(even, odd)) {
            assertThat(waitFor(output(process), ForcedWriting.DONE)).isTrue();
            assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
        }
        sound(workspace);
    }

    private static void sound(Path workspace) {
        try (LocalMemoryBackend backend = LocalMemoryBackend.open(ForcedWriting.config(workspace))) {
            MemoryAssertions.assertThat(backend.workspace()).hasNoProblems().hasPending(0);
            assertThat(backend.workspace().maintain().check().notes())
                    .extracting(CheckFinding::code)
                    .doesNotContain("HISTORY_BEHIND", "EDIT_NOT_ADOPTED");
            WorkspaceStatus status = backend.workspace().read().status();
            assertThat(status.history().behind()).isZero();
            assertThat(status.blocks()).isPositive();
            // What is left of each fork stays below the threshold.
            assertThat(status.turnsArchived() + status.waitingTurns())
                    .isEqualTo(ForcedWriting.SESSIONS * ForcedWriting.TURNS);
        }
    }
}
