package dev.scriptorium.memory.local.writer;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.Month;
import java.time.YearMonth;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a relative expression of time means on the day on which it was said: <em>yesterday</em>, <em>last Friday</em>,
 * <em>two weeks ago</em>, <em>next summer</em>.
 *
 * <p>The result is as fine as the words: a day for <em>yesterday</em>, a month for <em>last month</em> and for what is
 * said in weeks, a year for <em>last year</em> and for seasons. A week that lies in two months, a winter, <em>a few days
 * ago</em> and <em>about a month ago</em> name nothing that an evidence line could write, and resolve to nothing.
 */
final class RelativeDates {
    private static final Map<String, DayOfWeek> WEEKDAYS = Map.ofEntries(
            Map.entry("monday", DayOfWeek.MONDAY),
            Map.entry("mon", DayOfWeek.MONDAY),
            Map.entry("tuesday", DayOfWeek.TUESDAY),
            Map.entry("tues", DayOfWeek.TUESDAY),
            Map.entry("tue", DayOfWeek.TUESDAY),
            Map.entry("wednesday", DayOfWeek.WEDNESDAY),
            Map.entry("wed", DayOfWeek.WEDNESDAY),
            Map.entry("thursday", DayOfWeek.THURSDAY),
            Map.entry("thurs", DayOfWeek.THURSDAY),
            Map.entry("thur", DayOfWeek.THURSDAY),
            Map.entry("thu", DayOfWeek.THURSDAY),
            Map.entry("friday", DayOfWeek.FRIDAY),
            Map.entry("fri", DayOfWeek.FRIDAY),
            Map.entry("saturday", DayOfWeek.SATURDAY),
            Map.entry("sat", DayOfWeek.SATURDAY),
            Map.entry("sunday", DayOfWeek.SUNDAY),
            Map.entry("sun", DayOfWeek.SUNDAY));
    private static final Set<String> SEASONS = Set.of("spring", "summer", "fall", "autumn");
    private static final List<String> NUMBERS = List.of(
            "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve");
    private static final Set<String> VAGUE = Set.of(
            "about", "around", "almost", "nearly", "roughly", "approximately", "over", "than", "least", "maybe", "half");
    private static final Set<String> AHEAD =
            Set.of("will", "i'll", "we'll", "gonna", "going", "plan", "planning", "can't", "leave", "leaving", "next");
    private static final Set<String> BEHIND = Set.of(
            "was", "were", "had", "did", "got", "went", "came", "met", "saw", "took", "made", "bought", "won", "lost",
            "found", "left", "told", "said", "gave", "began", "ran", "ate", "drove", "flew", "heard", "held", "spent");

    private static final Set<String> SUBJECTS = Set.of("i", "we", "he", "she", "they", "it", "you");

    private final List<String> words;
    private final LocalDate day;

    private RelativeDates(List<String> words, LocalDate day) {
        this.words = words;
        this.day = day;
    }

