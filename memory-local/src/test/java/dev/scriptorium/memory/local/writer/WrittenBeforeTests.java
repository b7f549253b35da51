package dev.scriptorium.memory.local.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Turns that are given again, because their marks were lost, change nothing. */
class WrittenBeforeTests {
    private static final List<String> PLACES = List.of("Lisbon", "Porto", "Oslo", "Kyoto", "Quito", "Bergen", "Turin");
    private static final List<String> THINGS =
            List.of("cello", "bakery", "greenhouse", "telescope", "sailing boat", "orchard", "kiln", "loom");

    private final StagedTopics topics = new StagedTopics();

    /** More facts than the budget holds, some said again and again, some about a thing of their own. */
    private static Talk talk(int turns) {
        Talk talk = Talk.in("s");
        for (int i = 0; i < turns; i++) {
            String place = PLACES.get(i % PLACES.size());
            String thing = THINGS.get(i * 3 % THINGS.size());
            talk.on("2023-0" + (1 + i * 8 / turns) + "-1" + i % 10 + "T10:00:00+01:00");
            String name = i % 2 == 0 ? "Ada" : "Bo";
            String other = i % 2 == 0 ? "Bo" : "Ada";
            String text = "I sold " + (i + 3) + " tickets for the " + thing + " in " + place + ". "
                    + "It was a long day, and the road home took " + (i % 5 + 2) + " hours. "
                    + "My sister works near the " + thing + " with " + other + ". "
                    + "Well, that is how things go with us at home these days, you know. "
                    + (i % 6 == 0 ? "I prefer trains to buses. " : "")
                    + (i % 5 == 0 ? "The Harbour Library is open until nine. " : "")
                    + "We talked about number " + i + " of the list for a while.";
            talk.says(name, i % 4 == 1 ? "Yes, in " + place + ". " + text : text);
            if (i % 4 == 2) {
                talk.says(name, "Where was the " + thing + " built?");
            }
        }
        return talk;
    }

    private void write(List<BatchTurn> turns, int size) {
        for (int from = 0; from < turns.size(); from += size) {
            topics.run(WriterTask.write(turns.subList(from, Math.min(turns.size(), from + size))));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 20, 75})
    void theSameBatchesAddNothing(int size) {
        List<BatchTurn> turns = talk(60).turns();
        write(turns, size);
        Map<String, String> before = topics.all();
        assertThat(before).containsKeys("topics/core.md", "topics/people/Ada.md", "topics/people/Bo.md");
        write(turns, size);
        assertThat(topics.all()).isEqualTo(before);
        write(turns, size);
        assertThat(topics.all()).isEqualTo(before);
    }

    /** What was written turn by turn as it came is given again in large batches. */
    @ParameterizedTest
    @CsvSource({"1,75", "4,75", "7,28", "10,40", "20,80", "25,75"})
    void largerBatchesAddNothing(int first, int again) {
        List<BatchTurn> turns = talk(60).turns();
        write(turns, first);
        Map<String, String> before = topics.all();
        write(turns, again);
        assertThat(topics.all()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 19, 30, 44})
    void theLaterTurnsOfABatchAddNothing(int from) {
        List<BatchTurn> turns = talk(60).turns();
        write(turns, 75);
        Map<String, String> before = topics.all();
        topics.run(WriterTask.write(turns.subList(from, turns.size())));
        assertThat(topics.all()).isEqualTo(before);
    }

    @Test
    void whatIsNewInTheSameBatchIsRecorded() {
        List<BatchTurn> turns = talk(60).turns();
        write(turns.subList(0, 40), 20);
        List<String> before = topics.contents("people/Ada.md");
        topics.run(WriterTask.write(turns));
        assertThat(topics.contents("people/Ada.md")).containsAll(before).hasSizeGreaterThan(before.size() + 5);
        Map<String, String> whole = topics.all();
        topics.run(WriterTask.write(turns));
        assertThat(topics.all()).isEqualTo(whole);
    }

    @Test
    void whatIsSaidAgainLaterIsNotTakenForSaidBefore() {
        String filler = "Crates number 11, 12, 13 and 14 hold bolts from Leeds, York, Hull and Bath. ".repeat(8);
        List<BatchTurn> turns = Talk.in("s")
                .says("Ada", filler + "My loom is here.")
                .says("Ada", "My loom is here. I bought it in Porto.")
                .turns();
        write(turns, 1);
        Map<String, String> before = topics.all();
        write(turns, 1);
        assertThat(topics.all()).isEqualTo(before);
    }

    @Test
    void whatWasSplitOffIsStillKnown() {
        Talk talk = Talk.in("s");
        for (int i = 0; i < 260; i++) {
            talk.on((2021 + i / 100) + "-03-04T10:00:00Z").user("I planted tree number " + i + " near Oslo.");
        }
        write(talk.turns(), 1);
        topics.run(WriterTask.organise());
        Map<String, String> before = topics.all();
        write(talk.turns(), 260);
        assertThat(topics.all()).isEqualTo(before);
    }

    @Test
    void whatAPersonTookOutDoesNotComeBack() {
        List<BatchTurn> turns = talk(20).turns();
        write(turns, 20);
        String text = topics.text("core.md");
        assertThat(text).contains("I prefer trains");
        topics.given("topics/core.md", "# Core");
        Map<String, String> before = topics.all();
        write(turns, 20);
        assertThat(topics.all()).isEqualTo(before);
    }

    /** A tool that notes one statement down at once has not written the turns before it. */
    @Test
    void aTurnThatSomebodyElseCitesHidesNoOther() {
        List<BatchTurn> turns = talk(20).turns();
        BatchTurn last = turns.get(turns.size() - 1);
        String statement = Sentence.of(0, last.text()).get(0).text();
        topics.given(
                "topics/people/Bo.md",
                "# Bo",
                "",
                "<!-- speaker: id%2DBo -->",
                "",
                statement + "[^e1]",
                "",
                "[^e1]: Time: `undated`; Sources: [note](" + last.ref() + ")");
        write(turns, 100);
        assertThat(topics.records()).hasSizeGreaterThan(15);
    }
}
