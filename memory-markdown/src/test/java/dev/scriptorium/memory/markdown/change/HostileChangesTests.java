package dev.scriptorium.memory.markdown.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.CpuTime;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Sizes and shapes that must be neither slow nor deep. */
class HostileChangesTests {
    private static final String M = "topics/m.md";
    private static final int BLOCKS = 5_000;
    private static final TopicTree LARGE = large();

    private static TopicTree large() {
        StringBuilder text = new StringBuilder("# M\n");
        for (int i = 0; i < BLOCKS; i++) {
            String label = String.format("e-%010x", i);
            text.append("\nWords of a block, number ")
                    .append(i)
                    .append(".[^")
                    .append(label)
                    .append("] ^");
            text.append(String.format("%08x", i))
                    .append("\n\n[^")
                    .append(label)
                    .append("]: Time: `2026`; Sources: [l](");
            text.append(Archive.M1_TARGET).append(")\n");
        }
        return Topics.tree(M, text.toString());
    }

    /** Runs work with a small stack and within a second of processor time, whatever comes of it. */
    private static void run(Runnable work) {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread thread = new Thread(
                null,
                () -> {
                    try {
                        CpuTime.within(Duration.ofSeconds(1), () -> {
                            try {
                                work.run();
                            } catch (MemoryException refused) {
                                assertThat(refused.getMessage()).hasSizeLessThan(1_000);
                            }
                            return true;
                        });
                    } catch (Throwable e) {
                        failure.set(e);
                    }
                },
                "small stack",
                512 << 10);
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        assertThat(failure.get()).isNull();
    }

    private static void warmUp() {
        stage(List.of(Changes.adding("New.", Changes.end(M, "M"))));
    }

    private static StagedEdit stage(List<MemoryChange> changes) {
        return StructuredEdit.stage(changes, DeclaredSources.NONE, LARGE, Archive.S1);
    }

    @Test
    void aLargeTopicIsEditedInTimeThatFollowsItsLength() {
        warmUp();
        run(() -> stage(List.of(Changes.adding("New.", Changes.start(M, "M")))));
        run(() -> stage(List.of(Changes.update("00000fff", "New."))));
        run(() -> stage(List.of(Changes.delete("00000fff"))));
        run(() -> stage(List.of(Changes.move(Changes.after("00000000", M, "M"), "00000fff"))));
    }

    @Test
    void allOfALargeTopicMovesAtOnce() {
        warmUp();
        String[] ids = new String[BLOCKS];
        for (int i = 0; i < BLOCKS; i++) {
            ids[i] = String.format("%08x", BLOCKS - 1 - i);
        }

        run(() -> assertThat(stage(List.of(Changes.move(Changes.end("topics/d/n.md", "N"), ids)))
                        .files())
                .hasSize(2));
    }

    @Test
    void manyChangesOfOneTopicAreMade() {
        warmUp();
        List<MemoryChange> changes = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            changes.add(Changes.adding("New " + i + ".", Changes.end(M, "M", "S" + i)));
            changes.add(Changes.update(String.format("%08x", i), "Changed."));
            changes.add(Changes.delete(String.format("%08x", 1000 + i)));
        }

        run(() -> stage(changes));
    }

    @Test
    void aLargeEditBecomesCanonicalInTime() {
        warmUp();
        StagedEdit staged = stage(List.of(Changes.update("00000fff", "New.")));

        run(() -> Update.of(LARGE, staged, Archive.S1));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("words")
    void noWordsAreSlow(String name, String words) {
        warmUp();
        run(() -> stage(List.of(Changes.adding(words, Changes.end(M, "M")))));
    }

    static Stream<Arguments> words() {
        return Stream.of(
                        "[^", "[^a", "`", "` ``", "^a ", "a ^b\n", "- ", "> ", "\\", "[", "](", "<!--\n", "~~~\n",
                        "a\n", "_", "\u2028", "\r")
                .map(part -> Arguments.of(part.replace("\n", "LF"), part.repeat(500_000 / part.length()) + "x"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("patches")
    void noPatchIsSlow(String name, String patch) {
        run(() -> UnifiedDiff.parse(patch).stage(DeclaredSources.NONE, List.of(), LARGE));
        run(() -> UnifiedDiff.parse("--- a/topics/m.md\n+++ b/topics/m.md\n@@ -1,9 +1,9 @@\n" + patch)
                .stage(DeclaredSources.NONE, List.of(), LARGE));
    }

    static Stream<Arguments> patches() {
        return Stream.of(
                        "\n",
                        " \n",
                        "+\n",
                        "-\n",
                        "\\\n",
                        "+\n\n",
                        "@@ -1 +1 @@\n",
                        "@@ -1 +1 @@\n+\n",
                        "--- a/topics/m.md\n",
                        "--- a/topics/m.md\n+++ b/topics/m.md\n",
                        "--- \"\\",
                        "-- \n",
                        "diff \n",
                        "+new-source-a new-source-\n",
                        "x")
                .map(part -> Arguments.of(part.replace("\n", "LF"), part.repeat(1_000_000 / part.length())));
    }

    @Test
    void aPatchOfEveryLineIsApplied() {
        String text = LARGE.text(new TopicPath(M)).orElseThrow();
        StringBuilder patch = new StringBuilder("--- a/topics/m.md\n+++ b/topics/m.md\n");
        String[] lines = text.split("\n", -1);
        for (int i = lines.length - 2; i >= 0; i--) {
            patch.append("@@ -")
                    .append(i + 1)
                    .append(" +")
                    .append(i + 1)
                    .append(" @@\n-")
                    .append(lines[i]);
            patch.append("\n+").append(lines[i]).append('\n');
        }

        run(() -> assertThat(UnifiedDiff.parse(patch.toString())
                        .stage(DeclaredSources.NONE, List.of(), LARGE)
                        .files())
                .isEqualTo(Map.of(new TopicPath(M), java.util.Optional.of(text))));
    }

    @Test
    void appendingToALargeTopicIsCheckedInTime() {
        String text = LARGE.text(new TopicPath(M)).orElseThrow();
        StagedEdit edit = FileChanges.stage(
                List.of(FileChange.write(M, text + "\nNew.[^e1]\n")), DeclaredSources.NONE, List.of(), LARGE);

        run(() -> AppendOnly.require(edit, LARGE));
    }
}
