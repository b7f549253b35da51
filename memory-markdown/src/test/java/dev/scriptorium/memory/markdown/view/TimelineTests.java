package dev.scriptorium.memory.markdown.view;

import static dev.scriptorium.memory.markdown.view.Topics.definition;
import static dev.scriptorium.memory.markdown.view.Topics.records;
import static dev.scriptorium.memory.markdown.view.Topics.topic;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.markdown.GoldenWorkspace;
import dev.scriptorium.memory.markdown.topic.MemoryRecord;
import dev.scriptorium.memory.markdown.topic.Topic;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimelineTests {
    private static final String FRAGMENT = "sources/demo/_v2/room%201.md#"
            + Topics.SOURCES.find(Topics.ref(1)).orElseThrow().anchor();

    private static String only(Topic... topics) {
        Map<String, String> files = Timeline.render(records(topics));
        assertThat(files).hasSize(1);
        return files.values().iterator().next();
    }

    @ParameterizedTest
    @CsvSource({
        "2026,timeline/2026.md",
        "2026-08,timeline/2026/08.md",
        "2026-08-09,timeline/2026/08/09.md",
        "2024-02-29,timeline/2024/02/29.md"
    })
    void everyDateHasAFile(String when, String path) {
        assertThat(Timeline.path(when)).contains(path);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"undated", "", "2026-13", "0000", "2026-02-30", "2026-8", "../etc", "2026-08-09 ", "20260809"})
    void whatIsNoDateHasNone(String when) {
        assertThat(Timeline.path(when)).isEmpty();
    }

    @Test
    void anAliasedBlockHasOneEntryUnderItsOwnId() {
        assertThat(only(topic("topics/a.md", "Merged.[^e-1] ^aaaaaaaa ^bbbbbbbb", "", definition("e-1", "2026", 1, 1))))
                .isEqualTo("# 2026\n\nMerged. [Topic](../topics/a.md#^bbbbbbbb) [t1](../" + FRAGMENT + ")\n");
    }

    @Test
    void aRecordFromBeforeBlockIdsHasItsOwnFragment() {
        assertThat(only(topic("topics/l.md", "First.[^mem_a]", "", definition("mem_a", "2026", 1, 1))))
                .isEqualTo("# 2026\n\nFirst. [Topic](../topics/l.md#mem_a) [t1](../" + FRAGMENT + ")\n");
    }

    @Test
    void undatedEvidenceStandsNowhere() {
        Topic topic = topic("topics/a.md", "One.[^e-1] ^aaaaaaaa", "", definition("e-1", "undated", 1, 1));

        assertThat(Timeline.render(records(topic))).isEmpty();
    }

    @Test
    void entriesAreOrderedBySourceThenBlockThenCitation() {
        Topic a = topic(
                "topics/a.md",
                "Z.[^e-1] ^bbbbbbbb",
                "",
                "A.[^e-1] B.[^e-2] ^aaaaaaaa",
                "",
                "C.[^e-3] ^cccccccc",
                "",
                definition("e-1", "2026", 1, 2),
                definition("e-2", "2026", 1, 2),
                definition("e-3", "2026", 1, 1));

        assertThat(only(a).lines().filter(line -> line.contains("Topic")).map(line -> line.substring(0, 2)))
                .containsExactly("C.", "A.", "B.", "Z.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[x](../b/c.md#^aaaaaaaa) | [x](../../../topics/b/c.md#^aaaaaaaa)",
                "[x](d.md#^aaaaaaaa) | [x](../../../topics/my%20dir/d.md#^aaaaaaaa)",
                "[x](./d%20e.md#^a) | [x](../../../topics/my%20dir/d%20e.md#^a)",
                "[x](#^aaaaaaaa) | [x](../../../topics/my%20dir/a.md#^aaaaaaaa)",
                "[x](https://a.example/b) | [x](https://a.example/b)",
                "[x](mailto:a@example.org) | [x](mailto:a@example.org)",
                "[x](/etc/x) | [x](/etc/x)",
                "[x](//host/x) | [x](//host/x)",
                "[x](../../../out.md) | [x](../../../../out.md)",
                "[x](<../b c.md> \"t/i\") | [x](<../../../topics/b c.md> \"t/i\")",
                "`[x](d.md)` | `[x](d.md)`",
                "\\[x](d.md) [y](e.md) | \\[x](d.md) [y](../../../topics/my%20dir/e.md)",
                "# [x](d.md) | # [x](../../../topics/my%20dir/d.md)",
                "[x](d.md), [y](e.md) | [x](../../../topics/my%20dir/d.md), [y](../../../topics/my%20dir/e.md)",
                "- [x](d.md) | - [x](../../../topics/my%20dir/d.md)",
            })
    void linksOfAQuoteLeadWhereTheyLed(String quote, String rebased) {
        String text = only(topic(
                "topics/my dir/a.md",
                "Words.[^e-1] " + quote + "[^e-2] ^aaaaaaaa",
                "",
                definition("e-1", "undated", 2, 1),
                definition("e-2", "2026-08-09", 2, 1)));

        assertThat(text)
                .isEqualTo("# 2026-08-09\n\n" + rebased
                        + " [Topic](../../../topics/my%20dir/a.md#^aaaaaaaa) [t1](../../../" + FRAGMENT + ")\n");
    }

    @Test
    void sourcesKeepTheSpellingTheyHaveInTheTopic() {
        String encoded = definition("e-1", "2026", 1, 1).replace("room%201", "room%25201");

        assertThat(only(topic("topics/a.md", "One.[^e-1] ^aaaaaaaa", "", encoded)))
                .contains("(../sources/demo/_v2/room%25201.md#");
    }

    @Test
    void aBareReferenceIsRenderedAsALink() {
        assertThat(only(topic(
                        "topics/a.md",
                        "One.[^e-1] ^aaaaaaaa",
                        "",
                        "[^e-1]: Time: `2026`; Sources: [lab](demo/room 1/m1)")))
                .endsWith(" [lab](../" + FRAGMENT.replace("%20", "%2520") + ")\n");
    }

    @Test
    void anOpenDirectionControlEndsWithTheQuote() {
        assertThat(only(topic("topics/a.md", "\u202EOne.[^e-1] ^aaaaaaaa", "", definition("e-1", "2026", 1, 1))))
                .contains("\n\u202EOne.\u202C [Topic]");
    }

    @Test
    void anyFileRenderedAloneIsTheFileOfAFullRender() {
        List<MemoryRecord> records = new ArrayList<>(GoldenWorkspace.records());
        Map<String, List<TimelineEntry>> byPath = new HashMap<>();
        for (int round = 0; round < 20; round++) {
            Collections.shuffle(records, new Random(round));
            byPath.clear();
            records.forEach(found -> Timeline.entries(found)
                    .forEach(entry -> byPath.computeIfAbsent(entry.path(), path -> new ArrayList<>())
                            .add(entry)));

            byPath.forEach((path, entries) ->
                    assertThat(Timeline.render(path, entries)).isEqualTo(GoldenWorkspace.text(path)));
        }
    }
}
