package dev.scriptorium.memory.markdown.source;

import dev.scriptorium.memory.api.ref.SafeText;
import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.markdown.token.Graphemes;
import dev.scriptorium.memory.markdown.topic.Whitespace;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a speaker is shown in front of the words, and what of the speaker is archived. Identity comes from the host's
 * structured fields, so a label can be made safe without loss.
 *
 * @since 0.1
 */
public final class SpeakerLabels {
    private static final int MAX_CHARACTERS = 64;

    private SpeakerLabels() {}

    /**
     * The label of a record: {@code display (id)}, or whichever there is, or the role.
     *
     * @param speaker who spoke; null when not known
     * @param role {@code user} or {@code assistant}
     */
    public static String label(@Nullable Speaker speaker, String role) {
        String id = normalized(speaker == null ? null : speaker.id());
        String display = normalized(speaker == null ? null : speaker.displayName());
        if (!id.isEmpty() && !display.isEmpty() && !id.equals(display)) {
            return display + " (" + id + ")";
        }
        if (display.isEmpty()) {
            return id.isEmpty() ? role : id;
        }
        return display;
    }

    /**
     * What a frame's speaker comment holds: the id as it is, or nothing but the fact that a name was known. Empty when
     * neither id nor name leaves anything to show.
     */
    public static Optional<String> speakerId(@Nullable Speaker speaker) {
        boolean shown = speaker != null
                && !(normalized(speaker.id()).isEmpty()
                        && normalized(speaker.displayName()).isEmpty());
        if (speaker == null || !shown) {
            return Optional.empty();
        }
        return Optional.of(speaker.id() == null ? "" : speaker.id());
    }

    /** The name people saw of whoever said an archived turn: the label without the id at its end; null without a speaker. */
    public static @Nullable String displayName(SourceFrame frame) {
        String id = frame.speakerId();
        String label = frame.label();
        if (id == null || id.isEmpty() || !label.endsWith(")")) {
            return id == null ? null : label;
        }
        // As a label holds it: an id may itself have spaces and brackets.
        String written = " (" + normalized(id) + ")";
        int open = label.endsWith(written) ? label.length() - written.length() : label.lastIndexOf(" (");
        return open <= 0 ? label : label.substring(0, open);
    }

    /** A part of a label: one line of printable text without what structures a record, of bounded length. */
    static String normalized(@Nullable String part) {
        if (part == null) {
            return "";
        }
        StringBuilder out = new StringBuilder();
        Whitespace.collapse(part).codePoints().filter(SafeText::isPrintable).forEach(c -> {
            switch (c) {
                case '[' -> out.append('(');
                case ']' -> out.append(')');
                case ':' -> out.append('\uFF1A');
                default -> out.appendCodePoint(c);
            }
        });
        // What was not printable may have stood between spaces.
        String text = Whitespace.collapse(out.toString());
        if (text.codePointCount(0, text.length()) <= MAX_CHARACTERS) {
            return text;
        }
        return text.substring(0, Graphemes.floor(text, text.offsetByCodePoints(0, MAX_CHARACTERS))) + "…";
    }
}
