package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.local.internal.io.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What was rendered into views, by hash, so that what a person typed into one is known for what it is and is kept when
 * the view is rendered again. A line a rendering, noted before the view is written; what is not noted counts as ours. Not
 * safe for use by several threads; the caller holds the install lock.
 */
final class RenderedViews {
    private static final int HASH = 16;
    private static final int MANY = 20_000;

    private final WorkspaceLayout layout;
    private final Notices notices;
    private final Path log;
    private final Map<String, List<String>> latest = new HashMap<>();
    private long read = -1;

    RenderedViews(WorkspaceLayout layout, Notices notices) {
        this.layout = layout;
        this.notices = notices;
        this.log = layout.runtime("rendered");
    }

    /** Says what a view is about to become; what stands there is kept beside if a person wrote it. */
    void replacing(String path, byte[] present, byte[] rendering) throws IOException {
        catchUp();
        List<String> known = latest.getOrDefault(path, List.of());
        if (present.length > 0 && !known.isEmpty() && !known.contains(hash(present))) {
            keep(path, present);
        }
        note(path, hash(rendering));
    }

    /** Says what a view that is not there is about to become. */
    void creating(String path, byte[] rendering) throws IOException {
        catchUp();
        note(path, hash(rendering));
    }

    private static String hash(byte[] bytes) {
        return Sha256.hex(bytes).substring(0, HASH);
    }

    private void note(String path, String hash) throws IOException {
        byte[] line = (hash + " " + path + "\n").getBytes(StandardCharsets.UTF_8);
        layout.disk().appendUnforced(log, line);
        remember(path, hash);
        read = Files.size(log);
    }

    private void remember(String path, String hash) {
        List<String> before = latest.getOrDefault(path, List.of());
        List<String> now = new ArrayList<>(before.subList(Math.max(0, before.size() - 1), before.size()));
        now.add(hash);
        latest.put(path, now);
    }

    private void catchUp() throws IOException {
        long size = Files.exists(log) ? Files.size(log) : 0;
        if (size == read) {
            return;
        }
        latest.clear();
        int lines = 0;
        try {
            for (String line : new String(Files.readAllBytes(log), StandardCharsets.UTF_8).split("\n", -1)) {
                if (line.length() > HASH + 1 && line.charAt(HASH) == ' ') {
                    remember(line.substring(HASH + 1), line.substring(0, HASH));
                    lines++;
                }
            }
        } catch (NoSuchFileException e) {
            // Nothing has been rendered yet.
        }
        read = size;
        if (lines > MANY && lines > 4 * latest.size()) {
            rewrite();
        }
    }

    private void rewrite() throws IOException {
        StringBuilder out = new StringBuilder();
        latest.forEach((path, hashes) ->
                hashes.forEach(hash -> out.append(hash).append(' ').append(path).append('\n')));
        layout.disk().replaceUnforced(log, out.toString().getBytes(StandardCharsets.UTF_8));
        read = Files.size(log);
    }

    /** Keeps what a person typed into a view, once, forced. */
    void keep(String path, byte[] bytes) throws IOException {
        Path directory = layout.runtime("kept");
        layout.disk().createDirectories(directory);
        Path file = directory.resolve(hash(bytes) + "-" + path.replace('/', '-'));
        if (!Files.exists(file)) {
            layout.disk().replace(file, bytes);
            notices.add(told -> told.viewKept(path, layout.path(file)));
        }
    }

    /** What is in views says nothing any more about who wrote it: the power may have been cut. */
    void forget() throws IOException {
        layout.disk().remove(log);
        latest.clear();
        read = -1;
    }
}
