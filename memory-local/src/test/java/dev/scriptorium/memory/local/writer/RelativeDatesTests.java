package dev.scriptorium.memory.local.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Cites rows 105 and 106 of the reported faults: no invented dates, and none from the time of processing. */
class RelativeDatesTests {
    /** A Wednesday. */
    private static final LocalDate DAY = LocalDate.of(2023, 5, 10);

    private static String resolve(String sentence, LocalDate day) {
        return RelativeDates.resolve(Talk.sentence(sentence), day).orElse("");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "I planted a quince yesterday.|2023-05-09",
                "Yesterday\u2019s match was cancelled.|2023-05-09",
                "We met the day before yesterday.|2023-05-08",
                "Last night the power failed.|2023-05-09",
                "I fly tomorrow.|2023-05-11",
                "The audit is the day after tomorrow.|2023-05-12",
                "Today I signed the lease.|2023-05-10",
                "I swam this morning.|2023-05-10",
                "Last Friday I ran ten miles.|2023-05-05",
                "I ran last Wed with Bo.|2023-05-03",
                "We sailed this past Sunday.|2023-05-07",
                "Next Friday is the vote.|2023-05-12",
                "This Monday we moved.|2023-05-08",
                "I quit three days ago.|2023-05-07",
                "I quit 10 days ago.|2023-04-30",
                "She left a day ago.|2023-05-09",
                "We leave in two days and will drive.|2023-05-12",
                "The visa ends five days from now.|2023-05-15",
                "On Saturday, I got the keys.|2023-05-06",
                "We will sail on Saturday.|2023-05-13",
                "Last Friday 10 people came.|2023-05-05",
                "I saw her on the 3rd.|2023-05-03",
                "I saw her on the 21st.|2023-04-21",
            })
    void aDayIsADay(String sentence, String date) {
        assertThat(resolve(sentence, DAY)).isEqualTo(date);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Last month I bought a canoe.|2023-04",
                "We marry next month.|2023-06",
                "I have three exams this month.|2023-05",
                "I adopted her two months ago.|2023-03",
                "We met six weeks ago.|2023-03",
                "The house was sold two weeks ago.|2023-04",
                "Last week it rained.|2023-05",
                "Last weekend it rained.|2023-05",
                "Next weekend we paint.|2023-05",
                "Last August I sailed to Gozo.|2022-08",
                "Next June I retire.|2023-06",
                "Last year I broke an arm.|2022",
                "I retire next year.|2024",
                "I stopped smoking seven years ago.|2016",
                "Last summer I worked on a farm.|2022",
                "Next summer we go to Gozo.|2023",
                "This spring I learned to weld.|2023",
            })
    void aDateIsNeverFinerThanTheWords(String sentence, String date) {
        assertThat(resolve(sentence, DAY)).isEqualTo(date);
    }

    @ParameterizedTest
    @CsvSource({
        "2023-06-08,Last week it rained.,''",
        "2023-07-02,Last weekend it rained.,2023-06",
        "2023-10-01,Last weekend it rained.,2023-09",
        "2023-10-04,Last weekend it rained.,''",
        "2024-01-03,Last month I moved.,2023-12",
        "2024-03-01,I moved yesterday.,2024-02-29",
        "2023-09-15,Last summer I moved.,2023",
        "2023-07-15,Next summer I move.,2024",
        "2023-05-05,Last Friday I ran.,2023-04-28",
        "9999-12-31,I fly tomorrow.,''",
    })
    void theCalendarIsTheTurns(LocalDate day, String sentence, String date) {
        assertThat(resolve(sentence, day)).isEqualTo(date);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "I moved a few days ago.",
                "A couple of weeks ago I moved.",
                "I moved about two months ago.",
                "More than three years ago we met.",
                "I lived there over a year ago.",
                "Last winter was cold.",
                "It feels like yesterday.",
                "It is as if it was yesterday.",
                "I trained hard over the last month.",
                "The next day we left.",
                "Every Friday I swim.",
                "On Friday it is quiet.",
                "I wrote it in two weeks.",
                "At last we won.",
                "The last straw broke.",
                "I was born in May.",
                "99999 years ago it was sea.",
            })
    void whatNamesNoTimeResolvesToNone(String sentence) {
        assertThat(resolve(sentence, DAY)).isEmpty();
    }

    @Test
    void theFirstExpressionCounts() {
        assertThat(resolve("Yesterday we planned what to do next month.", DAY)).isEqualTo("2023-05-09");
    }

    @ParameterizedTest
    @CsvSource({
        "昨天我买了一条船。,2023-05-09",
        "我前天到的。,2023-05-08",
        "大前天下雪了。,2023-05-07",
        "今晚我们吃饭。,2023-05-10",
        "明天去医院。,2023-05-11",
        "后天出发。,2023-05-12",
        "上周五我跑了十公里。,2023-05-05",
        "上星期天下雨。,2023-05-07",
        "上上周一我辞职了。,2023-04-24",
        "这周二开会。,2023-05-09",
        "下周三考试。,2023-05-17",
        "下個禮拜六搬家。,2023-05-20",
        "三天前我到了。,2023-05-07",
        "十二天之后出院。,2023-05-22",
        "上周很忙。,2023-05",
        "上个月我搬家了。,2023-04",
        "下个月结婚。,2023-06",
        "两周前认识的。,2023-04",
        "三个月前认识的。,2023-02",
        "去年五月我去了北京。,2022-05",
        "明年12月毕业。,2024-12",
        "去年夏天很热。,2022",
        "前年买的房子。,2021",
        "五年前认识的。,2018",
        "今年要毕业。,2023",
    })
    void chineseExpressionsAreKnown(String sentence, String date) {
        assertThat(resolve(sentence, DAY)).isEqualTo(date);
    }

    @ParameterizedTest
    @ValueSource(strings = {"几天前见过。", "多年前见过。", "三年多前见过。", "约三年前见过。", "以前天天下雨。", "他先后天天来。", "这周很忙。", "十月前后"})
    void vagueChineseExpressionsAreLeftAlone(String sentence) {
        assertThat(resolve(sentence, DAY)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"3,3", "３０,30", "十,10", "十二,12", "二十,20", "二十三,23", "两,2", "两三,-1", "百,-1"})
    void chineseNumbersAreRead(String text, int number) {
        assertThat(ChineseDates.number(text)).isEqualTo(number);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "We will sail on Saturday 3 June.",
                "We met on Friday the 12th of May.",
                "I signed on Monday, March 6th.",
                "We sail next Saturday the 3rd.",
            })
    void aDayThatIsNamedItselfIsNotItsWeekday(String sentence) {
        assertThat(resolve(sentence, DAY)).isEmpty();
    }
}
