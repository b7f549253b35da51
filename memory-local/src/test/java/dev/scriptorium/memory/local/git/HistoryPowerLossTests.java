package dev.scriptorium.memory.local.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is not forced may be lost, cut or zeroed by a power loss; what a commit promises may not. */
class HistoryPowerLossTests {
    private static final List<String> NOT_FORCED = List.of(
            ".git/index",
            ".git/scriptorium-index",
            ".git/scriptorium-head",
            ".git/logs/HEAD",
            ".git/logs/refs/heads/main",
            ".git/index.lock",
            ".git/refs/heads/main.lock",
            ".scriptorium/git-locks",
            ".git/tmp_scriptorium_00_00",
            ".git/objects/pack/tmp_scriptorium_00_00",
            ".git/objects/pack/pack-" + "00".repeat(20) + ".pack");

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void theHistoryIsWholeAndGoesOn(int seed) throws Exception {
        Random random = new Random(seed);
        Path root = directory.toRealPath();
        Optional<String> last;
        try (HistoryFixture fixture = new HistoryFixture(root)) {
            fixture.commit("one", "topics/a.md", "1", "core.md", "1");
            fixture.commit("two", "topics/b.md", "2");
            last = fixture.commit("three", "topics/a.md", "3").commit();
        }
        dieInTheMiddle(root);
        for (String name : NOT_FORCED) {
            lose(root.resolve(name), random);
        }

        try (HistoryFixture fixture = new HistoryFixture(root)) {
            assertThat(fixture.history().head()).isEqualTo(last);
            assertThat(fixture.history().log(10, Optional.empty()))
                    .extracting(CommitSummary::message)
                    .containsExactly("three", "two", "one");
            CommitResult result = fixture.commit("four", "topics/c.md", "4");
            assertThat(result.outcome()).isEqualTo(CommitResult.Outcome.COMMITTED);
            assertThat(result.notes()).isEmpty();
            if (HistoryFixture.hasGit()) {
                assertThat(fixture.git("status", "--porcelain")).isEmpty();
                assertThat(fixture.git("fsck", "--strict")).doesNotContain("error:", "missing");
                assertThat(fixture.git("log", "--format=%s")).isEqualTo("four\nthree\ntwo\none\n");
            }
        }
        assertThat(root.resolve(".git/tmp_scriptorium_00_00")).doesNotExist();
        assertThat(root.resolve(".git/objects/pack/tmp_scriptorium_00_00")).doesNotExist();
    }

    /** Leaves what a process leaves that dies while it holds both locks. */
    private static void dieInTheMiddle(Path root) throws IOException {
        Files.writeString(
                root.resolve(".scriptorium/git-locks"),
                "0123456789abcdef .git/index.lock\nfedcba9876543210 .git/refs/heads/main.lock\n");
        Files.writeString(root.resolve(".git/index.lock"), "0123456789abcdef");
        Files.writeString(root.resolve(".git/refs/heads/main.lock"), "fedcba9876543210");
        Files.writeString(root.resolve(".git/tmp_scriptorium_00_00"), "half a file");
        Files.writeString(root.resolve(".git/objects/pack/tmp_scriptorium_00_00"), "half a pack");
        Files.writeString(root.resolve(".git/objects/pack/pack-" + "00".repeat(20) + ".pack"), "half a pack");
    }

    private static void lose(Path file, Random random) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        boolean note = file.endsWith("git-locks");
        switch (random.nextInt(note ? 1 : 4)) {
            case 1 -> Files.delete(file);
            case 2 -> Files.write(file, new byte[file.toString().endsWith(".lock") ? 0 : bytes.length]);
            case 3 ->
                Files.write(file, file.toString().endsWith(".lock") ? bytes : Arrays.copyOf(bytes, bytes.length / 2));
            default -> {
                // It was written out in time.
            }
        }
    }
}
