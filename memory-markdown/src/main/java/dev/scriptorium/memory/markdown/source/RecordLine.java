package dev.scriptorium.memory.markdown.source;

import dev.scriptorium.memory.markdown.topic.Whitespace;
import org.jspecify.annotations.Nullable;

/**
 * The beginning of a record, {@code [STAMP] LABEL: }.
 *
 * @param stamp the time stamp
 * @param label the speaker's label
 * @param contentStart where the words begin
 */
record RecordLine(String stamp, String label, int contentStart) {

    /** Reads the beginning of a record; null when the text does not begin like one. */
    static @Nullable RecordLine read(String line) {
        int close = line.startsWith("[") ? line.indexOf(']') : -1;
        if (close < 0) {
            return null;
        }
        int space = close + 1;
        while (space < line.length() && Whitespace.is(line.charAt(space))) {
            space++;
        }
        // The label is the shortest that leaves ": " behind it; white space may belong to it if it must.
        for (int start = space; start > close + 1; start--) {
            int end = start < line.length() ? line.indexOf(": ", line.offsetByCodePoints(start, 1)) : -1;
            if (end > 0) {
                return new RecordLine(line.substring(1, close), line.substring(start, end), end + 2);
            }
        }
        return null;
    }
}
