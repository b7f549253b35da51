package dev.scriptorium.memory.markdown.view;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.source.SourceLocations;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.Link;
import dev.scriptorium.memory.markdown.topic.RelativePaths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Links of a topic as they read in another file: the way up is written anew, the rest of the target stays spelled as
 * it was (D12).
 */
final class Rebase {
    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:");

    private final String from;
    private final String to;

    Rebase(TopicPath from, String to) {
        this(from.value(), to);
    }

    Rebase(String from, String to) {
        this.from = from;
        this.to = to;
    }

    /** The target of a link to anywhere. */
    String target(String target) {
        if (target.isEmpty() || target.startsWith("/") || SCHEME.matcher(target).lookingAt()) {
            return target;
        }
        if (target.startsWith("<")) {
            return "<" + target(target.substring(1));
        }
        if (target.startsWith("#")) {
            return RelativePaths.encode(RelativePaths.relative(to, from)) + target;
        }
        List<String> directory = directory(from);
        int at = 0;
        int climbs = 0;
        while (true) {
            if (target.startsWith("./", at)) {
                at += 2;
            } else if (target.startsWith("../", at)) {
                at += 3;
                if (directory.isEmpty()) {
                    climbs++;
                } else {
                    directory.remove(directory.size() - 1);
                }
            } else {
                return way(directory, climbs) + target.substring(at);
            }
        }
    }

    /** The target of a source link, which may be a bare reference in a topic nobody has normalised yet. */
    String source(String target) {
        boolean bare = !target.startsWith(".") && SourceRef.isValid(target);
        if (!bare) {
            return target(target);
        }
        SourceRef ref = new SourceRef(target);
        String path = SourceLocations.v2Path(ref).orElseGet(() -> SourceLocations.legacyPath(ref));
        return RelativePaths.encode(RelativePaths.relative(to, path)) + "#" + SourceLocations.anchor(ref);
    }

    /** A stretch of a block of the topic, its links rebased; code in it is left alone (D4). */
    String prose(String text) {
        if (!text.contains("](")) {
            return text;
        }
        // The stretch comes from inside a paragraph: a character before it keeps it one.
        String guarded = "x" + text;
        StringBuilder out = new StringBuilder(guarded);
        List<Block> blocks =
                new ArrayList<>(TopicParser.parse(TopicPath.CORE, guarded).blocks());
        for (int i = blocks.size() - 1; i >= 0; i--) {
            replace(out, lineStart(guarded, blocks.get(i).line()), blocks.get(i).links());
        }
        return out.substring(1);
    }

    /** Rebases the links of a block whose raw text begins at an offset of the builder. */
    void replace(StringBuilder out, int start, List<Link> links) {
        for (int i = links.size() - 1; i >= 0; i--) {
            Link link = links.get(i);
            out.replace(start + link.targetStart(), start + link.targetEnd(), target(link.target()));
        }
    }

    private static int lineStart(String text, int line) {
        int at = 0;
        for (int i = 0; i < line; i++) {
            at = text.indexOf('\n', at) + 1;
        }
        return at;
    }

    private String way(List<String> directory, int climbs) {
        List<String> base = directory(to);
        int common = 0;
        while (common < base.size()
                && common < directory.size()
                && base.get(common).equals(directory.get(common))) {
            common++;
        }
        StringBuilder out = new StringBuilder("../".repeat(base.size() - common + climbs));
        for (String part : directory.subList(common, directory.size())) {
            out.append(RelativePaths.encode(part)).append('/');
        }
        return out.toString();
    }

    private static List<String> directory(String file) {
        List<String> parts = new ArrayList<>(Arrays.asList(file.split("/")));
        parts.remove(parts.size() - 1);
        return parts;
    }
}
