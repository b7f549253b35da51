package dev.scriptorium.memory.local.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.Element;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordTextTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "I moved to Porto.",
                "We won!",
                "5 - 3 is 2",
                "#1 on my list",
                "2 ^ 3 is eight",
                "**very** good",
                "Ask `make` and `mvn`.",
                "a <b and c> d",
                "[picture: a boat]",
                "-5 degrees",
                "3.5 litres",
                "~5 km",
                "C:\\new\\x",
                "我住在里斯本。",
            })
    void wordsThatMeanNothingElseStayAsTheyAre(String words) {
        assertThat(RecordText.of(words, true)).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '@',
            value = {
                "# title|\\# title",
                "- item|\\- item",
                "* item|\\* item",
                "1. item|1\\. item",
                "12) item|12\\) item",
                "> quoted|\\> quoted",
                "~~~ code|\\~~~ code",
                "```x|\\`\\`\\`x",
                "<!-- note -->|\\<!-- note -->",
                "see <!-- note|see \\<!-- note",
                "<a id=x></a>|\\<a id=x></a>",
                "[x]: y|\\[x]: y",
                "as in [^e1] here|as in \\[^e1] here",
                "already \\[^e1]|already \\[^e1]",
                "literal \\\\[^e1]|literal \\\\\\[^e1]",
                "[see](notes.md)|[see]\\(notes.md)",
                "ends with ^abc12345|ends with \\^abc12345",
                "an odd ` tick|an odd \\` tick",
                "ends in \\|ends in \\\\",
            })
    void marksAreEscapedWhereTheyWouldMeanSomething(String words, String text) {
        assertThat(RecordText.of(words, true)).isEqualTo(text);
    }

    @Test
    void lineBreaksBecomeSpacesAndWhatCannotBeStoredGoes() {
        assertThat(RecordText.of("one\r\n\r\ntwo\tthree\u2028four\u0085five", true))
                .isEqualTo("one two three four five");
        assertThat(RecordText.of("a\0b \uD83D c \uDE00", true)).isEqualTo("ab \uFFFD c \uFFFD");
        assertThat(RecordText.of("\uD83D\uDE00 fine", true)).isEqualTo("\uD83D\uDE00 fine");
    }

    /** Row 51: hidden characters are the archive's business; topics keep the text. */
    @Test
    void hiddenCharactersAreKept() {
        assertThat(RecordText.of("می\u200Cخواهم \u202Eabc\u202C", true)).isEqualTo("می\u200Cخواهم \u202Eabc\u202C");
    }

    @RepeatedTest(500)
    void anyTextIsOneParagraphWithItsCitation(RepetitionInfo info) {
        Random random = new Random(info.getCurrentRepetition());
        String one = HostileText.of(random);
        String other = HostileText.of(random);
        if (RecordText.inOneLine(one).isEmpty() || RecordText.inOneLine(other).isEmpty()) {
            return;
        }
        String raw = RecordText.of(one, true) + "[^e1] " + RecordText.of(other, false) + "[^e2]";

        List<Element> elements =
                TopicParser.parse(TopicPath.CORE, "# T\n\n" + raw + "\n").elements();

        assertThat(elements).hasSize(2);
        assertThat(elements.get(1)).isInstanceOfSatisfying(Block.class, block -> {
            assertThat(block.groups())
                    .extracting(group -> group.labels().get(0))
                    .containsExactly("e1", "e2");
            assertThat(block.tail()).isEmpty();
            assertThat(block.ids()).isEmpty();
            assertThat(block.links()).isEmpty();
        });
    }
}
