package dev.scriptorium.memory.local.writer;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.temporal.TemporalAdjusters;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Relative expressions of time in Chinese, in both scripts: 昨天, 上周五, 三天前, 上个月, 去年五月. As fine as the words, like
 * {@link RelativeDates}.
 */
final class ChineseDates {
    private static final String NUMBER = "[0-9０-９]{1,3}|[一二两兩三四五六七八九十]{1,3}";
    private static final Pattern EXPRESSION =
            Pattern.compile("(?<day>大前天|前天|昨天|昨日|昨晚|昨夜|今天|今日|今早|今晚|今晨|明天|明日|明早|明晚|大后天|大後天|后天|後天)"
                    + "|(?<week>上上|上|下下|下|这|這|本)[个個]?(?:周|週|星期|礼拜|禮拜)(?<weekday>[一二三四五六日天末])?"
                    + "|(?<month>上上|上|下下|下|这|這|本)[个個]?月"
                    + "|(?<year>大前年|前年|去年|今年|明年|后年|後年)(?:的)?(?:(?<of>1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九])月)?"
                    + "|(?<vague>[多几幾约約近])?(?<count>" + NUMBER
                    + ")(?<unit>天|日|[个個]?(?:星期|礼拜|禮拜)|周|週|[个個]月|年)(?<more>多)?(?<side>之?前|之?后|之?後)");
    private static final Map<String, Integer> DAYS = Map.ofEntries(
            Map.entry("大前天", -3),
            Map.entry("前天", -2),
            Map.entry("昨", -1),
            Map.entry("今", 0),
            Map.entry("明", 1),
            Map.entry("后天", 2),
            Map.entry("後天", 2),
            Map.entry("大后天", 3),
            Map.entry("大後天", 3));
    private static final String YEARS = "大前去今明后後";
    private static final int[] YEAR_SHIFT = {-3, -2, -1, 0, 1, 2, 2};

    private ChineseDates() {}

    /** What the first relative expression means; empty when there is none, or none that can be written. */
    static Optional<String> resolve(String text, LocalDate day) {
        if (text.codePoints().noneMatch(Words::isIdeographic)) {
            return Optional.empty();
        }
        Matcher found = EXPRESSION.matcher(text);
        while (found.find()) {
            Optional<String> date = read(text, found, day);
            if (date.isPresent()) {
                return date;
            }
        }
        return Optional.empty();
    }

    /** The text with its expressions of time blanked. */
    static String without(String text) {
        return EXPRESSION.matcher(text).replaceAll("\u3002");
    }

    private static Optional<String> read(String text, Matcher found, LocalDate day) {
        if (found.group("day") != null) {
            String word = found.group("day");
            boolean other = found.start() > 0 && "先以".indexOf(text.charAt(found.start() - 1)) >= 0;
            Integer shift = DAYS.containsKey(word) ? DAYS.get(word) : DAYS.get(word.substring(0, 1));
            return other || shift == null ? Optional.empty() : EvidenceDate.day(day.plusDays(shift));
        }
        if (found.group("week") != null) {
            return week(steps(found.group("week")), found.group("weekday"), day);
        }
        if (found.group("month") != null) {
            return EvidenceDate.month(YearMonth.from(day).plusMonths(steps(found.group("month"))));
        }
        if (found.group("year") != null) {
            int year =
                    day.getYear() + YEAR_SHIFT[YEARS.indexOf(found.group("year").charAt(0))];
            String month = found.group("of");
            return month == null ? EvidenceDate.year(year) : EvidenceDate.month(YearMonth.of(year, number(month)));
        }
        boolean vague = found.group("vague") != null || found.group("more") != null;
        return vague ? Optional.empty() : shifted(found, day);
    }

    private static int steps(String word) {
        int steps = word.length();
        return word.startsWith("上") ? -steps : word.startsWith("下") ? steps : 0;
    }

    private static Optional<String> week(int steps, @Nullable String weekday, LocalDate day) {
        LocalDate monday =
                day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY)).plusDays(7L * steps);
        if (weekday == null) {
            return steps == 0 ? Optional.empty() : EvidenceDate.span(monday, monday.plusDays(6));
        }
        if (weekday.equals("末")) {
            return EvidenceDate.span(monday.plusDays(5), monday.plusDays(6));
        }
        int offset = weekday.equals("天") || weekday.equals("日") ? 6 : "一二三四五六".indexOf(weekday);
        return EvidenceDate.day(monday.plusDays(offset));
    }

    private static Optional<String> shifted(Matcher found, LocalDate day) {
        int count = number(found.group("count"));
        if (count < 0) {
            return Optional.empty();
        }
        int side = found.group("side").endsWith("前") ? -1 : 1;
        String unit = found.group("unit");
        if (unit.equals("天") || unit.equals("日")) {
            return EvidenceDate.day(day.plusDays((long) side * count));
        }
        if (unit.equals("年")) {
            return EvidenceDate.year(day.getYear() + side * count);
        }
        return unit.endsWith("月")
                ? EvidenceDate.month(YearMonth.from(day).plusMonths((long) side * count))
                : EvidenceDate.month(YearMonth.from(day.plusDays(7L * side * count)));
    }

    /** A number up to 999 in digits, or up to 99 in characters; -1 when it is none. */
    static int number(String text) {
        if (text.codePoints().allMatch(Character::isDigit)) {
            return text.codePoints().map(c -> Character.digit(c, 10)).reduce(0, (sum, digit) -> sum * 10 + digit);
        }
        String digits = "零一二三四五六七八九";
        String plain = text.replace('两', '二').replace('兩', '二');
        int ten = plain.indexOf('十');
        if (ten < 0) {
            return plain.length() == 1 ? digits.indexOf(plain) : -1;
        }
        int tens = ten == 0 ? 1 : digits.indexOf(plain.substring(0, ten));
        int ones = ten == plain.length() - 1 ? 0 : digits.indexOf(plain.substring(ten + 1));
        return tens < 0 || ones < 0 ? -1 : tens * 10 + ones;
    }
}
