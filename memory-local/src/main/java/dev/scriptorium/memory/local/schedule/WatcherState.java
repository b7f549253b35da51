package dev.scriptorium.memory.local.schedule;

import dev.scriptorium.memory.local.internal.io.Interrupts;
import dev.scriptorium.memory.local.internal.json.JsonObject;
import dev.scriptorium.memory.local.tx.WorkspaceLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/**
 * What is known of those who look after a workspace when nobody else does: the last look through the sessions, by whatever
 * process, and the last night. Decides nothing; it is for people who wonder whether anybody looks. Immutable but for the
 * files.
 *
 * @since 0.1
 */
public final class WatcherState {
    private static final String AT = "looked_at";
    private static final String SESSIONS = "sessions";
    private static final String WRITTEN = "seen_to";
    private static final String PUT_OFF = "put_off";

    private final WorkspaceLayout layout;
    private final Path file;

    /** That of a workspace. */
    public WatcherState(WorkspaceLayout layout) {
        this.layout = layout;
        this.file = layout.runtime("watcher.json");
    }

    /**
     * One look through the sessions.
     *
     * @param at when it ended
     * @param sessions how many it looked at
     * @param seenTo how many of them had been left alone and were written, or refused for good
     * @param putOff how many failed in a way that may pass, and wait for a later look
     * @since 0.1
     */
    public record Look(Instant at, int sessions, int seenTo, int putOff) {}

    /** The last look; empty when there was none, or nothing can be read of it. */
    public Optional<Look> lastLook() {
        return read(file)
                .flatMap(json -> instant(json, AT)
                        .map(at -> new Look(at, (int) json.number(SESSIONS, 0), (int) json.number(WRITTEN, 0), (int)
                                json.number(PUT_OFF, 0))));
    }

    /** The last night for which topics were put in order, or that was the first one; empty when there was none. */
    public Optional<Instant> lastNight() {
        return read(layout.runtime(NightlyPass.FILE)).flatMap(json -> instant(json, NightlyPass.NIGHT));
    }

    private static Optional<JsonObject> read(Path file) {
        try {
            return Interrupts.deferred(() -> JsonObject.parse(Files.readString(file, StandardCharsets.UTF_8)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Optional<Instant> instant(JsonObject json, String key) {
        try {
            return json.text(key).map(Instant::parse);
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** Notes a look; a power cut may lose it. */
    void note(Look look) throws IOException {
        byte[] text = (JsonObject.create()
                                .put("version", 1)
                                .put(AT, look.at().toString())
                                .put(SESSIONS, look.sessions())
                                .put(WRITTEN, look.seenTo())
                                .put(PUT_OFF, look.putOff())
                                .pretty()
                        + "\n")
                .getBytes(StandardCharsets.UTF_8);
        Interrupts.deferred(() -> {
            layout.disk().replaceUnforced(file, text);
            return file;
        });
    }
}
