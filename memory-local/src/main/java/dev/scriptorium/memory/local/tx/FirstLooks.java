package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.TopicPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * When edits of other people were seen first, written down by whoever holds the install lock: a deletion is believed
 * after a second look, which another process may take. Safe for use by several threads.
 */
final class FirstLooks {
    private static final String GONE = "gone";
    private static final String NOTHING = "-";
    private static final Pattern HELD = Pattern.compile("held\t(\\d{1,9})\t(\\d{1,9})");

    private final WorkspaceLayout layout;
    private final Path file;
    private final Map<TopicPath, Look> known = new ConcurrentHashMap<>();
    private String written = "";
    private volatile @Nullable MassDeletion held;

    private record Look(String seen, Instant since, String madeFrom) {}

    FirstLooks(WorkspaceLayout layout) {
        this.layout = layout;
        this.file = layout.runtime("first-looks");
    }

    /** Learns what others have written down; what cannot be read was never seen. */
    void recall() throws IOException {
        try {
            written = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            written = "";
        }
        for (String line : written.split("\n", -1)) {
            Matcher hold = HELD.matcher(line);
            if (hold.matches()) {
                held = new MassDeletion(Integer.parseInt(hold.group(1)), Integer.parseInt(hold.group(2)));
            }
            String[] fields = line.split("\t", 4);
            if (fields.length == 4 && fields[0].matches("\\d{1,17}") && fields[2].matches("-|[0-9a-f]{64}")) {
                try {
                    known.put(
                            new TopicPath(fields[3]),
                            new Look(fields[1], Instant.ofEpochMilli(Long.parseLong(fields[0])), fields[2]));
                } catch (MemoryException e) {
                    // No path of a topic: no line of ours.
                }
            }
        }
    }

    /** The mass deletion that was held when this was written down; empty when none was. */
    Optional<MassDeletion> held() {
        return Optional.ofNullable(held);
    }

    /** When a content was seen first; now when it is new. */
    Instant since(TopicPath path, @Nullable Hash seen, Instant now) {
        Look look = known.get(path);
        return look != null && look.seen().equals(name(seen)) && !look.since().isAfter(now) ? look.since() : now;
    }

    /** What a content was made from, where that is not what the memory holds; null else. */
    @Nullable
    Hash madeFrom(TopicPath path, Hash seen) {
        Look look = known.get(path);
        return look != null
                        && look.seen().equals(name(seen))
                        && !look.madeFrom().equals(NOTHING)
                ? Hash.ofHex(look.madeFrom())
                : null;
    }

    private static String name(@Nullable Hash seen) {
        return seen == null ? GONE : seen.hex();
    }

    /** Whether what a state holds of edits of other people is written down. */
    boolean isNoted(Snapshot state) {
        return text(state, looks(state)).equals(written);
    }

    private static Map<TopicPath, Look> looks(Snapshot state) {
        Map<TopicPath, Look> looks = new TreeMap<>();
        state.outside().forEach((path, edit) -> {
            Hash seen = edit.seen() == null ? null : edit.seen().hash();
            String from = edit.madeFrom() == null ? NOTHING : edit.madeFrom().hex();
            looks.put(path, new Look(name(seen), edit.since(), from));
        });
        return looks;
    }

    private static String text(Snapshot state, Map<TopicPath, Look> looks) {
        StringBuilder out = new StringBuilder();
        state.held()
                .ifPresent(hold -> out.append("held\t")
                        .append(hold.gone())
                        .append('\t')
                        .append(hold.before())
                        .append('\n'));
        looks.forEach((path, look) -> out.append(look.since().toEpochMilli())
                .append('\t')
                .append(look.seen())
                .append('\t')
                .append(look.madeFrom())
                .append('\t')
                .append(path)
                .append('\n'));
        return out.toString();
    }

    /** Writes down what a state holds of edits of other people. The caller holds the install lock. */
    void note(Snapshot state) throws IOException {
        Map<TopicPath, Look> looks = looks(state);
        known.keySet().retainAll(looks.keySet());
        known.putAll(looks);
        held = state.held().orElse(null);
        String text = text(state, looks);
        if (!text.equals(written)) {
            written = text;
            if (written.isEmpty()) {
                layout.disk().remove(file);
            } else {
                layout.disk().replaceUnforced(file, written.getBytes(StandardCharsets.UTF_8));
            }
        }
    }
}
