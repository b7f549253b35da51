package dev.scriptorium.memory.markdown.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ref.TopicPath;
import java.util.Optional;

/** Small topics, and merges of them. */
final class MergeCases {
    static final TopicPath M = new TopicPath("topics/m.md");

    static final String A = "Ada.[^e-a] ^aaaa1111\n\n[^e-a]: Time: `2026-01`; Sources: [l](s/t/1)";
    static final String B = "Bob.[^e-b] ^bbbb2222\n\n[^e-b]: Time: `2026-02`; Sources: [l](s/t/2)";
    static final String C = "Cyd.[^e-c] ^cccc3333\n\n[^e-c]: Time: `2026-03`; Sources: [l](s/t/3)";
    static final String D = "Dot.[^e1]\n\n[^e1]: Time: `2026-04`; Sources: [l](s/t/4)";
    static final String E = "Eva.[^e2]\n\n[^e2]: Time: `2026-05`; Sources: [l](s/t/5)";

    static String topic(String... parts) {
        return String.join("\n\n", parts) + "\n";
    }

    static MergedTopic merge(String base, String ours, String theirs) {
        return TopicMerge.merge(M, Optional.of(base), Optional.of(ours), Optional.of(theirs));
    }

    static String clean(String base, String ours, String theirs) {
        MergedTopic merged = merge(base, ours, theirs);
        assertThat(merged.conflicts()).isEmpty();
        assertThat(merged.isClean()).isTrue();
        return merged.text().orElseThrow();
    }

    static String reworded(String block) {
        return block.replaceFirst("\\.", " anew.");
    }

    private MergeCases() {}
}
