package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.local.internal.json.JsonObject;
import dev.scriptorium.memory.markdown.source.SourceIndex;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How much of what strangers say may be archived: so many messages an hour over all of them, so many bytes in all their
 * archives. What was accepted is written down with the entry that archives it, so that neither is there without the other,
 * and every process counts the same. Immutable.
 *
 * @since 0.1
 */
public final class ArchiveQuota implements Admission {
    /** What was accepted lately, below the directory of our own state. */
    public static final String STATE = "unpaired-archive-quota.json";

    /** The archives that it counts begin like this. */
    public static final String ARCHIVES = "sources/channel-";

    private static final int AN_HOUR = 600;
    private static final Duration HOUR = Duration.ofHours(1);
    private static final long MOST_BYTES = 64L << 20;
    private static final long RESERVE = 16_384;

    private final long bytes;
    private final Instant at;

    /** Asks for room for a message of so many bytes. */
    public ArchiveQuota(long bytes, Instant at) {
        this.bytes = bytes;
        this.at = at;
    }

    @Override
    public Set<String> touched() {
        return Set.of();
    }

    @Override
    public void check(WorkspaceLayout layout, Snapshot now) throws IOException {
        long held = now.sources().paths().stream()
                .filter(path -> path.startsWith(ARCHIVES))
                .mapToLong(now::length)
                .sum();
        if (held + bytes + RESERVE > MOST_BYTES) {
            throw full("the archives of strangers hold " + held + " bytes, at most " + MOST_BYTES);
        }
        if (accepted(layout).size() >= AN_HOUR) {
            throw full(AN_HOUR + " messages of strangers were archived within an hour");
        }
    }

    private static MemoryException full(String why) {
        return new MemoryException(ErrorCode.NOT_PERMITTED, why + "; no more are taken now");
    }

    @Override
    public SourceIndex draft(WorkspaceLayout layout, EntryDraft draft, Snapshot now, SourceIndex sources)
            throws IOException {
        check(layout, now);
        List<Instant> accepted = new ArrayList<>(accepted(layout));
        accepted.add(at);
        String times = accepted.stream()
                .map(time -> BigDecimal.valueOf(time.toEpochMilli(), 3).toPlainString())
                .collect(Collectors.joining(","));
        draft.ownFile(STATE, ("{\"version\":1,\"accepted_at\":[" + times + "]}").getBytes(StandardCharsets.UTF_8));
        return sources;
    }

    /** When messages were accepted within an hour of now; later ones too, for a clock may have gone backwards. */
    private List<Instant> accepted(WorkspaceLayout layout) throws IOException {
        Path state = layout.runtime(STATE);
        String text;
        try {
            text = Files.readString(state, StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            return List.of();
        }
        List<Instant> times = new ArrayList<>();
        Object list = JsonObject.parse(text).orElseGet(JsonObject::create).plain("accepted_at");
        for (Object time : list instanceof List<?> all ? all : List.of()) {
            if (time instanceof Number seconds) {
                Instant accepted = Instant.ofEpochMilli(Math.round(seconds.doubleValue() * 1000));
                if (Duration.between(accepted, at).abs().compareTo(HOUR) < 0) {
                    times.add(accepted);
                }
            }
        }
        return times;
    }
}
