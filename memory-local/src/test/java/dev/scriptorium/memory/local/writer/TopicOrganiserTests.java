package dev.scriptorium.memory.local.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.markdown.topic.MemoryRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TopicOrganiserTests {
    private final StagedTopics topics = new StagedTopics();

    private boolean organise() {
        return topics.run(WriterTask.organise()).nothingToRecord().isEmpty();
    }

    private static String definition(String label, String time, String... turns) {
        List<String> links = new ArrayList<>();
        for (String turn : turns) {
            links.add("[said so](../sources/test/_v2/x.md#at-" + Integer.toHexString(turn.charAt(0)) + ")");
        }
        return "[^" + label + "]: Time: `" + time + "`; Sources: " + String.join(", ", links);
    }

    @Test
    void exactDuplicatesBecomeOneBlockWithAllIdsAndAllEvidence() {
        topics.given(
                "topics/a.md",
                "# A",
                "",
                "## 2023-01",
                "",
                "The mill is shut.[^e-1] ^aaaaaaaa",
                "",
                definition("e-1", "2023-01-01", "a"),
                "",
                "Between.[^e-2] ^bbbbbbbb",
                "",
                definition("e-2", "2023-01-02", "b"),
                "",
                "## 2023-02",
                "",
                "The mill  is shut.[^e-3] ^cccccccc ^dddddddd",
                "",
                definition("e-3", "2023-02-01", "c"));

        assertThat(organise()).isTrue();
        assertThat(topics.text("a.md"))
                .isEqualTo(String.join(
                        "\n",
                        "# A",
                        "",
                        "## 2023-01",
                        "",
                        "The mill is shut.[^e-1][^e-3] ^cccccccc ^dddddddd ^aaaaaaaa",
                        "",
                        definition("e-1", "2023-01-01", "a"),
                        "",
                        definition("e-3", "2023-02-01", "c"),
                        "",
                        "Between.[^e-2] ^bbbbbbbb",
                        "",
                        definition("e-2", "2023-01-02", "b"),
                        ""));
        assertThat(organise()).isFalse();
    }

    @Test
    void theSameWordsUnderOtherHeadingsOrInOtherTopicsMayMeanAnotherThing() {
        topics.given(
                "topics/a.md",
                "# A",
                "",
                "## Falcon",
                "",
                "Due in May.[^e-1] ^aaaaaaaa",
                "",
                definition("e-1", "2023", "a"),
                "",
                "## Osprey",
                "",
                "Due in May.[^e-2] ^bbbbbbbb",
                "",
                definition("e-2", "2023", "a"));
        topics.given("topics/b.md", "# B", "", "Due in May.[^e-3] ^cccccccc", "", definition("e-3", "2023", "a"));
        assertThat(organise()).isFalse();
    }

    @Test
    void duplicatesOfSeveralCitationsKeepEachWhereItBelongs() {
        topics.given(
                "topics/a.md",
                "# A",
                "",
                "One.[^e-1] Two.[^e-2] ^aaaaaaaa",
                "",
                definition("e-1", "2023", "a"),
                "",
                definition("e-2", "2023", "b"),
                "",
                "One.[^e-3] Two.[^e-2] ^bbbbbbbb",
                "",
                definition("e-3", "2023", "c"),
                "",
                "One. Two.[^e-4] ^cccccccc",
                "",
                definition("e-4", "2023", "d"));
        assertThat(organise()).isTrue();
        assertThat(topics.text("a.md")).contains("One.[^e-1][^e-3] Two.[^e-2][^e-4] ^bbbbbbbb ^cccccccc ^aaaaaaaa\n");
    }

    @Test
    void theCoreIsOrderedByTurnsThenTimeThenPlace() {
        topics.given(
                "topics/core.md",
                "# Core",
                "",
                "Old.[^e-1] ^aaaaaaaa",
                "",
                definition("e-1", "2021-01-01", "a"),
                "",
                "New.[^e-2] ^bbbbbbbb",
                "",
                definition("e-2", "2023-01-01", "a"),
                "",
                "Undated.[^e-3] ^cccccccc",
                "",
                definition("e-3", "undated", "a"),
                "",
                "Often.[^e-4][^e-5] ^dddddddd",
                "",
                definition("e-4", "2020", "a"),
                "",
                definition("e-5", "2020", "b"),
                "",
                "Same turn twice.[^e-6][^e-7] ^eeeeeeee",
                "",
                definition("e-6", "2022", "a"),
                "",
                definition("e-7", "2022", "a"),
                "",
                "Also new.[^e-8] ^ffffffff",
                "",
                definition("e-8", "2023-01-01", "c"),
                "",
                "## Home",
                "",
                "Stays below.[^e-9] ^11111111",
                "",
                definition("e-9", "2024", "a", "b", "c"));

        assertThat(organise()).isTrue();
        assertThat(topics.contents("core.md"))
                .containsExactly("Often.", "New.", "Also new.", "Same turn twice.", "Old.", "Undated.", "Stays below.");
        assertThat(topics.text("core.md")).contains("Often.[^e-4][^e-5] ^dddddddd\n\n[^e-4]:");
        assertThat(organise()).isFalse();
    }

    @Test
    void nothingCrossesWhatIsNoBlock() {
        topics.given(
                "topics/core.md",
                "# Core",
                "",
                "One.[^e-1] ^aaaaaaaa",
                "",
                definition("e-1", "2021", "a"),
                "",
                "<!-- keep -->",
                "",
                "Two.[^e-2] ^bbbbbbbb",
                "",
                definition("e-2", "2023", "a"));
        assertThat(organise()).isFalse();
    }

    private void fill(String path, String heading, Map<String, Integer> blocksPerPeriod) {
        List<String> lines = new ArrayList<>(List.of("# " + heading, "", "<!-- speaker: u%2D7 -->", ""));
        int[] count = {0};
        new TreeSet<>(blocksPerPeriod.keySet()).forEach(period -> {
            lines.add("## " + period);
            lines.add("");
            for (int i = 0; i < blocksPerPeriod.get(period); i++) {
                String id = String.format("%08x", ++count[0]);
                lines.add("Crate " + count[0] + " of " + period + ".[^e-" + id + "] ^" + id);
                lines.add("");
                lines.add(definition("e-" + id, "2023", "a").replace("../", "../../"));
                lines.add("");
            }
        });
        topics.given(path, lines.toArray(String[]::new));
    }

    private List<String> ids() {
        return topics.records().stream()
                .map(record -> record.id().value())
                .sorted()
                .toList();
    }

    @Test
    void aTopicPastItsSizeGivesAwayItsOldestYears() {
        fill("topics/people/Ada.md", "Ada", Map.of("2021-03", 80, "2021-09", 70, "2022-01", 90, "2023-01", 100));
        List<String> before = ids();

        assertThat(organise()).isTrue();
        assertThat(topics.paths()).containsExactly("people/Ada-2021.md", "people/Ada.md");
        assertThat(topics.records("people/Ada-2021.md")).hasSize(150);
        assertThat(topics.records("people/Ada.md")).hasSize(190);
        assertThat(topics.text("people/Ada-2021.md"))
                .startsWith("# Ada\n\n<!-- speaker: u%2D7 -->\n\n## 2021-03\n\nCrate 1 of");
        assertThat(ids()).isEqualTo(before);
        assertThat(organise()).isFalse();
    }

    @Test
    void aYearPastTheSizeIsGivenAwayByMonthsAndAMonthByParts() {
        fill("topics/people/Ada.md", "Ada", Map.of("2022-01", 450, "2022-02", 120, "2023-01", 30));
        List<String> before = ids();

        assertThat(organise()).isTrue();
        assertThat(topics.topics())
                .allSatisfy(
                        path -> assertThat(topics.records(path.belowTopics())).hasSizeBetween(1, 200));
        assertThat(ids()).isEqualTo(before);
        assertThat(topics.paths()).contains("people/Ada-2022-01.md", "people/Ada-2022-01-2.md");
        assertThat(organise()).isFalse();
    }

    @Test
    void aSplitTopicIsGoneOnWithWhereItWas() {
        fill("topics/people/Ada.md", "Ada", Map.of("2021-03", 150, "2023-05", 150));
        organise();
        topics.record(Talk.in("s")
                .says(dev.scriptorium.memory.api.session.Speaker.of("u-7", "Ada"), "I keep bees in Galway."));
        assertThat(topics.paths()).containsExactly("people/Ada-2021.md", "people/Ada.md");
        assertThat(topics.contents("people/Ada.md")).contains("I keep bees in Galway.");
    }

    @Test
    void whatStandsUnderOtherHeadingsIsNotMoved() {
        List<String> lines = new ArrayList<>(List.of("# A", "", "## Work", ""));
        for (int i = 0; i < 250; i++) {
            String id = String.format("%08x", i + 1);
            lines.addAll(List.of("Crate " + i + ".[^e-" + id + "] ^" + id, "", definition("e-" + id, "2023", "a"), ""));
        }
        topics.given("topics/a.md", lines.toArray(String[]::new));
        assertThat(organise()).isFalse();
    }

    @Test
    void sharedEvidenceIsDefinedInBothTopicsAfterASplit() {
        List<String> lines = new ArrayList<>(List.of("# A", "", "## 2021", ""));
        for (int i = 0; i < 202; i++) {
            String id = String.format("%08x", i + 1);
            lines.add(i == 150 ? "## 2022" : "");
            lines.addAll(List.of("", "Crate " + i + ".[^e-all] ^" + id, ""));
        }
        lines.add(definition("e-all", "2023", "a"));
        topics.given("topics/a.md", lines.toArray(String[]::new));

        assertThat(organise()).isTrue();
        assertThat(topics.records("a.md")).hasSize(52).allMatch(MemoryRecord::resolved);
        assertThat(topics.records("a-2021.md"))
                .hasSize(150)
                .allSatisfy(record -> assertThat(record.sourceRefs()).containsExactly(new SourceRef("test/x/a")));
    }

    @Test
    void anOrganisedWorkspaceIsLeftAsItIs() {
        assertThat(organise()).isFalse();
        topics.given(
                "topics/crlf.md", "# A\r", "\r", "One.[^e-1] ^aaaaaaaa\r", "\r", definition("e-1", "2023", "a") + "\r");
        assertThat(organise()).isFalse();
    }

    /** Everything at once: a topic past its size with duplicates in it, and a core out of order with one of its own. */
    private static StagedTopics messy() {
        StagedTopics messy = new StagedTopics();
        List<String> lines = new ArrayList<>(List.of("# Ada", "", "<!-- speaker: u%2D7 -->", ""));
        for (int i = 0; i < 330; i++) {
            String id = String.format("%08x", i + 1);
            if (i % 30 == 0) {
                lines.addAll(List.of("## " + (2021 + i / 120) + "-0" + (1 + i / 30 % 4), ""));
            }
            String words = i % 11 == 0 ? "The mill is shut." : "Crate " + i + " is full.";
            lines.addAll(List.of(
                    words + "[^e-" + id + "] ^" + id,
                    "",
                    definition("e-" + id, "2023", "" + (char) ('a' + i % 20)),
                    ""));
        }
        messy.given("topics/ada.md", lines.toArray(String[]::new));
        messy.given(
                "topics/core.md",
                "# Core",
                "",
                "I prefer rye.[^e-1] ^aaaaaaaa",
                "",
                definition("e-1", "2023-01-01", "a"),
                "",
                "I never fly.[^e-2] ^bbbbbbbb",
                "",
                definition("e-2", "2023-01-02", "b", "c"),
                "",
                "I prefer rye.[^e-3] ^cccccccc",
                "",
                definition("e-3", "2023-01-03", "d"));
        return messy;
    }

    private static List<String> allIds(StagedTopics topics) {
        return Pattern.compile("\\^[0-9a-f]{8}")
                .matcher(String.join("\n", topics.all().values()))
                .results()
                .map(MatchResult::group)
                .sorted()
                .toList();
    }

    @Test
    void nothingIsLostAndEveryRunGivesTheSameBytes() {
        StagedTopics once = messy();
        List<String> before = allIds(once);
        Set<SourceRef> cited = once.records().stream()
                .flatMap(record -> record.sourceRefs().stream())
                .collect(Collectors.toSet());
        once.run(WriterTask.organise());
        assertThat(allIds(once)).hasSize(333).isEqualTo(before);
        assertThat(once.records().stream().flatMap(record -> record.sourceRefs().stream()))
                .containsAll(cited);
        assertThat(once.topics())
                .allSatisfy(path -> assertThat(once.records(path.belowTopics())).hasSizeLessThanOrEqualTo(200));
        assertThat(once.contents("ada-2021.md").stream().filter("The mill is shut."::equals))
                .hasSize(1);
        assertThat(once.contents("core.md")).containsExactly("I prefer rye.", "I never fly.");

        StagedTopics again = messy();
        again.run(WriterTask.organise());
        assertThat(again.all()).isEqualTo(once.all());
        assertThat(again.run(WriterTask.organise()).nothingToRecord()).isPresent();
    }
}
