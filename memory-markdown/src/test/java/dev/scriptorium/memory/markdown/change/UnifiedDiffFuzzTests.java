package dev.scriptorium.memory.markdown.change;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Any text as a patch is refused or applied; what is applied holds nothing but lines of the file and of the patch. */
class UnifiedDiffFuzzTests {
    private static final TopicPath M = new TopicPath("topics/m.md");
    private static final Pattern LINE = Pattern.compile("\n");

    @FuzzTest(maxDuration = "30m", maxExecutions = 1_000_000)
    void aPatchIsRefusedOrApplied(FuzzedDataProvider data) {
        String text = data.consumeString(200);
        String patch = data.consumeRemainingAsString();
        TopicTree tree = TopicTree.EMPTY.with(Map.of(M, Optional.of(text)));
        // Most inputs would otherwise end at the header.
        for (String whole : List.of(patch, "--- a/topics/m.md\n+++ b/topics/m.md\n" + patch)) {
            try {
                StagedEdit staged = UnifiedDiff.parse(whole).stage(DeclaredSources.NONE, List.of(), tree);
                staged.files().forEach((path, after) -> {
                    assertThat(path.value()).startsWith("topics/").endsWith(".md");
                    after.ifPresent(present -> assertMadeOf(text, whole, present));
                });
            } catch (MemoryException refused) {
                assertThat(refused.getMessage()).isNotBlank();
            }
        }
    }

    private static void assertMadeOf(String text, String patch, String after) {
        Set<String> known = new java.util.HashSet<>();
        LINE.splitAsStream(text).map(UnifiedDiffFuzzTests::bare).forEach(known::add);
        LINE.splitAsStream(patch)
                .filter(line -> line.startsWith("+"))
                .map(line -> bare(line.substring(1)))
                .forEach(known::add);
        assertThat(LINE.splitAsStream(after).map(UnifiedDiffFuzzTests::bare)).allMatch(known::contains);
    }

    private static String bare(String line) {
        return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
    }
}
