package dev.scriptorium.memory.cli.importer;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** When a message was sent, as exports say it: seconds since 1970, or ISO 8601. */
final class ExportedTime {
    private static final double MILLIS = 1000;
    // Later years have more than four digits.
    private static final double LAST_SECOND = 253_402_300_799.0;

    private ExportedTime() {}

    /** The time; null when there is none that can be read. Exports say 0 for not known. */
    static @Nullable OffsetDateTime read(@Nullable Object value) {
        if (value instanceof Number seconds) {
            double since = seconds.doubleValue();
            return since > 0 && since <= LAST_SECOND
                    ? Instant.ofEpochMilli(Math.round(since * MILLIS)).atOffset(ZoneOffset.UTC)
                    : null;
        }
        try {
            return value instanceof String text ? OffsetDateTime.parse(text) : null;
        } catch (DateTimeException e) {
            return null;
        }
    }
}
