package dev.scriptorium.memory.markdown.change;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An ISO 8601 time, written in full: date, time to the second or microsecond, offset where one was given. */
final class ObservedTime {
    private static final Pattern FORM = Pattern.compile("([0-9]{4}-[0-9]{2}-[0-9]{2})"
            + "(?:[Tt ]([0-9]{2}:[0-9]{2}(?::[0-9]{2})?)(?:[.,]([0-9]{1,9}))?(Z|z|[+-][0-9]{2}(?::?[0-9]{2})?)?)?");

    private ObservedTime() {}

    static String format(String spelled) {
        Matcher form = FORM.matcher(spelled);
        if (!form.matches()) {
            throw refused(spelled);
        }
        try {
            String date = LocalDate.parse(form.group(1)).toString();
            String clock = form.group(2);
            if (date.startsWith("0000") || (form.group(3) != null && clock.length() < 8)) {
                throw refused(spelled);
            }
            LocalTime time = clock == null ? LocalTime.MIDNIGHT : LocalTime.parse(clock);
            return date
                    + "T"
                    + String.format(Locale.ROOT, "%02d:%02d:%02d", time.getHour(), time.getMinute(), time.getSecond())
                    + fraction(form.group(3))
                    + offset(form.group(4));
        } catch (DateTimeException e) {
            throw refused(spelled);
        }
    }

    private static String fraction(@org.jspecify.annotations.Nullable String digits) {
        if (digits == null) {
            return "";
        }
        String micros = (digits + "000000").substring(0, 6);
        return micros.equals("000000") ? "" : "." + micros;
    }

    private static String offset(@org.jspecify.annotations.Nullable String spelled) {
        if (spelled == null) {
            return "";
        }
        if (spelled.equalsIgnoreCase("Z")) {
            return "+00:00";
        }
        String id = ZoneOffset.of(spelled).getId();
        return id.equals("Z") ? "+00:00" : id;
    }

    private static RuntimeException refused(String spelled) {
        return Refusal.invalid("observed_at is an ISO 8601 date or time; found " + Refusal.shown(spelled));
    }
}