    /** What the first relative expression of a sentence means; empty when there is none, or none that can be written. */
    static Optional<String> resolve(Sentence sentence, LocalDate day) {
        Optional<String> chinese = ChineseDates.resolve(sentence.text(), day);
        if (chinese.isPresent()) {
            return chinese;
        }
        List<String> words = sentence.words().stream()
                .map(word -> word.lower().endsWith("'s")
                        ? word.lower().substring(0, word.lower().length() - 2)
                        : word.lower())
                .toList();
        RelativeDates dates = new RelativeDates(words, day);
        for (int i = 0; i < words.size(); i++) {
            Optional<String> found = dates.at(i);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private Optional<String> at(int i) {
        return switch (word(i)) {
            case "yesterday" -> isComparison(i)
                    ? Optional.empty()
                    : EvidenceDate.day(day.minusDays(before(i, "day", "before") ? 2 : 1));
            case "tomorrow" -> EvidenceDate.day(day.plusDays(before(i, "day", "after") ? 2 : 1));
            case "today", "tonight" -> EvidenceDate.day(day);
            case "last" -> word(i - 1).equals("the") ? Optional.empty() : last(word(i + 1));
            case "past" -> word(i - 1).equals("this") ? last(word(i + 1)) : Optional.empty();
            case "next" -> word(i - 1).equals("the") ? Optional.empty() : next(word(i + 1));
            case "this" -> present(word(i + 1));
            case "ago" -> back(i);
            case "in" -> AHEAD.stream().anyMatch(words::contains) ? shifted(i + 1, 1) : Optional.empty();
            case "from" -> word(i + 1).equals("now") ? shifted(i - 2, 1) : Optional.empty();
            case "on" -> on(i);
            default -> Optional.empty();
        };
    }

    private String word(int i) {
        return i < 0 || i >= words.size() ? "" : words.get(i);
    }

    private boolean before(int i, String first, String second) {
        return word(i - 2).equals(first) && word(i - 1).equals(second);
    }

    /** "Like yesterday", "as if it were yesterday". */
    private boolean isComparison(int i) {
        return word(i - 1).equals("like")
                || (word(i - 2).equals("it") && (word(i - 1).equals("was") || word(i - 1).equals("were"))
                        && (word(i - 3).equals("like") || word(i - 3).equals("if")));
    }

    private Optional<String> last(String unit) {
        DayOfWeek weekday = WEEKDAYS.get(unit);
        if (weekday != null) {
            return EvidenceDate.day(day.with(TemporalAdjusters.previous(weekday)));
        }
        LocalDate monday = day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
        return switch (unit) {
            case "night", "evening" -> EvidenceDate.day(day.minusDays(1));
            case "week" -> EvidenceDate.span(monday.minusDays(7), monday.minusDays(1));
            case "weekend" -> EvidenceDate.span(monday.minusDays(2), monday.minusDays(1));
            case "month" -> EvidenceDate.month(YearMonth.from(day).minusMonths(1));
            case "year" -> EvidenceDate.year(day.getYear() - 1);
            default -> seasonOrMonth(unit, -1);
        };
    }

    private Optional<String> next(String unit) {
        DayOfWeek weekday = WEEKDAYS.get(unit);
        if (weekday != null) {
            return EvidenceDate.day(day.with(TemporalAdjusters.next(weekday)));
        }
        LocalDate monday = day.with(TemporalAdjusters.next(DayOfWeek.MONDAY));
        return switch (unit) {
            case "week" -> EvidenceDate.span(monday, monday.plusDays(6));
            case "weekend" -> EvidenceDate.span(monday.plusDays(5), monday.plusDays(6));
            case "month" -> EvidenceDate.month(YearMonth.from(day).plusMonths(1));
            case "year" -> EvidenceDate.year(day.getYear() + 1);
            default -> seasonOrMonth(unit, 1);
        };
    }

    private Optional<String> present(String unit) {
        LocalDate monday = day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
        DayOfWeek weekday = WEEKDAYS.get(unit);
        if (weekday != null) {
            return EvidenceDate.day(monday.plusDays(weekday.getValue() - 1L));
        }
        return switch (unit) {
            case "morning", "afternoon", "evening" -> EvidenceDate.day(day);
            case "weekend" -> EvidenceDate.span(monday.plusDays(5), monday.plusDays(6));
            case "month" -> EvidenceDate.month(YearMonth.from(day));
            case "year", "spring", "summer", "fall", "autumn" -> EvidenceDate.year(day.getYear());
            default -> Optional.empty();
        };
    }

    /** A season of the north, as its year; a month by its name. The nearest one that lies wholly on the given side. */
    private Optional<String> seasonOrMonth(String unit, int side) {
        if (SEASONS.contains(unit)) {
            int first = unit.equals("spring") ? 3 : unit.equals("summer") ? 6 : 9;
            boolean passed = side < 0 ? day.getMonthValue() > first + 2 : day.getMonthValue() >= first;
            return EvidenceDate.year(day.getYear() + (side < 0 ? (passed ? 0 : -1) : (passed ? 1 : 0)));
        }
        for (Month month : Month.values()) {
            String name = month.name().toLowerCase(Locale.ROOT);
            if (unit.equals(name) || (unit.length() >= 3 && unit.length() <= 4 && name.startsWith(unit))) {
                YearMonth found = YearMonth.of(day.getYear(), month);
                YearMonth now = YearMonth.from(day);
                boolean right = side < 0 ? found.isBefore(now) : found.isAfter(now);
                return EvidenceDate.month(right ? found : found.plusYears(side));
            }
        }
        return Optional.empty();
    }

    private Optional<String> back(int ago) {
        int number = ago - 2;
        return VAGUE.contains(word(number - 1)) ? Optional.empty() : shifted(number, -1);
    }

    /** A number and a unit, such as "two weeks". */
    private Optional<String> shifted(int number, int side) {
        long count = number(word(number));
        if (count < 0 || count > 3000) {
            return Optional.empty();
        }
        return switch (word(number + 1)) {
            case "day", "days" -> EvidenceDate.day(day.plusDays(side * count));
            case "week", "weeks", "weekend", "weekends" ->
                EvidenceDate.month(YearMonth.from(day.plusDays(side * 7L * count)));
            case "month", "months" -> EvidenceDate.month(YearMonth.from(day).plusMonths(side * count));
            case "year", "years" -> EvidenceDate.year((int) (day.getYear() + side * count));
            default -> Optional.empty();
        };
    }

    private static long number(String word) {
        if (word.equals("a") || word.equals("an")) {
            return 1;
        }
        if (!word.isEmpty() && word.length() <= 4 && word.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Long.parseLong(word);
        }
        return NUMBERS.indexOf(word);
    }

    /** "On Friday", "on the 15th": before or after, as the verbs of the sentence say; nothing when they do not. */
    private Optional<String> on(int i) {
        boolean ahead = AHEAD.stream().anyMatch(words::contains);
        boolean behind = false;
        for (int w = 0; w + 1 < words.size(); w++) {
            behind |= SUBJECTS.contains(words.get(w)) && isPast(word(w + 1), word(w + 2));
        }
        if (ahead == behind) {
            return Optional.empty();
        }
        DayOfWeek weekday = WEEKDAYS.get(word(i + 1));
        if (weekday != null) {
            return EvidenceDate.day(
                    day.with(ahead ? TemporalAdjusters.next(weekday) : TemporalAdjusters.previous(weekday)));
        }
        String ordinal = word(i + 1).equals("the") ? word(i + 2) : "";
        String digits = ordinal.replaceFirst("(?:st|nd|rd|th)$", "");
        if (digits.length() == ordinal.length() || number(digits) < 1 || number(digits) > 31 || word(i + 3).equals("of")) {
            return Optional.empty();
        }
        return ordinal(Integer.parseInt(digits), ahead);
    }

    private static boolean isPast(String first, String second) {
        String verb = first.equals("just") || first.equals("finally") || first.equals("also") ? second : first;
        return BEHIND.contains(verb) || (verb.endsWith("ed") && verb.length() > 4);
    }

    private Optional<String> ordinal(int number, boolean ahead) {
        YearMonth month = YearMonth.from(day);
        boolean here = ahead ? number > day.getDayOfMonth() : number < day.getDayOfMonth();
        YearMonth found = here ? month : month.plusMonths(ahead ? 1 : -1);
        return found.isValidDay(number) ? EvidenceDate.day(found.atDay(number)) : Optional.empty();
    }
}
