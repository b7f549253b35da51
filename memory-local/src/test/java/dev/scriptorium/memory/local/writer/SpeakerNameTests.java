package dev.scriptorium.memory.local.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.session.Speaker;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpeakerNameTests {

    private static Optional<SpeakerName> name(Speaker speaker) {
        return SpeakerName.of(Talk.in("s").says(speaker, "x").turns().get(0));
    }

    @Test
    void theIdTellsSpeakersApartAndTheNameIsForPeople() {
        SpeakerName ada = name(Speaker.of("u-7", "Ada")).orElseThrow();
        assertThat(ada.display()).isEqualTo("Ada");
        assertThat(ada.comment()).isEqualTo("<!-- speaker: u%2D7 -->");
        assertThat(name(new Speaker("u-7", null)).orElseThrow().display()).isEqualTo("u-7");
    }

    @Test
    void aSpeakerWithoutIdIsKnownByNameAndIsNobodyElse() {
        assertThat(name(new Speaker(null, "Ada")).orElseThrow().comment()).isEqualTo("<!-- speaker-name: Ada -->");
        assertThat(name(new Speaker("Ada", null)).orElseThrow().comment()).isEqualTo("<!-- speaker: Ada -->");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\u200B", "\u0000\u0007", "\u202E"})
    void whatCannotBeReadIsNoSpeaker(String text) {
        assertThat(name(Speaker.of(text, text))).isEmpty();
    }

    @Test
    void noIdCanEndTheComment() {
        assertThat(name(Speaker.of("a --> b\n# c", "x")).orElseThrow().comment())
                .isEqualTo("<!-- speaker: a%20%2D%2D%3E%20b%0A%23%20c -->");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "A[d]a|A(d)a",
                "Ada ^abc12345|Ada abc12345",
                "<b>Ada</b>|bAda/b",
                "A`d`a|Ada",
                "می\u200Cخواهم|می\u200Cخواهم",
                "\u202EAda|Ada",
            })
    void aNameIsOneLineWithoutMarks(String display, String readable) {
        assertThat(SpeakerName.readable(display)).isEqualTo(readable);
    }

    @Test
    void aNameIsCutBetweenCharacters() {
        assertThat(SpeakerName.readable("\uD83D\uDE00".repeat(100))).isEqualTo("\uD83D\uDE00".repeat(64));
    }
}
