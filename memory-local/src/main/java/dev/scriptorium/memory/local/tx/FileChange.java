package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.local.internal.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * One file that a transaction replaces, creates or removes.
 *
 * @param path workspace path
 * @param before hash of the content it had; null when there was none
 * @param after hash of the content it gets; null when it goes
 * @param payload name of the file in the journal that holds the new content; null when it goes
 * @since 0.1
 */
public record FileChange(
        String path,
        @Nullable String before,
        @Nullable String after,
        @Nullable String payload) {

    JsonObject toJson() {
        return JsonObject.create()
                .put("path", path)
                .put("before", before)
                .put("after", after)
                .put("payload", payload);
    }

    static FileChange read(JsonObject json) {
        return new FileChange(
                json.requireText("path"),
                json.text("before").orElse(null),
                json.text("after").orElse(null),
                json.text("payload").orElse(null));
    }
}
