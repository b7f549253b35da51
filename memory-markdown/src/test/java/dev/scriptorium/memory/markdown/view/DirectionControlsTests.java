package dev.scriptorium.memory.markdown.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.markdown.CpuTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DirectionControlsTests {

    @ParameterizedTest
    @CsvSource({
        "plain,''",
        "\u202Ea,\u202C",
        "\u202Aa\u202C,''",
        "\u2066a,\u2069",
        "\u2067\u202Ea,\u202C\u2069",
        "\u2068\u202Ea\u2069,''",
        "\u202E\u2066a\u202C,\u2069\u202C",
        "a\u202C\u2069,''",
        "\u202B\u202D\u2066,\u2069\u202C\u202C"
    })
    void whatIsOpenedIsClosedInnermostFirst(String text, String closing) {
        assertThat(DirectionControls.closing(text)).isEqualTo(closing);
        assertThat(DirectionControls.closing(DirectionControls.closed(text))).isEmpty();
    }

    @Test
    void hostileNestingIsLinear() {
        String text = "\u202E".repeat(300_000) + "\u2069".repeat(300_000) + "\u2066\u202E".repeat(100_000);

        assertThat(CpuTime.within(Duration.ofSeconds(2), () -> DirectionControls.closing(text)))
                .hasSize(500_000);
    }
}
