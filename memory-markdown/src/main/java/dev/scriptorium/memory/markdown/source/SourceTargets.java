package dev.scriptorium.memory.markdown.source;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.topic.RelativePaths;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * From the target of a source link to the turn it names, and back. Identity comes from the target only, never from
 * the label.
 *
 * @since 0.1
 */
public final class SourceTargets {
    private static final Pattern DIALOGUE_ANCHOR = Pattern.compile("(?i)#d([0-9]+)-([0-9]+)$");

    private SourceTargets() {}

    /** The archived turn that a target in a topic leads to; empty when it leads to none. */
    public static Optional<ArchivedSource> resolve(TopicPath topic, String target, SourceCatalog sources) {
        String trimmed = target.strip();
        int hash = trimmed.indexOf('#');
        if (hash < 0) {
            Optional<ArchivedSource> literal = handle(trimmed, sources);
            return literal.isPresent()
                    ? literal
                    : RelativePaths.decode(trimmed).flatMap(decoded -> handle(decoded, sources));
        }
        Optional<SourceRef> ref = atAnchor(topic, trimmed.substring(0, hash), trimmed.substring(hash + 1), sources);
        if (ref.isEmpty() && SourceRef.isValid(trimmed)) {
            // A handle may hold a '#' in its turn id; a path to an archive is tried first.
            ref = Optional.of(new SourceRef(trimmed));
        }
        if (ref.isEmpty()) {
            Matcher dialogue = DIALOGUE_ANCHOR.matcher(trimmed.toLowerCase(Locale.ROOT));
            ref = dialogue.find()
                    ? Optional.of(new SourceRef("D" + dialogue.group(1) + ":" + dialogue.group(2)))
                    : Optional.empty();
        }
        return ref.flatMap(sources::find);
    }

    private static Optional<ArchivedSource> handle(String text, SourceCatalog sources) {
        return SourceRef.isValid(text) ? sources.find(new SourceRef(text)) : Optional.empty();
    }

    /** Whether a target is the bare name of a turn and no path to an archive. */
    public static boolean isHandle(TopicPath topic, String target, SourceCatalog sources) {
        int hash = target.indexOf('#');
        return SourceRef.isValid(target)
                && (hash < 0
                        || atAnchor(topic, target.substring(0, hash), target.substring(hash + 1), sources)
                                .isEmpty());
    }

    private static Optional<SourceRef> atAnchor(TopicPath topic, String path, String anchor, SourceCatalog sources) {
        return RelativePaths.candidates(topic.value(), path).stream()
                .filter(candidate -> candidate.startsWith("sources/"))
                .flatMap(candidate -> sources.at(candidate, anchor).stream())
                .findFirst();
    }

    /** The target that leads from a topic to an archived turn. */
    public static String render(TopicPath topic, ArchivedSource source) {
        return RelativePaths.encode(RelativePaths.relative(topic.value(), source.path())) + "#" + source.anchor();
    }
}
