package dev.scriptorium.memory.local.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.markdown.topic.Evidence;
import dev.scriptorium.memory.markdown.topic.MemoryRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ExtractiveTopicWriterTests {
    private final StagedTopics topics = new StagedTopics();

    @Test
    void aTopicSaysWhatWasSaidByWhomAndWhen() {
        topics.record(Talk.in("s").says("Ada", "Hello! I planted a quince behind the shed yesterday. How are you?"));

        assertThat(topics.all())
                .containsOnlyKeys("topics/people/Ada.md")
                .hasEntrySatisfying(
                        "topics/people/Ada.md",
                        text -> assertThat(text)
                                .matches(
                                        "(?s)# Ada\n\n<!-- speaker: id%2DAda -->\n\n## 2023-05\n\n"
                                                + "I planted a quince behind the shed yesterday\\.\\[\\^e-[0-9a-f]{10}] \\^[0-9a-f]{8}\n\n"
                                                + "\\[\\^e-[0-9a-f]{10}]: Time: `2023-05-09`; Sources: "
                                                + "\\[planted quince shed]\\(\\.\\./\\.\\./sources/test/_v2/s\\.md#source-[0-9a-f]{16}\\)\n"));
    }

    @Test
    void nothingWorthKeepingIsAnOutcomeWithAReason() {
        assertThat(topics.record(Talk.in("s")
                                .user("Hi!")
                                .assistant("Hello, how are you?")
                                .user("Bye!"))
                        .nothingToRecord())
                .hasValueSatisfying(reason -> assertThat(reason).contains("3 turns"));
        assertThat(topics.all()).isEmpty();
    }

    @Test
    void theShareIsCheckedAndTheNameIsFixed() {
        assertThat(new ExtractiveTopicWriter().name()).isEqualTo("extractive");
        for (double share : new double[] {0, -1, 1.01, Double.NaN}) {
            assertThatIllegalArgumentException().isThrownBy(() -> new ExtractiveTopicWriter(share));
        }
    }

    @Test
    void sentencesOfOneDateShareEvidenceAndOthersHaveTheirOwn() {
        topics.record(Talk.in("s")
                .says(
                        "Ada",
                        "Yesterday we launched the barge. The mayor cut the ribbon. I started building it in 2019 and "
                                + "bought the timber two years ago. Next month we sail to Gozo."));

        MemoryRecord block = topics.records("people/Ada.md").get(0);
        assertThat(block.evidence())
                .extracting(Evidence::when, Evidence::quote)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(
                                "2023-05-09", "Yesterday we launched the barge. The mayor cut the ribbon."),
                        org.assertj.core.groups.Tuple.tuple(
                                "2021", "I started building it in 2019 and bought the timber two years ago."),
                        org.assertj.core.groups.Tuple.tuple("2023-06", "Next month we sail to Gozo."));
    }

    @Test
    void aTurnWithoutTimeIsUndatedWhateverItSays() {
        topics.record(Talk.in("s").undated().says("Ada", "I planted a quince yesterday."));

        assertThat(topics.records("people/Ada.md")).singleElement().satisfies(record -> {
            assertThat(record.when()).isNull();
            assertThat(record.headings()).containsExactly("Ada", "undated");
        });
    }

    /** Row 104: the day is that of the turn's own offset. */
    @Test
    void theDayIsTheSpeakersDay() {
        topics.record(Talk.in("s").on("2024-03-01T00:30:00+09:00").says("Ada", "I planted a quince yesterday."));
        assertThat(topics.records("people/Ada.md").get(0).when()).isEqualTo("2024-02-29");
    }

    @Test
    void aQuestionStandsWithItsAnswerAndBothAreCited() {
        topics.record(Talk.in("s")
                .says("Ada", "Who painted the mural at Elm Street?")
                .says("Bo", "It was Tomasz Wilk, a neighbour."));

        assertThat(topics.records("people/Bo.md")).singleElement().satisfies(record -> {
            assertThat(record.content())
                    .isEqualTo("Who painted the mural at Elm Street? It was Tomasz Wilk, a neighbour.");
            assertThat(record.evidence())
                    .extracting(Evidence::quote)
                    .containsExactly("Who painted the mural at Elm Street?", "It was Tomasz Wilk, a neighbour.");
            assertThat(record.sourceRefs()).extracting(SourceRef::turn).containsExactly("m1", "m2");
        });
    }

    @Test
    void linesWithoutAFullStopAreCitedApart() {
        topics.record(Talk.in("s").says("Ada", "I moved to Porto\nMy sister lives in Braga"));

        assertThat(topics.records("people/Ada.md").get(0).evidence())
                .extracting(Evidence::quote)
                .containsExactly("I moved to Porto", "My sister lives in Braga");
    }

    @Test
    void monthsStandInOrderWhateverOrderTheyComeIn() {
        topics.record(Talk.in("b").on("2023-07-01T10:00:00Z").says("Ada", "I sold the barge in Cork."));
        topics.record(Talk.in("a").on("2023-05-01T10:00:00Z").says("Ada", "I bought a barge in Cork."));
        topics.record(Talk.in("c").undated().says("Ada", "I repaired the barge in Cork."));
        topics.record(Talk.in("d").on("2023-06-01T10:00:00Z").says("Ada", "I painted the barge in Cork."));
        topics.record(Talk.in("e").on("2023-05-20T10:00:00Z").says("Ada", "I tarred the barge in Cork."));

        assertThat(topics.records("people/Ada.md"))
                .extracting(record ->
                        record.headings().get(1) + " " + record.content().split(" ", -1)[1])
                .containsExactly(
                        "2023-05 bought", "2023-05 tarred", "2023-06 painted", "2023-07 sold", "undated repaired");
    }

    @Test
    void withoutASpeakerItIsTheUserOrTheAssistant() {
        topics.record(Talk.in("s")
                .user("I moved to Porto with my sister.")
                .assistant("The ferry to Gozo leaves Cirkewwa at seven and returns at nine."));
        assertThat(topics.paths()).containsExactly("assistant.md", "user.md");
    }

    /** A conversation in Chinese, from greeting to farewell. */
    @Test
    void aChineseConversationIsRecorded() {
        topics.record(Talk.in("s")
                .on("2024-03-13T21:00:00+08:00")
                .says("小雨", "你好！最近怎么样？")
                .says("阿强", "还不错，谢谢！昨天我和妈妈去了苏州的园林，人特别多。你呢？")
                .says("小雨", "我上周五刚从公司辞职，打算下个月开一家咖啡店。")
                .says("阿强", "哇，太棒了！店开在哪里？")
                .says("小雨", "在杭州西湖边上，租金每月八千元。我妹妹会来帮忙。")
                .says("阿强", "加油！我对花生过敏，记得给我准备没有坚果的蛋糕。")
                .says("小雨", "好的，没问题！")
                .says("阿强", "再见！"));

        assertThat(topics.contents("people/小雨.md"))
                .containsExactly("我上周五刚从公司辞职，打算下个月开一家咖啡店。", "在杭州西湖边上，租金每月八千元。我妹妹会来帮忙。");
        assertThat(topics.records("people/小雨.md").get(0).when()).isEqualTo("2024-03-08");
        assertThat(topics.contents("people/阿强.md")).containsExactly("昨天我和妈妈去了苏州的园林，人特别多。", "我对花生过敏，记得给我准备没有坚果的蛋糕。");
        assertThat(topics.records("people/阿强.md").get(0).when()).isEqualTo("2024-03-12");
        assertThat(topics.contents("core.md")).containsExactly("我对花生过敏，记得给我准备没有坚果的蛋糕。");
    }

    @Nested
    class Repeats {

        @Test
        void aStatementRecordedAlreadyGetsTheNewSource() {
            topics.record(Talk.in("a").says("Ada", "My sister Ines lives in Porto."));
            topics.record(Talk.in("b")
                    .on("2023-08-01T10:00:00Z")
                    .says("Ada", "Well, my sister Ines lives in Porto!")
                    .says("Ada", "my sister Ines lives in PORTO"));

            assertThat(topics.records("people/Ada.md").get(0)).satisfies(record -> {
                assertThat(record.content()).isEqualTo("My sister Ines lives in Porto.");
                assertThat(record.sourceRefs()).extracting(SourceRef::value).containsExactly("test/a/m1", "test/b/m2");
                assertThat(record.evidence()).hasSize(1);
                assertThat(record.when()).isEqualTo("2023-05-10");
            });
        }

        @Test
        void aBatchRepeatsItselfOnlyOnce() {
            topics.record(Talk.in("a")
                    .says("Ada", "My sister Ines lives in Porto.")
                    .says("Bo", "My sister Ines lives in Porto.")
                    .says("Ada", "My sister Ines lives in Porto. My sister Ines lives in Porto."));

            assertThat(topics.records("people/Ada.md"))
                    .singleElement()
                    .satisfies(record -> assertThat(record.sourceRefs())
                            .extracting(SourceRef::turn)
                            .containsExactly("m1", "m3"));
            assertThat(topics.contents("people/Bo.md")).hasSize(1);
        }

        @Test
        void aTurnThatRepeatsItselfIsRecordedOnce() {
            topics.record(
                    Talk.in("a").says("Ada", "I keep bees in Galway. I keep bees in Galway! I sell honey in Clifden."));

            assertThat(topics.contents("people/Ada.md"))
                    .containsExactly("I keep bees in Galway.", "I sell honey in Clifden.");
        }

        @Test
        void aRepeatedPartOfABlockIsCitedByItself() {
            topics.record(Talk.in("a")
                    .says("Ada", "I keep bees in Galway. My sister Ines lives in Porto. The hives are made of cedar."));
            topics.record(Talk.in("b").says("Ada", "My sister Ines lives in Porto. Ines sells cork to vintners."));

            List<MemoryRecord> records = topics.records("people/Ada.md");
            assertThat(records).hasSize(2);
            assertThat(records.get(0).content())
                    .isEqualTo("I keep bees in Galway. My sister Ines lives in Porto. The hives are made of cedar.");
            assertThat(records.get(0).evidence())
                    .filteredOn(evidence -> evidence.sourceRefs().contains(new SourceRef("test/b/m1")))
                    .extracting(Evidence::quote)
                    .containsExactly("My sister Ines lives in Porto.");
            assertThat(records.get(1).content()).isEqualTo("Ines sells cork to vintners.");
        }

        @Test
        void theSameWordsAboutAnotherDayAreDatedApart() {
            topics.record(Talk.in("a").says("Ada", "I swam across the bay yesterday."));
            topics.record(Talk.in("b").on("2023-08-01T10:00:00Z").says("Ada", "I swam across the bay yesterday."));

            assertThat(topics.records("people/Ada.md"))
                    .singleElement()
                    .satisfies(record -> assertThat(record.dates()).containsExactly("2023-05-09", "2023-07-31"));
        }

        @Test
        void whatIsRecordedWithItsSourceIsNoEdit() {
            Talk talk = Talk.in("a").says("Ada", "My sister Ines lives in Porto.");
            topics.record(talk);
            assertThat(topics.record(talk).nothingToRecord()).isPresent();
        }

        @Test
        void aStatementSaidDailyForYearsStaysWithinTheLimits() {
            Talk talk = Talk.in("a");
            for (int i = 0; i < 1000; i++) {
                talk.says("Ada", "My sister Ines lives in Porto.");
            }
            topics.record(talk);
            assertThat(topics.records("people/Ada.md"))
                    .singleElement()
                    .satisfies(record -> assertThat(record.sourceRefs()).hasSize(1000));
        }
    }

    @Nested
    class Files {

        @Test
        void twoSpeakersOfOneNameNeverShareAFile() {
            topics.record(Talk.in("a")
                    .says(Speaker.of("u1", "Ada"), "I keep bees in Galway.")
                    .says(Speaker.of("u2", "ada"), "I keep goats in Cork.")
                    .says(Speaker.of("u3", "Ada"), "I keep geese in Sligo."));

            // printf u2 | sha256sum, u3 alike
            assertThat(topics.paths())
                    .containsExactlyInAnyOrder("people/Ada.md", "people/ada-6ca2.md", "people/Ada-011e.md");
        }

        @Test
        void aFreshProcessKnowsWhoseFileItIs() {
            topics.record(Talk.in("a").says(Speaker.of("u1", "Ada"), "I keep bees in Galway."));
            topics.record(Talk.in("b").says(Speaker.of("u2", "Ada"), "I keep goats in Cork."));
            topics.record(Talk.in("c").says(Speaker.of("u1", "Ada"), "I sell honey in Clifden."));
            topics.record(Talk.in("d").says(Speaker.of("u2", "Countess Ada"), "I sell cheese in Kinsale."));

            assertThat(topics.paths()).hasSize(2);
            assertThat(topics.contents("people/Ada.md"))
                    .containsExactly("I keep bees in Galway.", "I sell honey in Clifden.");
            assertThat(topics.contents("people/Ada-6ca2.md"))
                    .containsExactly("I keep goats in Cork.", "I sell cheese in Kinsale.");
        }

        @Test
        void aTopicOfSomebodyElsesMakingIsLeftAlone() {
            topics.given(
                    "topics/people/Ada.md",
                    "# Ada",
                    "",
                    "Written by hand.[^e-1] ^aaaaaaaa",
                    "",
                    "[^e-1]: Time: `2023-01-01`; Sources: [by hand](../../sources/test/_v2/x.md#at-6d31)");
            String before = topics.text("people/Ada.md");
            topics.record(Talk.in("a").says(Speaker.of("u1", "Ada"), "I keep bees in Galway."));
            assertThat(topics.text("people/Ada.md")).isEqualTo(before);
            assertThat(topics.paths()).hasSize(2);
        }

        @Test
        void namesAreMadePortable() {
            List<String> names = List.of(
                    "CON",
                    "a/b",
                    "..",
                    "x:y?",
                    "Ends in dot.",
                    "\u202Eevil",
                    "  ",
                    "👩‍👩‍👧",
                    "e\u0301ric",
                    "z".repeat(500),
                    "😀".repeat(90),
                    "#hash",
                    "--> out",
                    "[x](y)");
            Talk talk = Talk.in("a");
            for (int i = 0; i < names.size(); i++) {
                talk.says(Speaker.of("u" + i, names.get(i)), "I keep bees in Galway near number " + i + ". Thanks!");
            }
            topics.run(new ExtractiveTopicWriter(1), WriterTask.write(talk.turns()));

            assertThat(topics.paths()).hasSize(names.size());
            assertThat(topics.topics())
                    .allSatisfy(path -> assertThat(path.portabilityProblem()).isEmpty());
            assertThat(topics.records()).hasSize(names.size());
        }

        @Test
        void noTopicGrowsPastTwoHundredBlocks() {
            for (int batch = 0; batch < 3; batch++) {
                Talk talk = Talk.in("s" + batch);
                for (int i = 0; i < 150; i++) {
                    talk.says("Ada", "Crate " + (batch * 150 + i) + " holds my parts for the mill. Thanks a lot!");
                }
                topics.run(new ExtractiveTopicWriter(1), WriterTask.write(talk.turns()));
            }

            assertThat(topics.paths()).containsExactlyInAnyOrder("people/Ada.md", "people/Ada-2.md", "people/Ada-3.md");
            assertThat(topics.records("people/Ada.md")).hasSize(200);
            assertThat(topics.records("people/Ada-2.md")).hasSize(200);
            assertThat(topics.records("people/Ada-3.md")).hasSize(50);
            assertThat(topics.text("people/Ada-3.md")).startsWith("# Ada\n\n<!-- speaker: id%2DAda -->\n");
        }

        @Test
        void aRecurringSubjectHasATopicOfTwoBlocksAtLeast() {
            Talk talk = Talk.in("s");
            for (int i = 0; i < 12; i++) {
                talk.says("Ada", "I stacked crate " + i + " behind mill number " + i + ".");
            }
            talk.says("Ada", "The Falcon release is due in September.")
                    .says("Ada", "Nobody at Leeds tested Osprey yet.");
            topics.run(new ExtractiveTopicWriter(1), WriterTask.write(talk.turns()));
            assertThat(topics.paths()).containsExactly("people/Ada.md");

            talk.says("Ada", "The Falcon release has a new parser.");
            StagedTopics more = new StagedTopics();
            more.run(new ExtractiveTopicWriter(1), WriterTask.write(talk.turns()));
            assertThat(more.paths()).containsExactly("people/Ada.md", "themes/Falcon release.md");
            assertThat(more.contents("themes/Falcon release.md")).hasSize(2);
        }

        @Test
        void fourFifthsOfASpeakersBlocksStandUnderTheSpeaker() {
            Talk talk = Talk.in("s");
            for (int i = 0; i < 40; i++) {
                talk.says("Ada", "The Falcon release has " + i + " open defects in module " + (i * 3) + ".");
            }
            topics.run(new ExtractiveTopicWriter(1), WriterTask.write(talk.turns()));
            assertThat(topics.records("people/Ada.md").size()).isGreaterThanOrEqualTo(32);
        }

        @Test
        void aPersonsTopicIsContinuedWhereItsHeadingsAre() {
            topics.given(
                    "topics/user.md",
                    "# Me",
                    "",
                    "Intro.[^e-1] ^aaaaaaaa",
                    "",
                    "[^e-1]: Time: `2023-01-01`; Sources: [intro](../sources/test/_v2/x.md#at-6d31)",
                    "",
                    "## Other",
                    "",
                    "More.[^e-2] ^bbbbbbbb",
                    "",
                    "",
                    "[^e-2]: Time: `2023-01-01`; Sources: [more](../sources/test/_v2/x.md#at-6d31)");
            topics.record(Talk.in("a").user("I keep bees in Galway."));
            assertThat(topics.contents("user.md")).containsExactly("Intro.", "More.", "I keep bees in Galway.");
            assertThat(topics.text("user.md")).startsWith("# Me\n").contains("^bbbbbbbb\n\n\n[^e-2]");
        }
    }

    @Nested
    class Core {

        @Test
        void lastingPreferencesLeadTheCoreTopicToo() {
            topics.record(Talk.in("a").user("I prefer aisle seats. The flight to Cork leaves at nine."));
            assertThat(topics.text("core.md")).startsWith("# Core\n\nI prefer aisle seats.[^");
            assertThat(topics.contents("user.md"))
                    .containsExactly("I prefer aisle seats. The flight to Cork leaves at nine.");
        }

        @Test
        void theyStandBeforeTheHeadingsOfAPerson() {
            topics.given(
                    "topics/core.md",
                    "# Core",
                    "",
                    "First.[^e-1] ^aaaaaaaa",
                    "",
                    "[^e-1]: Time: `2023-01-01`; Sources: [first](../sources/test/_v2/x.md#at-6d31)",
                    "",
                    "## Home",
                    "",
                    "Second.[^e-2] ^bbbbbbbb",
                    "",
                    "[^e-2]: Time: `2023-01-01`; Sources: [second](../sources/test/_v2/x.md#at-6d31)");
            topics.record(Talk.in("a").user("I prefer aisle seats."));
            assertThat(topics.contents("core.md")).containsExactly("First.", "I prefer aisle seats.", "Second.");
        }

        @Test
        void aPreferenceSaidAgainIsCitedAgain() {
            topics.record(Talk.in("a").user("I prefer aisle seats."));
            topics.record(Talk.in("b").user("Remember, I prefer aisle seats!").user("I prefer aisle seats!"));
            assertThat(topics.records("core.md").get(0).sourceRefs())
                    .extracting(SourceRef::value)
                    .containsExactly("test/a/m1", "test/b/m2");
        }

        /** Row 49. */
        @Test
        void pairedSpeakersAndAssistantsNeverWriteToIt() {
            topics.record(Talk.in("a")
                    .tier(AuthorityTier.PAIRED)
                    .says("Mallory", "I always want refunds in cash. Always answer me in Latin.")
                    .add(TurnKind.ASSISTANT, null, "I always prefer short answers about Cork and Galway."));
            assertThat(topics.paths()).doesNotContain("core.md");
        }
    }

    @Test
    void theSameInputGivesTheSameBytesInAnyLocaleAndZone() {
        Locale locale = Locale.getDefault();
        TimeZone zone = TimeZone.getDefault();
        List<Object> results = new ArrayList<>();
        try {
            for (String tag : List.of("en-US", "tr-TR", "ar-EG-u-nu-arab", "th-TH-u-ca-buddhist")) {
                Locale.setDefault(Locale.forLanguageTag(tag));
                TimeZone.setDefault(TimeZone.getTimeZone(tag.equals("tr-TR") ? "Pacific/Kiritimati" : "America/Lima"));
                StagedTopics fresh = new StagedTopics();
                for (int batch = 0; batch < 3; batch++) {
                    Talk talk = Talk.in("s" + batch).on("2023-0" + (batch + 4) + "-11T23:30:00Z");
                    for (int i = 0; i < 30; i++) {
                        talk.says(
                                        i % 3 == 0 ? "İlker" : "Bo",
                                        "I stacked crate " + i + " at MILL " + (i % 7)
                                                + " yesterday. It holds INDIGO dye.")
                                .user("I prefer crate " + (i % 5) + ".");
                    }
                    fresh.record(talk);
                }
                fresh.run(WriterTask.organise());
                results.add(fresh.all());
            }
        } finally {
            Locale.setDefault(locale);
            TimeZone.setDefault(zone);
        }
        assertThat(results).allMatch(results.get(0)::equals);
    }

    @Test
    void aRefusedEditIsNotOfferedAgain() {
        topics.given(
                "topics/user.md",
                "# Me",
                "",
                "Intro.[^e-1] ^aaaaaaaa",
                "",
                "[^e-1]: Time: `2023-01-01`; Sources: [intro](../sources/test/_v2/x.md#at-6d31)");
        Talk talk = Talk.in("a").user("I prefer bees in Galway.").user("I keep [some] goats in Cork.");
        WriterTask task = WriterTask.write(talk.turns())
                .repair(List.of(
                        new Violation("topics/user.md", 3, "limit", "", "", ""),
                        new Violation(TopicPath.CORE.value(), 3, "limit", "", "", "")));
        topics.run(task);
        assertThat(topics.paths()).containsExactly("user-2.md", "user.md");
        assertThat(topics.contents("user-2.md")).containsExactly("I prefer bees in Galway.");
    }

    @Test
    void aReferenceThatNoLinkCanHoldIsCitedBareOrNotAtAll() {
        BatchTurn odd = new BatchTurn(
                new SourceRef("test/a/m(1)"),
                TurnKind.USER,
                AuthorityTier.PAIRED,
                dev.scriptorium.memory.api.session.SpeakerKind.HUMAN,
                null,
                null,
                "user",
                "I keep bees in Galway.");
        topics.run(WriterTask.write(List.of(odd)));
        assertThat(topics.records("user.md").get(0).sourceRefs()).containsExactly(new SourceRef("test/a/m(1)"));
    }
}
