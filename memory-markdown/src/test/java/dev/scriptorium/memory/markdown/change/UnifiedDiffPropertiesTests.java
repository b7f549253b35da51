package dev.scriptorium.memory.markdown.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Patches made at random from the difference of two texts; a failure names its seed. */
class UnifiedDiffPropertiesTests {
    private static final TopicPath M = new TopicPath("topics/m.md");
    private static final List<String> WORDS = List.of(
            "", "one", "- item", "-- a/topics/m.md", "++ b/topics/m.md", "@@ -1 +1 @@", "+", "\\ No newline", "\u2028");

    private final List<String> before = new ArrayList<>();
    private final List<String> after = new ArrayList<>();
    private final StringBuilder patch = new StringBuilder("--- a/topics/m.md\n+++ b/topics/m.md\n");

    /** Copies, removes and adds lines in turn, and writes down how. */
    private void make(SplittableRandom random) {
        int hunks = 1 + random.nextInt(4);
        for (int i = 0; i < hunks; i++) {
            copy(random, random.nextInt(4));
            hunk(random);
        }
        copy(random, random.nextInt(4));
    }

    private void copy(SplittableRandom random, int lines) {
        for (int i = 0; i < lines; i++) {
            String line = WORDS.get(random.nextInt(WORDS.size()));
            before.add(line);
            after.add(line);
        }
    }

    private void hunk(SplittableRandom random) {
        int oldStart = before.size();
        int newStart = after.size();
        StringBuilder body = new StringBuilder();
        int lines = 1 + random.nextInt(5);
        for (int i = 0; i < lines; i++) {
            String line = WORDS.get(random.nextInt(WORDS.size()));
            switch (random.nextInt(3)) {
                case 0 -> {
                    before.add(line);
                    after.add(line);
                    body.append(line.isEmpty() && random.nextBoolean() ? "" : " " + line)
                            .append('\n');
                }
                case 1 -> {
                    before.add(line);
                    body.append('-').append(line).append('\n');
                }
                default -> {
                    after.add(line);
                    body.append('+').append(line).append('\n');
                }
            }
        }
        patch.append("@@ -").append(range(oldStart, before.size())).append(" +");
        patch.append(range(newStart, after.size())).append(" @@ heading\n").append(body);
    }

    private static String range(int start, int end) {
        return end == start ? start + ",0" : start + 1 + "," + (end - start);
    }

    private static String text(List<String> lines, String lineEnd) {
        return lines.isEmpty() ? "" : String.join(lineEnd, lines) + lineEnd;
    }

    @Test
    void aPatchTurnsOneTextIntoTheOther() {
        for (int seed = 0; seed < 3_000; seed++) {
            UnifiedDiffPropertiesTests one = new UnifiedDiffPropertiesTests();
            one.make(new SplittableRandom(seed));
            if (one.before.isEmpty()) {
                continue;
            }
            for (String lineEnd : List.of("\n", "\r\n")) {
                TopicTree tree = TopicTree.EMPTY.with(Map.of(M, Optional.of(text(one.before, lineEnd))));
                StagedEdit staged =
                        UnifiedDiff.parse(one.patch.toString()).stage(DeclaredSources.NONE, List.of(), tree);

                assertThat(staged.files().get(M).orElseThrow().replace("\r\n", "\n"))
                        .as("seed %d\n%s", seed, one.patch)
                        .isEqualTo(text(one.after, "\n"));
            }
        }
    }
}
