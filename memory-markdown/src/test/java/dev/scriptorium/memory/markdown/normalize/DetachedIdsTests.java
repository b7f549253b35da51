package dev.scriptorium.memory.markdown.normalize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.validate.TopicLimits;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DetachedIdsTests {
    private static final TopicPath PATH = new TopicPath("topics/a.md");
    private static final String DEFINITION =
            "[^e-1]: Time: `2026-08-09`; Sources: [x](../sources/openprogram/_v2/s1.md#source-d6511a17d50e19d2)\n";
    private static final TopicTree BASE =
            TopicTree.EMPTY.with(Map.of(PATH, Optional.of("# A\n\n- one[^e-1] ^abc12345\n\n" + DEFINITION)));

    private static String edited(String block) {
        return TopicNormalizer.normalize(
                        Map.of(PATH, Optional.of("# A\n\n" + block + "\n\n" + DEFINITION)),
                        BASE,
                        TopicEditCasesTests.ARCHIVE_S1,
                        EditPolicy.keepingAll(),
                        TopicLimits.DEFAULT)
                .files()
                .get(PATH)
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "- two[^e-1]\n^abc12345",
                "- two[^e-1]\n\n^abc12345",
                "> two[^e-1]\n\n^abc12345",
                "1. two[^e-1]\n\n\n^abc12345"
            })
    void anIdBelowAListOrQuoteBecomesItsEnd(String block) {
        assertThat(edited(block)).contains("two[^e-1] ^abc12345\n\n[^e-1]");
    }

    @Test
    void anIdBelowCodeIsRefused() {
        MemoryException refused =
                catchThrowableOfType(MemoryException.class, () -> edited("- two[^e-1]\n\n```\ncode\n```\n\n^abc12345"));
        assertThat(refused.violations()).extracting(Violation::rule).contains("id-without-citation");
    }
}
