package dev.scriptorium.memory.markdown.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.session.Speaker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpeakerLabelsTests {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "u-7 | Kim | Kim (u-7)",
                "owner/local | Owner | Owner (owner/local)",
                "u 789 | Bo: [x] | Bo： (x) (u 789)",
                "kim | kim | kim",
                "- | Kim | Kim",
                "u-7 | - | u-7",
                "- | - | user",
                "u-7 | '' | u-7",
            })
    void theLabelIsTheNameWithTheId(String id, String display, String label) {
        Speaker speaker = id == null && display == null ? null : new Speaker(id, display);

        assertThat(SpeakerLabels.label(speaker, "user")).isEqualTo(label);
    }

    @Test
    void onlyPrintableTextStays() {
        assertThat(SpeakerLabels.label(new Speaker("\u200B \u0007", " A\n\u200Bb\u00A0 c\uD800 "), "user"))
                .isEqualTo("A b c");
        assertThat(SpeakerLabels.label(new Speaker("\u0007", "\u200B"), "assistant"))
                .isEqualTo("assistant");
    }

    @Test
    void longNamesAreCutBetweenCharacters() {
        assertThat(SpeakerLabels.normalized("x".repeat(64))).isEqualTo("x".repeat(64));
        assertThat(SpeakerLabels.normalized("x".repeat(65))).isEqualTo("x".repeat(64) + "…");
        assertThat(SpeakerLabels.normalized("😀".repeat(65))).isEqualTo("😀".repeat(64) + "…");
        assertThat(SpeakerLabels.normalized("x" + "🇵🇹".repeat(40))).isEqualTo("x" + "🇵🇹".repeat(31) + "…");
    }

    @Test
    void theIdIsArchivedAsItIs() {
        assertThat(SpeakerLabels.speakerId(Speaker.of(" a\nb ", "Kim"))).contains(" a\nb ");
        assertThat(SpeakerLabels.speakerId(new Speaker(null, "Kim"))).contains("");
        assertThat(SpeakerLabels.speakerId(new Speaker("\u0007", "Kim"))).contains("\u0007");
        assertThat(SpeakerLabels.speakerId(new Speaker("\u0007", null))).isEmpty();
        assertThat(SpeakerLabels.speakerId(null)).isEmpty();
    }

    @Test
    void noIdCanEndItsComment() {
        assertThat(PercentCodec.speaker("u-7 --> \n[x]")).isEqualTo("u%2D7%20%2D%2D%3E%20%0A%5Bx%5D");
        assertThat(PercentCodec.speakerId("u%2D7%20%2D%2D%3E%20%0A%5Bx%5D")).contains("u-7 --> \n[x]");
    }
}
