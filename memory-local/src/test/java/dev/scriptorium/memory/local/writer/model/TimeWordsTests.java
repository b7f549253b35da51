package dev.scriptorium.memory.local.writer.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A date comes from the words of a turn, or was made up. The turns are said on Thursday, 2 May 2024. */
class TimeWordsTests {
    private static final LocalDate DAY = LocalDate.parse("2024-05-02");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            I ran yesterday.                              | 2024-05-01
            We met last Friday.                           | 2024-04-26
            Lunch on Tuesday?                             | 2024-05-07
            Two weeks ago it rained.                      | 2024-04-18
            The board approved it on 24 February 2026.    | 2026-02-24
            Delivered on 2023-11-05.                      | 2023-11-05
            It was signed on March 3.                     | 2024-03-03
            It was signed in March.                       | 2024-03
            The house is from 1912.                       | 1912
            Ten years ago we lived in Rome.               | 2014
            Next summer we go to Porto.                   | 2025
            Es war gestern kalt.                          | 2024-05-01
            Nous partons en juillet.                      | 2024-07
            四月七日和八日去诺拉泵站安装。                    | 2024-04-07
            上个月我搬家了。                                | 2024-04
            三天前下雨。                                   | 2024-04-29
            """)
    void aDateThatTheWordsMayMean(String text, String date) {
        assertThat(new TimeWords(text, DAY).mayMean(date)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            I moved to Porto.                             | 2021-11-30
            I moved to Porto.                             | 2024-05-03
            I ran yesterday.                              | 2023-01-01
            We met last Friday.                           | 2024-03-01
            The budget is 420000 kronor.                  | 2020
            Two weeks ago it rained.                      | 2022-04-18
            It was signed in March.                       | 2019-03-03
            我搬到波尔图了。                                | 2023-05-02
            """)
    void aDateThatNobodySaid(String text, String date) {
        assertThat(new TimeWords(text, DAY).mayMean(date)).isFalse();
    }
}
