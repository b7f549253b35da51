package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.api.ref.TopicPath;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which topics belong to which speaker.
 *
 * <p>A topic about a speaker says whose it is in a comment below its title, so that a later process knows it without
 * any other record, whatever the speaker is called by then. Two speakers never share one: where the name is taken, by
 * another speaker or by a topic that says nothing, the file is called {@code <name>-<4 hex of SHA-256 of the id>}.
 */
final class SpeakerTopics {
    private static final String PEOPLE = "topics/people/";
    private static final String SUFFIX = ".md";
    private static final int HEAD = 4096;
    private static final Comparator<TopicPath> SHORTEST_FIRST =
            Comparator.<TopicPath>comparingInt(path -> path.value().length()).thenComparing(TopicPath::value);

    private final Stage stage;
    private final TopicNames names;
    private final Map<String, List<TopicPath>> owned = new HashMap<>();
    private Map<String, List<TopicPath>> all = Map.of();
    private boolean scanned;

    SpeakerTopics(Stage stage, TopicNames names) {
        this.stage = stage;
        this.names = names;
    }

    /** The topics of a speaker, the one that was begun first before its continuations. */
    List<TopicPath> of(SpeakerName speaker) {
        return List.copyOf(mine(speaker));
    }

    /** Takes a name for a new topic of a speaker: the first, or the one that continues those there are. */
    TopicPath next(SpeakerName speaker) {
        List<TopicPath> mine = mine(speaker);
        TopicPath path = mine.isEmpty() ? first(speaker) : names.continuation(mine.get(0));
        mine.add(path);
        return path;
    }

    private List<TopicPath> mine(SpeakerName speaker) {
        return owned.computeIfAbsent(speaker.comment(), comment -> {
            String prefix = PEOPLE + TopicNames.portable(speaker.display());
            List<TopicPath> found = new ArrayList<>(owners(prefix).getOrDefault(comment, List.of()));
            if (found.isEmpty()) {
                if (!scanned) {
                    all = owners(PEOPLE);
                    scanned = true;
                }
                found.addAll(all.getOrDefault(comment, List.of()));
            }
            found.sort(SHORTEST_FIRST);
            return found;
        });
    }

    /** The topics whose folded path begins like this, by the comment that names their owner. */
    private Map<String, List<TopicPath>> owners(String prefix) {
        String folded = new TopicPath(prefix + SUFFIX).folded();
        String beginning = folded.substring(0, folded.length() - SUFFIX.length());
        Map<String, List<TopicPath>> found = new HashMap<>();
        for (TopicPath path : stage.topics()) {
            if (path.folded().startsWith(beginning)) {
                stage.read(path)
                        .flatMap(SpeakerTopics::owner)
                        .ifPresent(comment -> found.computeIfAbsent(comment, key -> new ArrayList<>())
                                .add(path));
            }
        }
        return found;
    }

    /** The comment among the first lines of a topic that names its owner. */
    static Optional<String> owner(String text) {
        return text.substring(0, Math.min(text.length(), HEAD))
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("<!-- speaker") && line.endsWith(" -->"))
                .findFirst();
    }

    private TopicPath first(SpeakerName speaker) {
        String stem = PEOPLE + TopicNames.portable(speaker.display());
        Optional<TopicPath> path = names.claim(stem + SUFFIX);
        String hash = sha256(speaker.key());
        for (int length = 4; path.isEmpty() && length <= 32; length++) {
            path = names.claim(stem + "-" + hash.substring(0, length) + SUFFIX);
        }
        return path.orElseThrow(() -> new IllegalStateException("every name is taken for " + stem));
    }

    private static String sha256(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
