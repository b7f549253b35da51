package dev.scriptorium.memory.markdown.normalize;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.GoldenWorkspace;
import dev.scriptorium.memory.markdown.parse.RecordReader;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.source.SourceIndex;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.Element;
import dev.scriptorium.memory.markdown.topic.Link;
import dev.scriptorium.memory.markdown.topic.Topic;
import dev.scriptorium.memory.markdown.validate.TopicLimits;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Any text is a topic or breaks named rules; what is accepted is canonical, and nothing of it is made up. */
class TopicFuzzTests {
    private static final TopicPath M = new TopicPath("topics/m.md");
    private static final SourceIndex SOURCES = GoldenWorkspace.sources();

    /** What topics are made of; random characters would seldom meet it. */
    private static final List<String> PIECES = List.of(
            "[^e1]",
            "[^e-1]",
            "[^",
            "]: Time: `2026`; Sources: [l](openprogram/sess-alpha/u1)",
            "\n\n[^e1]: Time: `2026`; Sources: [l](openprogram/sess-alpha/u1)\n",
            " ^abc12345",
            "^",
            "# ",
            "## A\n\n",
            "```",
            "~~~",
            "\n\n",
            "\n",
            "\r\n",
            "- ",
            "> ",
            "    ",
            "\t",
            "1. ",
            "| a | b |\n|---|---|\n",
            "<!--",
            "-->",
            "---\n",
            "`",
            "\\",
            "[x](#^abc12345)",
            "](m.md#^abc12345)",
            "mem_1234",
            "\u2028",
            "\u0000",
            "Words. ");

    private static String text(FuzzedDataProvider data, int length) {
        StringBuilder text = new StringBuilder();
        while (data.remainingBytes() > 0 && text.length() < length) {
            if (data.consumeBoolean()) {
                text.append(data.pickValue(PIECES));
            } else {
                text.append(data.consumeString(12));
            }
        }
        return text.toString();
    }

    @FuzzTest(maxDuration = "30m", maxExecutions = 1_000_000)
    void aTextIsATopicOrBreaksRules(FuzzedDataProvider data) {
        Optional<TopicTree> before = accepted(TopicTree.EMPTY, text(data, 400));
        TopicTree tree = before.orElse(TopicTree.EMPTY);
        accepted(tree, tree.text(M).orElse("") + text(data, 400));
    }

    private static Optional<TopicTree> accepted(TopicTree tree, String text) {
        assertScanned(TopicParser.parse(M, text));
        NormalizedEdit edit;
        try {
            edit = normalized(tree, text);
        } catch (MemoryException refused) {
            assertThat(refused.violations()).isNotEmpty().allSatisfy(violation -> {
                assertThat(violation.rule()).isNotBlank();
                assertThat(violation.line())
                        .isLessThanOrEqualTo((int) text.lines().count() + 1);
            });
            return Optional.empty();
        }
        TopicTree after = tree.with(edit.files());
        after.text(M).ifPresent(canonical -> {
            // Canonical once is canonical for good, and its records can be read.
            assertThat(normalized(after, canonical).files()).isEmpty();
            Topic topic = after.topic(M).orElseThrow();
            assertThat(topic.blocks())
                    .allSatisfy(block -> assertThat(EditedTopics.ids(block)).isNotEmpty());
            assertThat(RecordReader.read(topic, SOURCES)).isNotEmpty().allMatch(record -> record.resolved());
        });
        return Optional.of(after);
    }

    private static NormalizedEdit normalized(TopicTree tree, String text) {
        return TopicNormalizer.normalize(
                Map.of(M, Optional.of(text)),
                tree,
                SOURCES,
                EditPolicy.keepingAll().removingAny(),
                TopicLimits.DEFAULT);
    }

    private static void assertScanned(Topic topic) {
        int line = 0;
        for (Element element : topic.elements()) {
            assertThat(element.line()).isGreaterThanOrEqualTo(line);
            assertThat(element.endLine()).isGreaterThan(element.line());
            line = element.endLine();
        }
        assertThat(line).isLessThanOrEqualTo(topic.lines().size());
        for (Block block : topic.blocks()) {
            assertThat(topic.text()).contains(block.raw());
            for (Link link : block.links()) {
                assertThat(block.raw().substring(link.targetStart(), link.targetEnd()))
                        .isEqualTo(link.target());
            }
        }
        Topic again = TopicParser.parse(topic.path(), topic.text());
        assertThat(again.lines()).isEqualTo(topic.lines());
    }
}
