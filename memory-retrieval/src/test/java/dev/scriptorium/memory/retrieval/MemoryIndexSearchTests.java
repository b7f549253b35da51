package dev.scriptorium.memory.retrieval;

import static dev.scriptorium.memory.retrieval.Fixtures.apply;
import static dev.scriptorium.memory.retrieval.Fixtures.archive;
import static dev.scriptorium.memory.retrieval.Fixtures.block;
import static dev.scriptorium.memory.retrieval.Fixtures.found;
import static dev.scriptorium.memory.retrieval.Fixtures.recalled;
import static dev.scriptorium.memory.retrieval.Fixtures.topic;
import static dev.scriptorium.memory.retrieval.Fixtures.turn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.recall.Corpus;
import dev.scriptorium.memory.api.recall.DateRange;
import dev.scriptorium.memory.api.recall.HitSource;
import dev.scriptorium.memory.api.recall.MemoryHit;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.retrieval.content.IndexedBlock;
import dev.scriptorium.memory.retrieval.content.IndexedFile;
import dev.scriptorium.memory.retrieval.content.IndexedTurn;
import dev.scriptorium.memory.retrieval.rank.Explanation;
import dev.scriptorium.memory.retrieval.rank.RecallText;
import dev.scriptorium.memory.retrieval.rank.SearchAnswer;
import dev.scriptorium.memory.retrieval.rank.SearchOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryIndexSearchTests {
    private static final String[] FILLER = {
        "Nothing much happened over the weekend", "The weather in the mountains stayed cold",
        "Somebody watered the plants in the hallway", "Lunch was soup and bread again",
        "The neighbours painted their fence green", "A parcel arrived for the second floor"
    };

    @TempDir
    Path directory;

    private MemoryIndex index;

    @BeforeEach
    void open() {
        index = MemoryIndex.open(directory.resolve("index"), Fixtures.SETTINGS);
        IndexedTurn[] filler = new IndexedTurn[60];
        for (int i = 0; i < filler.length; i++) {
            filler[i] = turn("f" + i, i % 3 == 0 ? "Kim" : i % 3 == 1 ? "Lou" : "Max", FILLER[i % FILLER.length] + ".");
        }
        apply(index, archive("filler", "h", filler));
    }

    @AfterEach
    void close() {
        index.close();
    }

    @Nested
    class Words {

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "项目预算是五万元。 | 预算",
                    "项目预算是五万元。 | 预算是多少",
                    "我们用Python3版本开发 | Python3版本",
                    "我们用Python3版本开发 | python",
                    "会議は東京タワーで行う | ﾀﾜｰ",
                    "회의는 서울에서 열린다 | 서울",
                    "ประชุมที่กรุงเทพ | กรุงเทพ",
                    "猫が好き | 猫",
                    "Call atomic_write_json first | atomic_write_json",
                    "Call atomic_write_json first | atomic write",
                    "Use getUserById there | user id",
                    "Use getUserById there | getUserById",
                    "Use getUserById there | getuserbyid",
                    "The user id is wrong | getUserId",
                    "Upgrade HTTPServer2 now | HTTPServer",
                    "Released v1.2.3 today | v1.2.3",
                    "Written in C++ mostly | C++",
                    "Written in C# mostly | C#",
                    "See topics/people/ada.md | topics/people/ada.md",
                    "Ticket proj-42 is done | proj-42",
                    "O'Neil signed | O'Neil",
                    "O'Neil signed | ONeil",
                    "Die Straße ist lang | STRASSE",
                    "Toplantı İstanbul şehrinde | istanbul",
                    "Running shoes were bought | run shoe",
                })
        void are_found_in_every_script_and_shape(String text, String question) {
            apply(index, topic("topics/x.md", "h", block("b1", text, "f0")));
            assertThat(found(index, question)).contains("b1");
        }

        @Test
        void of_the_exact_form_rank_first() {
            apply(
                    index,
                    topic(
                            "topics/x.md",
                            "h",
                            block("b1", "The organ was repaired", "f0"),
                            block("b2", "The organization was repaired", "f0")));
            assertThat(found(index, "organization repaired")).startsWith("b2", "b1");
            assertThat(found(index, "organ repaired")).startsWith("b1", "b2");
        }
    }

    /** Rows 90, 92, 95 and 96: a question is never syntax. */
    @Nested
    class Hostile {

        @ParameterizedTest
        @ValueSource(
                strings = {"", " ", "\n", "\"", "*", "??", "()", "~^", "\\", "—", "😀", "\u0000", "\u200B", "\uD83D"})
        void punctuation_finds_nothing(String question) {
            assertThat(found(index, question)).isEmpty();
            assertThat(recalled(index, question)).isEmpty();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "and/or weekend",
                    "O'Neil weekend",
                    "AND weekend",
                    "NOT -foo weekend",
                    "-weekend",
                    "field:weekend",
                    "weekend~2^9 [a TO b]",
                    "(((weekend",
                    "\"weekend",
                    "weekend*"
                })
        void syntax_is_only_words(String question) {
            assertThat(found(index, question)).isNotEmpty();
        }

        @Test
        @Timeout(60)
        void text_of_any_length_is_answered() {
            StringBuilder turn = new StringBuilder();
            Random random = new Random(1);
            for (int i = 0; i < 5_000; i++) {
                turn.append((char) ('a' + random.nextInt(26)))
                        .append(random.nextInt(5_000))
                        .append(' ');
            }
            assertThat(found(index, turn + " weekend")).isNotEmpty();
            for (String hostile : List.of(
                    "(".repeat(10_000) + "weekend",
                    "weekend " + "x".repeat(1_000_000),
                    "weekend ".repeat(100_000),
                    "预".repeat(100_000),
                    "\u202E".repeat(100_000),
                    "a_".repeat(100_000))) {
                index.search(MemoryQuery.of(hostile), SearchOptions.onRequest());
            }
        }

        @Test
        void a_filter_of_any_text_finds_nothing_and_does_not_fail() {
            for (String odd : List.of("", " ", "proj-42", "a--b", "-x", "*", "../..", "\u0000", "[", "😀")) {
                index.search(MemoryQuery.builder("weekend").speaker(odd).build(), SearchOptions.onRequest());
                index.search(MemoryQuery.builder("weekend").pathPrefix(odd).build(), SearchOptions.onRequest());
            }
        }

        @Test
        void an_interrupted_search_answers_and_harms_nobody() {
            Thread.currentThread().interrupt();
            assertThat(found(index, "weekend")).isNotEmpty();
            assertThat(Thread.interrupted()).isTrue();
            assertThat(found(index, "weekend")).isNotEmpty();
        }

        @Test
        void a_search_that_is_told_to_stop_says_so() {
            SearchAnswer answer = index.search(
                    MemoryQuery.of("weekend mountains"),
                    SearchOptions.builder().stop(() -> true).build());
            assertThat(answer.complete()).isFalse();
            assertThat(answer.hits()).isEmpty();
        }
    }

    @Nested
    class Filters {

        @BeforeEach
        void fill() {
            apply(
                    index,
                    topic("topics/people/ada.md", "h", block("b1", "The budget is fifty thousand", "m1")),
                    topic("topics/projects/tracker.md", "h", block("b2", "The budget is twenty thousand", "m2")),
                    archive(
                            "room",
                            "h",
                            turn("m1", "Ada", "Our budget is fifty thousand euros, said the board"),
                            turn("m2", "Weiß", "My budget is a mere twenty thousand pounds this year"),
                            turn("m3", "İpek", "No budget was given for the third part of it")));
        }

        @ParameterizedTest
        @CsvSource({
            "people, b1",
            "/people/, b1",
            "topics/people, b1",
            "Topics/people, b1",
            "topics/projects/tracker.md, b2",
            "sources/local/room.md, m1 m2 m3",
            "sources/local/_v2/room, m1 m2 m3",
            "SOURCES/local/room, m1 m2 m3",
            "nowhere, ''",
            "topics/People, ''",
        })
        void by_path(String prefix, String expected) {
            assertThat(found(index, MemoryQuery.builder("budget").pathPrefix(prefix)))
                    .containsExactlyInAnyOrderElementsOf(expected.isEmpty() ? List.of() : List.of(expected.split(" ")));
        }

        /** Row 98. */
        @ParameterizedTest
        @CsvSource({
            "Ada, m1",
            "ADA, m1",
            "ada, m1",
            "u-ada, m1",
            "Ada (u-Ada), m1",
            "' ada ', m1",
            "WEISS, m2",
            "weiß, m2",
            "ipek, m3",
            "IPEK, m3",
            "ıpek, m3",
            "nobody, ''"
        })
        void by_speaker_whatever_the_case(String speaker, String expected) {
            SearchAnswer answer =
                    index.search(MemoryQuery.builder("budget").speaker(speaker).build(), SearchOptions.onRequest());
            assertThat(Fixtures.ids(answer))
                    .containsExactlyElementsOf(expected.isEmpty() ? List.of() : List.of(expected));
            assertThat(answer.narrowedTo()).contains(Corpus.SOURCES);
        }

        @Test
        void by_speaker_finds_nothing_in_topics() {
            SearchAnswer answer = index.search(
                    MemoryQuery.builder("budget")
                            .speaker("Ada")
                            .corpus(Corpus.TOPICS)
                            .build(),
                    SearchOptions.onRequest());
            assertThat(answer.hits()).isEmpty();
        }

        @Test
        void by_corpus() {
            assertThat(found(index, MemoryQuery.builder("budget").corpus(Corpus.TOPICS)))
                    .containsExactlyInAnyOrder("b1", "b2");
            assertThat(found(index, MemoryQuery.builder("budget").corpus(Corpus.SOURCES)))
                    .containsExactlyInAnyOrder("m1", "m2", "m3");
            assertThat(index.search(MemoryQuery.of("budget"), SearchOptions.recall())
                            .narrowedTo())
                    .isEmpty();
        }

        @Test
        void by_dates() {
            apply(
                    index,
                    IndexedFile.topic(
                            "topics/dated.md",
                            "h",
                            List.of(
                                    dated("d1", "2026"),
                                    dated("d2", "2026-08"),
                                    dated("d3", "2026-08-09", "2025-01-01"),
                                    dated("d4"))));
            assertThat(between("2026-08-09", "2026-08-09")).containsExactlyInAnyOrder("d1", "d2", "d3");
            assertThat(between("2026-08-10", "2026-08-31")).containsExactlyInAnyOrder("d1", "d2");
            assertThat(between("2026-09", null)).containsExactlyInAnyOrder("d1");
            assertThat(between(null, "2025")).containsExactlyInAnyOrder("d3");
            assertThat(between("2024", "2024")).isEmpty();
        }

        private IndexedBlock dated(String id, String... dates) {
            return new IndexedBlock(
                    new BlockId(id),
                    List.of(),
                    List.of(),
                    "Harvest of apples",
                    List.of(dates),
                    Fixtures.cites("f0"),
                    true,
                    1);
        }

        private List<String> between(String from, String to) {
            return found(
                    index,
                    MemoryQuery.builder("harvest apples").corpus(Corpus.TOPICS).dates(DateRange.between(from, to)));
        }
    }

    /** Rows 49 and 50. */
    @Nested
    class Pending {

        private final IndexedFile topic = topic(
                "topics/x.md",
                "h",
                block("b1", "The vault code is seven", "m1"),
                block("b2", "The vault stands in Rome", "m1", "m2"),
                block("b3", "The vault is made of steel", "m3"));

        @Test
        void turns_and_blocks_stay_out_of_recall_until_promoted() {
            apply(index, topic, room(Trust.PENDING));
            assertThat(recalled(index, "vault")).containsExactlyInAnyOrder("b1", "m1");
            assertThat(found(index, "vault")).contains("b1", "b2", "b3", "m2");
            List<MemoryHit> hits = index.search(MemoryQuery.of("vault"), SearchOptions.onRequest())
                    .hits();
            assertThat(hits)
                    .filteredOn(hit -> hit.trust() == Trust.PENDING)
                    .extracting(hit -> hit.block().map(BlockId::value).orElse("turn"))
                    .containsExactlyInAnyOrder("b2", "b3", "turn");

            apply(index, room(Trust.TRUSTED));
            assertThat(recalled(index, "vault")).contains("b1", "b2").doesNotContain("b3");

            apply(index, archive("later", "h", turn("m3", "Bo", "About steel I know a lot")));
            assertThat(recalled(index, "vault")).contains("b1", "b2", "b3");

            index.apply(List.of(), List.of(Fixtures.archivePath("room")));
            assertThat(recalled(index, "vault")).containsExactly("b3");
        }

        @Test
        void is_the_same_after_saving_and_opening_again() {
            apply(index, topic, room(Trust.PENDING));
            assertThat(Fixtures.save(index, 1, "r")).isTrue();
            try (MemoryIndex again = MemoryIndex.open(directory.resolve("index"), Fixtures.SETTINGS)) {
                assertThat(recalled(again, "vault")).containsExactlyInAnyOrder("b1", "m1");
                apply(again, room(Trust.TRUSTED));
                assertThat(recalled(again, "vault")).contains("b1", "b2").doesNotContain("b3");
            }
        }

        @Test
        void is_a_block_with_a_citation_that_leads_nowhere() {
            apply(
                    index,
                    room(Trust.TRUSTED),
                    IndexedFile.topic(
                            "topics/y.md",
                            "h",
                            List.of(new IndexedBlock(
                                    new BlockId("b9"),
                                    List.of(),
                                    List.of(),
                                    "A vault without a source",
                                    List.of(),
                                    List.of(),
                                    false,
                                    1))));
            assertThat(recalled(index, "vault source")).doesNotContain("b9");
            assertThat(found(index, "vault source")).contains("b9");
            assertThat(index.unresolvedFiles()).containsExactly("topics/y.md");
        }

        @Test
        void of_two_copies_of_a_turn_the_newer_form_decides() {
            IndexedFile legacy =
                    IndexedFile.archive("sources/local/old.md", "h", List.of(turn("m2", "Bo", "A vault in Rome too")));
            apply(index, legacy, room(Trust.PENDING), topic);
            assertThat(recalled(index, "vault Rome")).doesNotContain("m2", "b2");
            apply(index, room(Trust.TRUSTED));
            assertThat(found(index, MemoryQuery.builder("vault Rome").corpus(Corpus.SOURCES)))
                    .containsOnlyOnce("m2");
        }

        private IndexedFile room(Trust second) {
            return archive(
                    "room",
                    "h" + second,
                    turn("m1", "Ada", "I told nobody about the vault yet"),
                    turn("m2", "Bo", "But that vault is in Rome, I heard", second));
        }
    }

    @Nested
    class Answers {

        @Test
        void are_silent_when_nothing_bears_on_the_turn() {
            assertThat(recalled(index, "ok thanks")).isEmpty();
            assertThat(recalled(index, "Please try again!")).isEmpty();
            assertThat(recalled(index, "Thanks Kim")).isEmpty();
            assertThat(recalled(index, "quantum chromodynamics lattice")).isEmpty();
            assertThat(recalled(index, "green fence")).isNotEmpty();
        }

        @Test
        void show_what_stands_beside_an_answer_only_when_there_is_one() {
            apply(
                    index,
                    archive(
                            "room",
                            "h",
                            turn("m1", "Ada", "Shall we buy a zeppelin"),
                            turn("m2", "Bo", "Certainly"),
                            turn("m3", "Ada", "Good")));
            assertThat(recalled(index, "zeppelin")).startsWith("m1").contains("m2");
            assertThat(recalled(index, "purchase of seven harpoons")).isEmpty();
            assertThat(found(index, "zeppelin purchase")).containsExactlyInAnyOrder("m1", "m2", "m3");
        }

        @Test
        void show_a_block_in_the_place_of_the_turn_it_says_again() {
            apply(
                    index,
                    archive(
                            "room",
                            "h",
                            turn("m1", "Ada", "I moved the tracker to FastAPI last week."),
                            turn("m2", "Bo", "The tracker was slow with Flask before.")),
                    topic("topics/people/ada.md", "h", block("b1", "I moved the tracker to FastAPI last week.", "m1")));
            assertThat(recalled(index, "tracker FastAPI"))
                    .startsWith("b1")
                    .contains("m2")
                    .doesNotContain("m1");
        }

        @Test
        void lift_a_block_by_the_turn_it_rests_on() {
            apply(
                    index,
                    archive("room", "h", turn("m1", "Ada", "The zeppelin was sold to a circus in Turin.")),
                    topic(
                            "topics/x.md",
                            "h",
                            block("b1", "Ada parted with her airship.", "m1"),
                            block("b2", "Airships are expensive.", "f0")));
            assertThat(recalled(index, "Who bought the zeppelin?"))
                    .contains("b1", "m1")
                    .doesNotContain("b2");
        }

        @Test
        void prefer_the_turns_of_the_speaker_who_is_named() {
            apply(
                    index,
                    archive(
                            "room",
                            "h",
                            turn("m1", "Ada", "My favourite sport is fencing with sabres."),
                            turn("m2", "Bo", "My favourite sport is fencing with sabres."),
                            turn("m3", "Ada", "A thing of no interest."),
                            turn("m4", "Bo", "A thing of no interest.")));
            assertThat(found(index, "Which sport does Bo like?")).startsWith("m2");
            assertThat(found(index, "Which sport does Ada like?")).startsWith("m1");
        }

        @Test
        void come_with_the_words_they_rest_on() {
            apply(
                    index,
                    archive("room", "h", turn("m1", "Ada", "The budget is fifty thousand, not more.")),
                    topic("topics/x.md", "h", block("b1", "Budget: fifty thousand.", "m1", "m9")));
            MemoryHit hit = index.search(MemoryQuery.of("budget"), SearchOptions.onRequest())
                    .hits()
                    .get(0);
            assertThat(hit.block()).contains(new BlockId("b1"));
            assertThat(hit.path()).isEqualTo("topics/x.md");
            assertThat(hit.headings()).containsExactly("Heading");
            assertThat(hit.dates()).containsExactly("2026-08-10");
            assertThat(hit.sources()).extracting(HitSource::label).containsExactly("label m1", "label m9");
            HitSource source = hit.sources().get(0);
            assertThat(source.quote()).isEqualTo("The budget is fifty thousand, not more.");
            assertThat(source.speaker()).contains("Ada");
            assertThat(source.speakerId()).contains("u-Ada");
            assertThat(source.speakerTrusted()).isTrue();
            assertThat(source.time()).contains("2026-08-10T10:00:00+02:00");
            assertThat(hit.sources().get(1).quote()).isEmpty();
        }

        @Test
        void quote_a_long_turn_word_for_word_around_the_match() {
            String filler = "Nothing of interest was said for a long while after that. ".repeat(60);
            String text = filler + "The zeppelin costs nine million. " + filler;
            apply(
                    index,
                    archive("room", "h", turn("m1", "Ada", text)),
                    topic("topics/x.md", "h", block("b1", "Zeppelins are dear.", "m1")));
            List<MemoryHit> hits = index.search(
                            MemoryQuery.builder("zeppelin million").build(), SearchOptions.onRequest())
                    .hits();
            assertThat(hits).hasSize(2);
            for (MemoryHit hit : hits) {
                String quote = hit.sources().get(0).quote();
                assertThat(quote).contains("The zeppelin costs nine million.").hasSizeLessThan(1_500);
                assertThat(text).contains(quote);
            }
            assertThat(RecallText.of(index.search(MemoryQuery.of("zeppelin million"), SearchOptions.recall()), 400))
                    .contains("zeppelin costs");
        }

        /** Equal scores: path, line, place; whatever the order in which files came. */
        @Test
        void come_in_one_order_whatever_the_order_of_arrival() {
            List<IndexedFile> files = new ArrayList<>();
            for (int i = 0; i < 150; i++) {
                String name = String.format("t%03d", i);
                files.add(topic("topics/" + name + ".md", "h", block(name, "The walrus sleeps", "f0")));
            }
            List<String> expected = List.of("t000", "t001", "t002", "t003", "t004");
            for (int seed = 0; seed < 3; seed++) {
                Collections.shuffle(files, new Random(seed));
                try (MemoryIndex other = MemoryIndex.open(directory.resolve("other" + seed), Fixtures.SETTINGS)) {
                    other.apply(files.subList(0, 75), List.of());
                    Fixtures.save(other, 1, "r");
                    other.apply(files.subList(75, 150), List.of());
                    assertThat(Fixtures.ids(other.search(
                                    MemoryQuery.builder("walrus").floor(false).build(), SearchOptions.onRequest())))
                            .isEqualTo(expected);
                }
            }
        }

        @Test
        void are_explained() {
            apply(
                    index,
                    archive("room", "h", turn("m1", "Ada", "The zeppelin is sold.")),
                    topic(
                            "topics/x.md",
                            "h",
                            block("b1", "Ada sold the zeppelin.", "m1"),
                            block("b2", "Soup again.", "m1"),
                            block("b3", "A zeppelin in the hall.", "m7")));
            SearchOptions options = SearchOptions.builder().explained(true).build();
            MemoryQuery query = MemoryQuery.of("Who sold the zeppelin?");
            assertThat(index.search(query, options).hits().get(0).explanation())
                    .contains("zeppelin")
                    .contains("rests on a matching turn")
                    .contains("own words match");
            Explanation found = index.explain(query, new BlockId("b1"), options);
            assertThat(found.found()).isTrue();
            assertThat(found.lines()).anyMatch(line -> line.contains("place 1"));
            assertThat(why(query, "b3")).contains("pending");
            assertThat(why(query, "b0")).contains("no block");
            assertThat(why(MemoryQuery.builder("zeppelin").pathPrefix("people").build(), "b1"))
                    .contains("filter");
            assertThat(why(MemoryQuery.of("ok thanks"), "b1")).contains("courtesies");
        }

        private String why(MemoryQuery query, String block) {
            Explanation explanation = index.explain(query, new BlockId(block), SearchOptions.recall());
            assertThat(explanation.found()).isFalse();
            return String.join(" ", explanation.lines());
        }

        @Test
        void know_the_aliases_of_a_block() {
            apply(
                    index,
                    IndexedFile.topic(
                            "topics/x.md",
                            "h",
                            List.of(new IndexedBlock(
                                    new BlockId("b2"),
                                    List.of(new BlockId("b1")),
                                    List.of(),
                                    "The zeppelin is sold",
                                    List.of(),
                                    Fixtures.cites("f0"),
                                    true,
                                    1))));
            assertThat(index.explain(MemoryQuery.of("zeppelin"), new BlockId("b1"), SearchOptions.recall())
                            .found())
                    .isTrue();
            assertThat(found(index, "zeppelin")).containsExactly("b2");
        }

        @Test
        void take_a_turn_without_speaker_or_time() {
            apply(
                    index,
                    IndexedFile.archive(
                            "sources/local/_v2/bare.md",
                            "h",
                            List.of(new IndexedTurn(
                                    new SourceRef("local/bare/m1"),
                                    null,
                                    null,
                                    "user",
                                    false,
                                    "",
                                    "A zeppelin at dawn",
                                    Trust.TRUSTED,
                                    1))));
            assertThat(RecallText.of(index.search(MemoryQuery.of("zeppelin"), SearchOptions.recall()), 200))
                    .isEqualTo("user: A zeppelin at dawn (local/bare/m1)");
        }
    }
}
