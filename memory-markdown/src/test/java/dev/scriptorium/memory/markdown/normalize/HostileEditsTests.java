package dev.scriptorium.memory.markdown.normalize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.CpuTime;
import dev.scriptorium.memory.markdown.validate.TopicLimits;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Edits within the limits of a file that must not be slow, whatever they hold. */
class HostileEditsTests {
    private static final TopicPath M = new TopicPath("topics/m.md");
    private static final String DEFINITION =
            "\n[^x]: Time: `2026`; Sources: [x](../sources/openprogram/_v2/s1.md#source-d6511a17d50e19d2)\n";

    private static NormalizedEdit normalized(TopicTree tree, String text) {
        return TopicNormalizer.normalize(
                Map.of(M, Optional.of(text)),
                tree,
                TopicEditCasesTests.ARCHIVE_S1,
                EditPolicy.keepingAll(),
                TopicLimits.DEFAULT);
    }

    private static TopicTree tree(String text) {
        return TopicTree.EMPTY.with(Map.of(M, Optional.of(text)));
    }

    @Test
    void everyIdTwice() {
        StringBuilder once = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            once.append(String.format("a[^x] ^%08x%n%n", i).replace("\r", ""));
        }
        TopicTree tree = tree(once + DEFINITION);
        MemoryException refused = CpuTime.within(
                Duration.ofSeconds(3),
                () -> catchThrowableOfType(
                        MemoryException.class, () -> normalized(tree, once.toString() + once + DEFINITION)));

        assertThat(refused.violations())
                .hasSize(20_000)
                .allSatisfy(violation -> assertThat(violation.rule()).isEqualTo("duplicate-id"));
        assertThat(refused.violations()).extracting(Violation::line).allMatch(line -> line > 40_000);
    }

    @Test
    void manyCommentsThatGoWithTheirSection() {
        StringBuilder comments = new StringBuilder();
        for (int i = 0; i < 40_000; i++) {
            comments.append("<!-- ").append(i).append(" -->\n");
        }
        String kept = "# M\n\nOne.[^x] ^aaaa1111\n" + DEFINITION;
        TopicTree tree = tree(kept + "\n## S\n\nTwo.[^x] ^bbbb1111\n\n" + comments);
        NormalizedEdit edit = CpuTime.within(
                Duration.ofSeconds(3),
                () -> TopicNormalizer.normalize(
                        Map.of(M, Optional.of(kept + "\n## S\n\n" + comments)),
                        tree,
                        TopicEditCasesTests.ARCHIVE_S1,
                        EditPolicy.keepingAll().removingAny(),
                        TopicLimits.DEFAULT));

        assertThat(edit.files()).containsExactly(Map.entry(M, Optional.of(kept)));
    }
}
