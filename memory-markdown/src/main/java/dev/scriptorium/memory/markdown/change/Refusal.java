package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.markdown.topic.Whitespace;
import java.util.List;

/** The refusals of a request, worded alike. */
final class Refusal {
    private static final int SHOWN = 60;

    private Refusal() {}

    static MemoryException invalid(String message) {
        return new MemoryException(ErrorCode.INVALID_ARGUMENT, message);
    }

    /** The same refusal with the place in the request in front. */
    static MemoryException at(String where, MemoryException refusal) {
        return new MemoryException(refusal.code(), where + ": " + refusal.getMessage(), refusal.violations());
    }

    /** A refusal of one change of a request, counted from 0. */
    static MemoryException change(int item, ErrorCode code, String message) {
        return new MemoryException(code, "memory_changes[" + item + "]: " + message);
    }

    static MemoryException notFound(int item, BlockId id) {
        return change(item, ErrorCode.MEMORY_NOT_FOUND, "there is no block ^" + id);
    }

    /** A refusal of one change because of a rule of the format. */
    static MemoryException change(int item, Violation violation) {
        return new MemoryException(
                ErrorCode.INVALID_TOPIC_FORMAT, "memory_changes[" + item + "]: " + violation, List.of(violation));
    }

    /** The beginning of a value, short enough for a message. */
    static String shown(String value) {
        String line = Whitespace.collapse(value.length() > 4 * SHOWN ? value.substring(0, 4 * SHOWN) : value);
        return line.codePointCount(0, line.length()) <= SHOWN
                ? '"' + line + '"'
                : '"' + line.substring(0, line.offsetByCodePoints(0, SHOWN)) + "…\"";
    }
}
