package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.local.internal.json.JsonObject;

/**
 * Bytes that a transaction adds to the end of an archive.
 *
 * @param path workspace path
 * @param before length of the archive before
 * @param length how many bytes are added
 * @param hash their hash
 * @param payload name of the file in the journal that holds them
 * @since 0.1
 */
public record FileAppend(String path, long before, long length, String hash, String payload) {

    JsonObject toJson() {
        return JsonObject.create()
                .put("path", path)
                .put("before", before)
                .put("length", length)
                .put("hash", hash)
                .put("payload", payload);
    }

    static FileAppend read(JsonObject json) {
        return new FileAppend(
                json.requireText("path"),
                json.requireNumber("before"),
                json.requireNumber("length"),
                json.requireText("hash"),
                json.requireText("payload"));
    }
}
