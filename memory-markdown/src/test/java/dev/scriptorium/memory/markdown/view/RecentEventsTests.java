package dev.scriptorium.memory.markdown.view;

import static dev.scriptorium.memory.markdown.view.Topics.definition;
import static dev.scriptorium.memory.markdown.view.Topics.records;
import static dev.scriptorium.memory.markdown.view.Topics.topic;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.markdown.GoldenWorkspace;
import dev.scriptorium.memory.markdown.topic.MemoryRecord;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecentEventsTests {
    private static CreationOrder inOrder(List<MemoryRecord> records) {
        return CreationOrder.empty().with(records.stream().map(MemoryRecord::id).toList());
    }

    @Test
    void theLatestLinesRemain() {
        List<String> lines = GoldenWorkspace.text("recent_events.jsonl").lines().toList();

        assertThat(RecentEvents.render(GoldenWorkspace.records(), GoldenWorkspace.creationOrder(), 2))
                .isEqualTo(lines.get(5) + "\n" + lines.get(6) + "\n");
        assertThat(RecentEvents.render(GoldenWorkspace.records(), GoldenWorkspace.creationOrder(), 0))
                .isEmpty();
    }

    @Test
    void theLatestRecordsAloneAreEnough() {
        CreationOrder order = GoldenWorkspace.creationOrder();
        List<MemoryRecord> latest = GoldenWorkspace.records().stream()
                .filter(found -> order.number(found.id()).orElseThrow() >= 4)
                .toList();

        assertThat(RecentEvents.render(latest, order, 3))
                .isEqualTo(RecentEvents.render(GoldenWorkspace.records(), order, 3));
    }

    @Test
    void anAliasedBlockHasOneLineUnderItsOwnId() {
        List<MemoryRecord> records =
                records(topic("topics/a.md", "Merged.[^e-1] ^aaaaaaaa ^bbbbbbbb", "", definition("e-1", "2026", 1, 1)));

        assertThat(RecentEvents.render(records, inOrder(records), 50))
                .isEqualTo(
                        "{\"memory_id\": \"bbbbbbbb\", \"when\": \"2026\", \"whens\": [\"2026\"], \"content\": \"Merged.\","
                                + " \"refs\": [\"demo/room 1/m1\"], \"source_refs\": [\"demo/room 1/m1\"],"
                                + " \"topic_path\": \"topics/a.md\", \"headings\": [], \"created_order\": 1}\n");
    }

    @Test
    void theWordsStandAsInTheTopic() {
        List<MemoryRecord> records = records(topic(
                "topics/a.md",
                "\"Q\" \\ [x](b.md#^aaaaaaaa)\n\u2028\t成.[^e-1] ^aaaaaaaa",
                "",
                definition("e-1", "2026", 1, 1)));

        assertThat(RecentEvents.render(records, inOrder(records), 50))
                .contains("\"content\": \"\\\"Q\\\" \\\\ [x](b.md#^aaaaaaaa)\\n\u2028\\t成.\"");
    }

    @Test
    void aRecordWithoutANumberIsAMistake() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RecentEvents.render(GoldenWorkspace.records(), CreationOrder.empty(), 5))
                .withMessageContaining("4be8947d");
    }

    @Test
    void numbersDecideAndNotTheOrderGiven() {
        List<MemoryRecord> records = records(topic(
                "topics/a.md", "A.[^e-1] ^aaaaaaaa", "", "B.[^e-1] ^bbbbbbbb", "", definition("e-1", "2026", 1, 1)));
        CreationOrder order = CreationOrder.of(Map.of(new BlockId("aaaaaaaa"), 7, new BlockId("bbbbbbbb"), 3));

        assertThat(RecentEvents.render(records, order, 50).lines())
                .satisfiesExactly(
                        first -> assertThat(first).contains("bbbbbbbb").endsWith("\"created_order\": 3}"),
                        second -> assertThat(second).contains("aaaaaaaa").endsWith("\"created_order\": 7}"));
    }
}
