package dev.scriptorium.memory.markdown.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.markdown.GoldenWorkspace;
import dev.scriptorium.memory.markdown.source.SourceIndex;
import dev.scriptorium.memory.markdown.token.TokenCounter;
import dev.scriptorium.memory.markdown.topic.Evidence;
import dev.scriptorium.memory.markdown.topic.MemoryRecord;
import dev.scriptorium.memory.markdown.topic.Topic;
import dev.scriptorium.memory.markdown.trust.BlockTrust;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Everything the reference derives from its workspace, reproduced byte for byte. */
class GoldenViewsTests {

    @Test
    void theTimelineIsByteEqual() {
        assertThat(Timeline.render(GoldenWorkspace.records())).isEqualTo(GoldenWorkspace.texts("timeline"));
    }

    @Test
    void theRecentEventsAreByteEqual() {
        assertThat(RecentEvents.render(GoldenWorkspace.records(), GoldenWorkspace.creationOrder(), 50))
                .isEqualTo(GoldenWorkspace.text("recent_events.jsonl"));
    }

    @Test
    void theRelationsAreByteEqual() {
        assertThat(Relations.render(GoldenWorkspace.records())).isEqualTo(GoldenWorkspace.text("relations.json"));
    }

    @Test
    void theResidentBlockIsByteEqualAndSoAreItsTokens() {
        CoreRendering core = core(2000);

        assertThat(core.text()).isEqualTo(GoldenWorkspace.text("core.md"));
        assertThat(core.tokens()).isEqualTo(fact("core_report").get("tokens").intValue());
        assertThat(core.omitted()).isEmpty();
        assertThat(core.pending()).isEmpty();
    }

    @Test
    void theResidentBlockAtASmallBudgetNamesWhatIsLeftOut() {
        CoreRendering core = core(120);

        assertThat(core.text()).isEqualTo(GoldenWorkspace.expected("core-at-budget-120.md"));
        assertThat(core.tokens())
                .isEqualTo(fact("core_report_budget_120").get("tokens").intValue());
        assertThat(core.omitted()).containsExactly(new BlockId("f542f16d"));
    }

    @Test
    void theRecordsAreThoseOfTheReference() {
        JsonNode units = GoldenWorkspace.expectedJson("units.json");
        List<MemoryRecord> records = GoldenWorkspace.records();

        assertThat(records).hasSameSizeAs(units);
        for (int i = 0; i < records.size(); i++) {
            MemoryRecord found = records.get(i);
            JsonNode unit = units.get(i);
            assertThat(found.id().value()).isEqualTo(unit.get("memory_id").asText());
            assertThat(found.content()).isEqualTo(unit.get("content").asText());
            assertThat(found.when()).isEqualTo(nullable(unit.get("when")));
            assertThat(found.sourceRefs()).map(Objects::toString).isEqualTo(texts(unit.get("source_refs")));
            assertThat(found.sourceLinks()).isEqualTo(texts(unit.get("source_links")));
            assertThat(found.sourceLabels()).isEqualTo(texts(unit.get("source_labels")));
            assertThat(found.topicPath().belowTopics())
                    .isEqualTo(unit.get("topic_path").asText());
            assertThat(found.headings()).isEqualTo(texts(unit.get("headings")));
            assertThat(i).isEqualTo(unit.get("created_order").intValue());
            assertThat(found.relationTargets()).map(Objects::toString).isEqualTo(texts(unit.get("relation_targets")));
            assertThat(found.resolved()).isTrue();
            sameEvidence(found.evidence(), unit.get("evidence"));
        }
    }

    private static void sameEvidence(List<Evidence> found, JsonNode expected) {
        assertThat(found).hasSameSizeAs(expected);
        for (int i = 0; i < found.size(); i++) {
            Evidence evidence = found.get(i);
            JsonNode one = expected.get(i);
            assertThat(evidence.citationId()).isEqualTo(one.get("citation_id").asText());
            assertThat(evidence.quote()).isEqualTo(one.get("quote").asText());
            assertThat(evidence.when()).isEqualTo(nullable(one.get("when")));
            assertThat(evidence.sourceRefs()).map(Objects::toString).isEqualTo(texts(one.get("source_refs")));
            assertThat(evidence.sourceLinks()).isEqualTo(texts(one.get("source_links")));
            assertThat(evidence.sourceLabels()).isEqualTo(texts(one.get("source_labels")));
        }
    }

    @Test
    void theReferencesOfTheRecordsAreThoseOfTheReference() {
        JsonNode refs = GoldenWorkspace.expectedJson("refs.json");
        List<MemoryRecord> records = GoldenWorkspace.records();

        assertThat(records).hasSameSizeAs(refs);
        for (int i = 0; i < records.size(); i++) {
            assertThat(records.get(i).id().value())
                    .isEqualTo(refs.get(i).get("memory_id").asText());
            assertThat(records.get(i).topicPath().belowTopics())
                    .isEqualTo(refs.get(i).get("topic_path").asText());
            assertThat(records.get(i).content())
                    .isEqualTo(refs.get(i).get("content").asText());
            assertThat(records.get(i).when()).isEqualTo(nullable(refs.get(i).get("when")));
        }
    }

    @Test
    void everyRecordOfTheReferenceIsTrusted() {
        SourceIndex sources = GoldenWorkspace.sources();

        assertThat(GoldenWorkspace.records())
                .allSatisfy(found -> assertThat(BlockTrust.of(found, sources)).isEqualTo(Trust.TRUSTED));
    }

    private static CoreRendering core(int budget) {
        Topic master = GoldenWorkspace.topic("topics/core.md");
        SourceIndex sources = GoldenWorkspace.sources();
        return CoreView.render(
                master,
                block -> BlockTrust.of(master, block, sources) == Trust.TRUSTED,
                budget,
                new TokenCounter()::count);
    }

    private static JsonNode fact(String name) {
        return GoldenWorkspace.expectedJson("facts.json").get(name);
    }

    private static String nullable(JsonNode node) {
        return node.isNull() ? null : node.asText();
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(node -> texts.add(node.asText()));
        return texts;
    }
}
