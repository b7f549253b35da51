package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.local.internal.json.JsonObject;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What has been written since the last organise pass. Kept in every journal entry, so that a kill moves no organise.
 *
 * @param batches batches written
 * @param tokens tokens of their text
 * @param since when the last organise pass ended, or the first batch was written; null before that
 * @since 0.1
 */
public record Counters(int batches, long tokens, @Nullable Instant since) {
    /** Nothing written yet. */
    public static final Counters NONE = new Counters(0, 0, null);

    /** With one more batch. */
    public Counters plusBatch(long batchTokens, Instant now) {
        return new Counters(batches + 1, tokens + batchTokens, since == null ? now : since);
    }

    /** After an organise pass. */
    public static Counters afterOrganise(Instant now) {
        return new Counters(0, 0, now);
    }

    JsonObject toJson() {
        JsonObject json = JsonObject.create().put("batches", batches).put("tokens", tokens);
        return since == null ? json : json.put("since", since.toString());
    }

    static Counters read(Optional<JsonObject> json) {
        return json.map(object -> new Counters(
                        (int) object.number("batches", 0),
                        object.number("tokens", 0),
                        object.text("since").map(Instant::parse).orElse(null)))
                .orElse(NONE);
    }
}
