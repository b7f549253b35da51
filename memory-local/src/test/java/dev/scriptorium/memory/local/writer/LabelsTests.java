package dev.scriptorium.memory.local.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabelsTests {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "I planted a quince behind the shed yesterday.|planted quince shed",
                "My sister Ines lives in Porto with two cats and a parrot.|sister Ines lives Porto",
                "See https://example.org/x and mail me@example.org about [docs](a.md) ^abc12345|mail docs",
                "On 2023-05-10 order 4711 shipped.|order shipped",
                "It was so nice.|It was so nice",
                "I am.|I am",
                "42|spoken words",
                "\uD83D\uDE00|spoken words",
                "昨天我和妈妈去了苏州的园林。|妈妈 苏州 园林",
                "我对花生过敏。|花生",
                "我的。|spoken words",
            })
    void aLabelIsAFewWordsOfContent(String statement, String label) {
        assertThat(Labels.of(statement)).isEqualTo(label);
    }

    @RepeatedTest(200)
    void aLabelOfAnyTextCanStandInALink(RepetitionInfo info) {
        String label = Labels.of(HostileText.of(new Random(info.getCurrentRepetition())));
        assertThat(label).isNotBlank().doesNotContainPattern("[\\[\\]()\\n\\r`^<>|*0-9]");
        assertThat(label.split(" ", -1)).hasSizeLessThanOrEqualTo(4);
    }
}
