package dev.scriptorium.memory.local.schedule;

import dev.scriptorium.memory.api.write.ReorganizeReport;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.internal.io.Interrupts;
import dev.scriptorium.memory.local.internal.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Organises once a night. Nights that were missed are made up by one pass; the first night of a workspace is the next
 * one. Used by whoever holds the lock of the scan.
 */
final class NightlyPass {
    /** More than any change of the zone can make of a night that was. */
    private static final Duration FAR_AHEAD = Duration.ofDays(2);

    /** The file of nights, below the directory of our own state. */
    static final String FILE = "nightly.json";

    static final String NIGHT = "night";

    private final Path file;
    private final Disk disk;
    private final Nights nights;
    private final Supplier<ReorganizeReport> organise;

    NightlyPass(Path file, Disk disk, Nights nights, Supplier<ReorganizeReport> organise) {
        this.file = file;
        this.disk = disk;
        this.nights = nights;
        this.organise = organise;
    }

    /**
     * Organises if a night has come since the last one that was seen to. What may succeed later is tried again by the
     * next call.
     *
     * @throws IOException when the file of nights cannot be read or written
     */
    void runIfDue(Instant now) throws IOException {
        Instant night = nights.latest(now);
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            note(night);
            return;
        }
        Optional<Instant> last = read();
        if (last.isPresent() && last.get().isAfter(now.plus(FAR_AHEAD))) {
            // Noted by a clock that was wrong.
            note(night);
            return;
        }
        if (last.isPresent() && !night.isAfter(last.get())) {
            return;
        }
        ReorganizeReport report = organise.get();
        boolean later = report.status() == ReorganizeReport.Status.BUSY
                || report.failure().map(WriteFailure::retryable).orElse(false);
        if (!later) {
            note(night);
        }
    }

    /** The last night that was seen to; empty when the file could not be understood, and was kept beside. */
    private Optional<Instant> read() throws IOException {
        return Interrupts.deferred(() -> {
            Optional<Instant> night = JsonObject.parse(new String(Files.readAllBytes(file), StandardCharsets.UTF_8))
                    .flatMap(json -> json.text(NIGHT))
                    .flatMap(NightlyPass::instant);
            if (night.isEmpty()) {
                SetAside.damaged(file, disk);
            }
            return night;
        });
    }

    private static Optional<Instant> instant(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private void note(Instant night) throws IOException {
        byte[] text = (JsonObject.create()
                                .put("version", 1)
                                .put(NIGHT, night.toString())
                                .pretty() + "\n")
                .getBytes(StandardCharsets.UTF_8);
        Interrupts.deferred(() -> {
            disk.replace(file, text);
            return file;
        });
    }
}
