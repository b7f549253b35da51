package dev.scriptorium.memory.markdown.validate;

import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.Element;
import dev.scriptorium.memory.markdown.topic.Opaque;
import dev.scriptorium.memory.markdown.topic.Topic;
import java.util.List;
import java.util.function.Consumer;

/** What is too large, and what is no text: looked at before anything that could be slow. */
final class LimitRules {
    private LimitRules() {}

    /** Looks at the bare text; false when it must not be looked at any closer. */
    static boolean checkText(TopicPath path, String text, TopicLimits limits, Consumer<Violation> violations) {
        int nul = text.indexOf('\0');
        if (nul >= 0) {
            violations.accept(Rule.ENCODING.at(path, lineAt(text, nul), "NUL at character " + nul));
            return false;
        }
        int lone = firstLoneSurrogate(text);
        if (lone >= 0) {
            violations.accept(Rule.ENCODING.at(
                    path, lineAt(text, lone), "half a character (a lone surrogate) at character " + lone));
            return false;
        }
        long bytes = utf8Length(text, 0, text.length());
        if (bytes > limits.fileBytes()) {
            violations.accept(Rule.LIMIT.in(path, bytes + " bytes, more than " + limits.fileBytes()));
            return false;
        }
        return true;
    }

    static void check(Topic topic, String text, TopicLimits limits, Consumer<Violation> violations) {
        List<String> lines = topic.lines();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.length() * 3L > limits.lineBytes() && utf8Length(line, 0, line.length()) > limits.lineBytes()) {
                violations.accept(Rule.LIMIT.at(topic.path(), i, "a line over " + limits.lineBytes() + " bytes"));
            }
        }
        for (Element element : topic.elements()) {
            String own = element instanceof Block block
                    ? block.raw()
                    : element instanceof Opaque opaque ? opaque.text() : "";
            if (own.length() * 3L > limits.blockBytes() && utf8Length(own, 0, own.length()) > limits.blockBytes()) {
                violations.accept(
                        Rule.LIMIT.at(topic.path(), element.line(), "a block over " + limits.blockBytes() + " bytes"));
            }
        }
        if (topic.definitions().size() > limits.definitions()) {
            violations.accept(Rule.LIMIT.in(
                    topic.path(), topic.definitions().size() + " definitions, more than " + limits.definitions()));
        }
        TopicParser.Nesting nesting = TopicParser.nesting(text);
        if (nesting.depth() > limits.nesting()) {
            violations.accept(Rule.LIMIT.at(
                    topic.path(), nesting.line(), "nesting " + nesting.depth() + ", more than " + limits.nesting()));
        }
    }

    /** What UTF-8 cannot hold, and an encoder would silently replace; -1 when there is nothing of the kind. */
    private static int firstLoneSurrogate(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                return i;
            }
        }
        return -1;
    }

    /** The line of an offset, counted from 0: LF, CRLF and CR end a line (D5). */
    private static int lineAt(String text, int offset) {
        int line = 0;
        for (int i = 0; i < offset; i++) {
            char c = text.charAt(i);
            if (c == '\n' || (c == '\r' && text.charAt(i + 1) != '\n')) {
                line++;
            }
        }
        return line;
    }

    private static long utf8Length(String text, int from, int to) {
        long bytes = 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            // A surrogate pair is four bytes, two for each half.
            bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
        }
        return bytes;
    }
}
