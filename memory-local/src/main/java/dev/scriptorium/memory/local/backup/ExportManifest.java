package dev.scriptorium.memory.local.backup;

import dev.scriptorium.memory.local.internal.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What an export says of itself: whose it is, which state it holds, and of each file its length and hash. Immutable.
 *
 * @param workspace the id of the workspace
 * @param revision the state
 * @param generation the number of the transaction that made the state
 * @param madeAt when
 * @param runtime the directory of our own state
 * @param head the commit that the history stands at; null without history
 * @param topics how many topics
 * @param blocks how many blocks
 * @param sources how many archives
 * @param turns how many archived turns
 * @param edits what people have saved that is no part of the memory, as workspace paths
 * @param files every other file of the export by name
 */
record ExportManifest(
        String workspace,
        String revision,
        long generation,
        String madeAt,
        String runtime,
        @Nullable String head,
        int topics,
        int blocks,
        int sources,
        int turns,
        List<String> edits,
        SortedMap<String, Content> files) {
    /** The version of the form. */
    static final int FORMAT = 1;

    /**
     * The content of a file.
     *
     * @param length in bytes
     * @param sha256 its hash
     */
    record Content(long length, String sha256) {}

    ExportManifest {
        edits = List.copyOf(edits);
        files = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(files));
    }

    String toJson() {
        List<JsonObject> listed = new ArrayList<>();
        files.forEach((name, content) -> listed.add(JsonObject.create()
                .put("path", name)
                .put("length", content.length())
                .put("sha256", content.sha256())));
        return JsonObject.create()
                        .put("format", FORMAT)
                        .put("workspace", workspace)
                        .put("revision", revision)
                        .put("generation", generation)
                        .put("made_at", madeAt)
                        .put("runtime", runtime)
                        .put("head", head)
                        .put("topics", topics)
                        .put("blocks", blocks)
                        .put("sources", sources)
                        .put("turns", turns)
                        .putTexts("edits", edits)
                        .putObjects("files", listed)
                        .pretty()
                + "\n";
    }

    /** The version of the form of a manifest; empty when it is none. */
    static Optional<Long> format(JsonObject json) {
        long format = json.number("format", -1);
        return format < 1 ? Optional.empty() : Optional.of(format);
    }

    /**
     * Reads a manifest of a known form.
     *
     * @throws IllegalArgumentException when something is missing or said twice
     */
    static ExportManifest read(JsonObject json) {
        SortedMap<String, Content> files = new TreeMap<>();
        for (JsonObject file : json.objects("files")) {
            Content content = new Content(file.requireNumber("length"), file.requireText("sha256"));
            if (files.put(file.requireText("path"), content) != null) {
                throw new IllegalArgumentException("\"" + file.requireText("path") + "\" is listed twice");
            }
        }
        return new ExportManifest(
                json.requireText("workspace"),
                json.requireText("revision"),
                json.requireNumber("generation"),
                json.requireText("made_at"),
                json.requireText("runtime"),
                json.text("head").orElse(null),
                (int) json.requireNumber("topics"),
                (int) json.requireNumber("blocks"),
                (int) json.requireNumber("sources"),
                (int) json.requireNumber("turns"),
                json.texts("edits"),
                files);
    }
}
