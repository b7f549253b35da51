package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.markdown.topic.Whitespace;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Who a topic is about: what tells one speaker from another, and the name that people read.
 *
 * @param key tells speakers apart: the id, or the name of one who has none
 * @param byName whether the key is a name, for want of an id
 * @param display the name to be read, in one line and without what Markdown would take for its own
 */
record SpeakerName(String key, boolean byName, String display) {
    private static final int LONGEST = 64;
    private static final int ZERO_WIDTH_NON_JOINER = 0x200C;
    private static final int ZERO_WIDTH_JOINER = 0x200D;

    /** The speaker of a turn; empty when it has none, or one whose id and name hold nothing that can be read. */
    static Optional<SpeakerName> of(BatchTurn turn) {
        return turn.speaker().flatMap(SpeakerName::of);
    }

    private static Optional<SpeakerName> of(Speaker speaker) {
        String id = speaker.id() == null ? "" : speaker.id();
        String name = speaker.displayName() == null ? "" : readable(speaker.displayName());
        if (readable(id).isEmpty() && name.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                readable(id).isEmpty()
                        ? new SpeakerName(name, true, name)
                        : new SpeakerName(id, false, name.isEmpty() ? readable(id) : name));
    }

    /** The comment that says whose topic it is. */
    String comment() {
        return (byName ? "<!-- speaker-name: " : "<!-- speaker: ") + encoded() + " -->";
    }

    /** The key percent-encoded, hyphens too, so that no id can end a comment. */
    private String encoded() {
        StringBuilder out = new StringBuilder();
        for (byte b : key.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xFF);
            boolean plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (plain || c == '.' || c == '_' || c == '~') {
                out.append(c);
            } else {
                out.append('%').append(Character.toUpperCase(Character.forDigit(c >> 4, 16)));
                out.append(Character.toUpperCase(Character.forDigit(c & 15, 16)));
            }
        }
        return out.toString();
    }

    /** A text in one line without hidden characters and without marks that mean something in a heading. */
    static String readable(String text) {
        StringBuilder out = new StringBuilder();
        text.codePoints().forEach(c -> {
            switch (Character.getType(c)) {
                case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> out.append(' ');
                case Character.SURROGATE, Character.PRIVATE_USE, Character.UNASSIGNED -> {}
                case Character.FORMAT -> {
                    if (c == ZERO_WIDTH_NON_JOINER || c == ZERO_WIDTH_JOINER) {
                        out.appendCodePoint(c);
                    }
                }
                default -> {
                    switch (c) {
                        case '[' -> out.append('(');
                        case ']' -> out.append(')');
                        case '^', '<', '>', '`', '\\' -> {}
                        default -> out.appendCodePoint(c);
                    }
                }
            }
        });
        String name = Whitespace.collapse(out.toString());
        int end = name.codePointCount(0, name.length()) > LONGEST ? name.offsetByCodePoints(0, LONGEST) : name.length();
        return Whitespace.trim(name.substring(0, end));
    }
}
