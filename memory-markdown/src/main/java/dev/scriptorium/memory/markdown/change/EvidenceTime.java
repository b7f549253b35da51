package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.recall.DateRange;
import dev.scriptorium.memory.markdown.topic.Definition;

/** The time of a record: a real year, month or day, or none. */
final class EvidenceTime {
    private EvidenceTime() {}

    static String checked(String time) {
        if (time.equals(Definition.UNDATED)) {
            return time;
        }
        boolean real = !time.startsWith("0000");
        if (real) {
            try {
                DateRange.of(time);
            } catch (IllegalArgumentException e) {
                real = false;
            }
        }
        if (!real) {
            throw Refusal.invalid("time is YYYY, YYYY-MM, YYYY-MM-DD, undated or null; found " + Refusal.shown(time));
        }
        return time;
    }
}
