package dev.scriptorium.memory.local.writer.model;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.Month;
import java.time.YearMonth;
import java.time.format.TextStyle;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether a date can come from the words of a turn: from a date that it names, or from a word of time, as far as such a
 * word may reach. It asks whether somebody made the date up, not what the words mean, so it is lenient.
 */
final class TimeWords {
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{M}]+");
    private static final int FARTHEST = 200;
    private static final long WEEK = 7;
    private static final long MONTH = 31;
    private static final long YEAR = 366;

    private static final List<Locale> LANGUAGES = List.of(
            Locale.ENGLISH,
            Locale.GERMAN,
            Locale.FRENCH,
            Locale.ITALIAN,
            Locale.forLanguageTag("es"),
            Locale.forLanguageTag("pt"),
            Locale.forLanguageTag("nl"),
            Locale.forLanguageTag("sv"));

    private static final Map<String, Integer> COUNTS = Map.ofEntries(
            Map.entry("two", 2),
            Map.entry("three", 3),
            Map.entry("four", 4),
            Map.entry("five", 5),
            Map.entry("six", 6),
            Map.entry("seven", 7),
            Map.entry("eight", 8),
            Map.entry("nine", 9),
            Map.entry("ten", 10),
            Map.entry("eleven", 11),
            Map.entry("twelve", 12),
            Map.entry("fifteen", 15),
            Map.entry("twenty", 20),
            Map.entry("thirty", 30),
            Map.entry("forty", 40),
            Map.entry("fifty", 50));

    /** How far a word of time reaches, in days, for each of what is counted. */
    private static final List<Map.Entry<Long, Set<String>>> UNITS = List.of(
            Map.entry(
                    2L,
                    Set.of(
                            "day",
                            "days",
                            "yesterday",
                            "today",
                            "tomorrow",
                            "tonight",
                            "morning",
                            "evening",
                            "night",
                            "gestern",
                            "heute",
                            "morgen",
                            "vorgestern",
                            "tag",
                            "tage",
                            "tagen",
                            "hier",
                            "demain",
                            "jour",
                            "jours",
                            "ayer",
                            "hoy",
                            "mañana",
                            "día",
                            "días",
                            "ieri",
                            "oggi",
                            "domani",
                            "giorni",
                            "ontem",
                            "hoje",
                            "amanhã",
                            "dias",
                            "igår",
                            "idag",
                            "imorgon",
                            "dag",
                            "dagar",
                            "dagen")),
            Map.entry(
                    2 * WEEK,
                    Set.of(
                            "week",
                            "weeks",
                            "weekend",
                            "fortnight",
                            "woche",
                            "wochen",
                            "wochenende",
                            "semaine",
                            "semaines",
                            "semana",
                            "semanas",
                            "settimana",
                            "settimane",
                            "vecka",
                            "veckan",
                            "veckor",
                            "helgen",
                            "weken")),
            Map.entry(
                    2 * MONTH,
                    Set.of(
                            "month",
                            "months",
                            "monat",
                            "monate",
                            "monaten",
                            "mois",
                            "mes",
                            "meses",
                            "mese",
                            "mesi",
                            "mês",
                            "månad",
                            "månaden",
                            "månader",
                            "maand",
                            "maanden",
                            "recently",
                            "lately")),
            Map.entry(
                    2 * YEAR,
                    Set.of(
                            "year",
                            "years",
                            "spring",
                            "summer",
                            "autumn",
                            "fall",
                            "winter",
                            "christmas",
                            "easter",
                            "birthday",
                            "anniversary",
                            "jahr",
                            "jahre",
                            "jahren",
                            "frühling",
                            "sommer",
                            "herbst",
                            "année",
                            "années",
                            "an",
                            "ans",
                            "été",
                            "hiver",
                            "automne",
                            "año",
                            "años",
                            "verano",
                            "anno",
                            "anni",
                            "estate",
                            "ano",
                            "anos",
                            "år",
                            "året",
                            "sommaren",
                            "hösten",
                            "jaar")),
            Map.entry(20 * YEAR, Set.of("decade", "decades", "century", "jahrzehnt")));

    private static final Pattern CHINESE_DAY = Pattern.compile("[昨今明前后後]天|[昨今明]日|[昨今]晚|天[前后後]|[日号號]");
    private static final Pattern CHINESE_WEEK = Pattern.compile("周|週|星期|礼拜|禮拜");
    private static final Pattern CHINESE_MONTH = Pattern.compile("月");
    private static final Pattern CHINESE_YEAR = Pattern.compile("年");
    private static final Map<Character, Integer> CHINESE_DIGITS = Map.ofEntries(
            Map.entry('一', 1),
            Map.entry('二', 2),
            Map.entry('两', 2),
            Map.entry('三', 3),
            Map.entry('四', 4),
            Map.entry('五', 5),
            Map.entry('六', 6),
            Map.entry('七', 7),
            Map.entry('八', 8),
            Map.entry('九', 9),
            Map.entry('十', 10));

    private final LocalDate day;
    private final Set<Integer> numbers = new HashSet<>();
    private final Set<Integer> months = new HashSet<>();
    private final Set<DayOfWeek> weekdays = new HashSet<>();
    private long reach;

    /** The words of a turn that was said on a day. */
    TimeWords(String text, LocalDate day) {
        this.day = day;
        Matcher number = NUMBER.matcher(text);
        while (number.find()) {
            numbers.add(Integer.parseInt(number.group()));
        }
        int most = 1;
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(text.toLowerCase(Locale.ROOT));
        while (word.find()) {
            words.add(word.group());
            most = Math.max(most, COUNTS.getOrDefault(word.group(), 1));
        }
        for (int i = 0; i < text.length(); i++) {
            most = Math.max(most, CHINESE_DIGITS.getOrDefault(text.charAt(i), 1));
        }
        most = Math.max(
                most,
                numbers.stream()
                        .filter(count -> count <= FARTHEST)
                        .max(Integer::compare)
                        .orElse(1));
        names(words);
        reach(words, text, most);
    }

    private void names(List<String> words) {
        Set<String> said = new HashSet<>(words);
        for (Locale language : LANGUAGES) {
            for (Month month : Month.values()) {
                if (named(said, month.getDisplayName(TextStyle.FULL, language))
                        || named(said, month.getDisplayName(TextStyle.SHORT, language))) {
                    months.add(month.getValue());
                }
            }
            for (DayOfWeek weekday : DayOfWeek.values()) {
                if (named(said, weekday.getDisplayName(TextStyle.FULL, language))) {
                    weekdays.add(weekday);
                }
            }
        }
    }

    private static boolean named(Set<String> said, String name) {
        String lower = name.toLowerCase(Locale.ROOT).replace(".", "");
        return lower.length() >= 3 && said.contains(lower);
    }

    private void reach(List<String> words, String text, int most) {
        for (Map.Entry<Long, Set<String>> unit : UNITS) {
            if (words.stream().anyMatch(unit.getValue()::contains)) {
                reach = Math.max(reach, unit.getKey() * (most + 1L));
            }
        }
        if (CHINESE_DAY.matcher(text).find()) {
            reach = Math.max(reach, 2L * (most + 1));
        }
        if (CHINESE_WEEK.matcher(text).find()) {
            reach = Math.max(reach, 2 * WEEK * (most + 1));
        }
        if (CHINESE_MONTH.matcher(text).find()) {
            reach = Math.max(reach, 2 * MONTH * (most + 1));
        }
        if (CHINESE_YEAR.matcher(text).find()) {
            reach = Math.max(reach, 2 * YEAR * (most + 1));
        }
    }

    /** Whether a date, {@code YYYY}, {@code YYYY-MM} or {@code YYYY-MM-DD}, can come from these words. */
    boolean mayMean(String date) {
        String[] parts = date.split("-", -1);
        try {
            int year = Integer.parseInt(parts[0]);
            int month = parts.length > 1 ? Integer.parseInt(parts[1]) : 0;
            int of = parts.length > 2 ? Integer.parseInt(parts[2]) : 0;
            return isNamed(year, month, of) || isInReach(year, month, of);
        } catch (NumberFormatException | DateTimeException e) {
            // No date at all: the rules of the format say so.
            return true;
        }
    }

    /** Each part is said, the year perhaps left out as people do. */
    private boolean isNamed(int year, int month, int of) {
        boolean yearSaid = numbers.contains(year) || numbers.contains(year % 100);
        boolean monthSaid = months.contains(month) || numbers.contains(month);
        boolean nearYear = Math.abs(year - day.getYear()) <= 1;
        if (month == 0) {
            return yearSaid;
        }
        if (of == 0) {
            return monthSaid && (yearSaid || (nearYear && months.contains(month)));
        }
        return monthSaid && numbers.contains(of) && (yearSaid || nearYear);
    }

    private boolean isInReach(int year, int month, int of) {
        LocalDate first = LocalDate.of(year, Math.max(1, month), Math.max(1, of));
        LocalDate last = of > 0 ? first : month > 0 ? YearMonth.of(year, month).atEndOfMonth() : first.plusYears(1);
        long distance = first.isAfter(day)
                ? ChronoUnit.DAYS.between(day, first)
                : last.isBefore(day) ? ChronoUnit.DAYS.between(last, day) : 0;
        boolean weekday = weekdays.contains(first.getDayOfWeek()) && distance <= 2 * WEEK && of > 0;
        return weekday || (reach > 0 && distance <= reach);
    }
}
