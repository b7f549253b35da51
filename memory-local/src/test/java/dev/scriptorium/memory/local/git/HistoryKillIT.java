package dev.scriptorium.memory.local.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that is killed anywhere in a commit leaves a history as before or as after it. */
class HistoryKillIT {
    private static final int KILLS = 12;

    @TempDir
    Path directory;

    @Test
    void everyKillLeavesAWholeHistoryThatGoesOn() throws Exception {
        Path root = directory.toRealPath();
        Random random = new Random(7);
        int last = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            run(root, 700 + random.nextInt(1500));
            try (HistoryFixture fixture = new HistoryFixture(root)) {
                List<CommitSummary> log = fixture.history().log(1_000_000, Optional.empty());
                assertThat(log.size()).isGreaterThanOrEqualTo(last);
                for (int i = 0; i < log.size(); i++) {
                    assertThat(log.get(i).operation()).contains("op-" + (log.size() - 1 - i));
                }

                // The installed entry is committed by the next process, whether or not the dead one had managed to.
                int again = Math.max(0, log.size() - 1);
                byte[] text = ("number " + again + "\n").getBytes(StandardCharsets.UTF_8);
                String path = "topics/t" + again % 7 + ".md";
                if (Files.notExists(root.resolve(path))) {
                    // Killed before it had written anything.
                    Files.createDirectories(root.resolve("topics"));
                    Files.write(root.resolve(path), text);
                }
                CommitResult replay =
                        fixture.history().commit(EndlessCommits.draft(again, path, text, Optional.empty()));
                assertThat(replay.settled()).isTrue();
                last = Math.max(log.size(), 1);
                assertThat(fixture.history().log(1_000_000, Optional.empty())).hasSize(last);

                int next = last;
                String following = "topics/t" + next % 7 + ".md";
                byte[] written = ("number " + next + "\n").getBytes(StandardCharsets.UTF_8);
                Files.write(root.resolve(following), written);
                CommitResult result = fixture.history()
                        .commit(EndlessCommits.draft(
                                next, following, written, fixture.history().head()));
                assertThat(result.outcome()).isEqualTo(CommitResult.Outcome.COMMITTED);
                assertThat(result.notes()).isEmpty();
                last++;
                nothingIsLeft(root);
                if (HistoryFixture.hasGit()) {
                    assertThat(fixture.git("status", "--porcelain")).isEmpty();
                    assertThat(fixture.git("fsck", "--strict", "--no-dangling")).doesNotContain("error", "warning");
                }
            }
        }
        assertThat(last).isGreaterThan(KILLS);
    }

    private static void nothingIsLeft(Path root) throws Exception {
        try (Stream<Path> files = Files.walk(root.resolve(".git"))) {
            assertThat(files.map(path -> path.getFileName().toString()))
                    .noneMatch(name -> name.startsWith("tmp_") || name.endsWith(".lock"));
        }
        assertThat(root.resolve(".scriptorium/git-locks")).doesNotExist();
    }

    private static void run(Path root, int milliseconds) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        EndlessCommits.class.getName(),
                        root.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor(milliseconds, TimeUnit.MILLISECONDS)).isFalse();
        process.destroyForcibly().waitFor();
    }
}
