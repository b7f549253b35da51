package dev.scriptorium.memory.local.writer;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a relative expression of time means on the day on which it was said: <em>yesterday</em>, <em>last Friday</em>,
 * <em>two weeks ago</em>, <em>next summer</em>.
 *
 * <p>The result is as fine as the words: a day for <em>yesterday</em>, a month for <em>last month</em> and for what is
 * said in weeks, a year for <em>last year</em> and for seasons. A week that lies in two months, a winter, <em>a few days
 * ago</em> and <em>about a month ago</em> name nothing that an evidence line could write, and resolve to nothing.
 */
final class RelativeDates {
    private static final List<String> NUMBERS = List.of(
            "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve");
    private static final Set<String> VAGUE = Set.of(
            "about",
            "around",
            "almost",
            "nearly",
            "roughly",
            "approximately",
            "over",
            "than",
            "least",
            "maybe",
            "half");
    private static final Set<String> AHEAD =
            Set.of("will", "i'll", "we'll", "gonna", "going", "plan", "planning", "can't", "leave", "leaving", "next");
    private static final Set<String> BEHIND = Set.of(
            "was", "were", "had", "did", "got", "went", "came", "met", "saw", "took", "made", "bought", "won", "lost",
            "found", "left", "told", "said", "gave", "began", "ran", "ate", "drove", "flew", "heard", "held", "spent");

    private static final Pattern DAY = Pattern.compile("(?:[12]?[0-9]|3[01])(?:st|nd|rd|th)?");
    private static final Set<String> MONTHS = Set.of(
            "january",
            "february",
            "march",
            "april",
            "may",
            "june",
            "july",
            "august",
            "september",
            "october",
            "november",
            "december");
    private static final Set<String> SUBJECTS = Set.of("i", "we", "he", "she", "they", "it", "you");

    private final List<String> words;
    private final LocalDate day;
    private final NamedTimes times;

    private RelativeDates(List<String> words, LocalDate day) {
        this.words = words;
        this.day = day;
        this.times = new NamedTimes(day);
    }

    /** What the first relative expression of a sentence means; empty when there is none, or none that can be written. */
    static Optional<String> resolve(Sentence sentence, LocalDate day) {
        if (EvidenceDate.year(day.getYear()).isEmpty()) {
            return Optional.empty();
        }
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
            case "yesterday" ->
                isComparison(i)
                        ? Optional.empty()
                        : EvidenceDate.day(day.minusDays(before(i, "day", "before") ? 2 : 1));
            case "tomorrow" -> EvidenceDate.day(day.plusDays(before(i, "day", "after") ? 2 : 1));
            case "today", "tonight" -> EvidenceDate.day(day);
            case "last" -> word(i - 1).equals("the") || isDate(i + 2) ? Optional.empty() : times.last(word(i + 1));
            case "past" -> word(i - 1).equals("this") ? times.last(word(i + 1)) : Optional.empty();
            case "next" -> word(i - 1).equals("the") || isDate(i + 2) ? Optional.empty() : times.next(word(i + 1));
            case "this" -> isDate(i + 2) ? Optional.empty() : times.present(word(i + 1));
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
                || (word(i - 2).equals("it")
                        && (word(i - 1).equals("was") || word(i - 1).equals("were"))
                        && (word(i - 3).equals("like") || word(i - 3).equals("if")));
    }

    private Optional<String> back(int ago) {
        int number = ago - 2;
        return VAGUE.contains(word(number - 1)) ? Optional.empty() : shifted(number, -1);
    }

    /** A number and a unit, such as "two weeks". */
    private Optional<String> shifted(int number, int side) {
        long count = number(word(number));
        return count < 0 ? Optional.empty() : times.shifted(side * count, word(number + 1));
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
        Optional<String> weekday = times.weekday(word(i + 1), ahead ? 1 : -1);
        if (weekday.isPresent()) {
            return isDate(i + 2) ? Optional.empty() : weekday;
        }
        String ordinal = word(i + 1).equals("the") ? word(i + 2) : "";
        String digits = ordinal.replaceFirst("(?:st|nd|rd|th)$", "");
        if (digits.length() == ordinal.length()
                || number(digits) < 1
                || number(digits) > 31
                || word(i + 3).equals("of")) {
            return Optional.empty();
        }
        return times.dayOfMonth(Integer.parseInt(digits), ahead ? 1 : -1);
    }

    /** A day that is named itself, after its weekday: "Saturday 4 April", "Friday the 12th", "Monday, May 3rd". */
    private boolean isDate(int i) {
        int at = word(i).equals("the") ? i + 1 : i;
        boolean number = DAY.matcher(word(at)).matches();
        return (number && (Character.isLetter(word(at).charAt(word(at).length() - 1)) || MONTHS.contains(word(at + 1))))
                || (MONTHS.contains(word(at)) && DAY.matcher(word(at + 1)).matches());
    }

    private static boolean isPast(String first, String second) {
        String verb = first.equals("just") || first.equals("finally") || first.equals("also") ? second : first;
        return BEHIND.contains(verb) || (verb.endsWith("ed") && verb.length() > 4);
    }
}
