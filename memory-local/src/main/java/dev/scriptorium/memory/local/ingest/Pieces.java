package dev.scriptorium.memory.local.ingest;

import dev.scriptorium.memory.markdown.token.TokenCounter;
import dev.scriptorium.memory.markdown.topic.Whitespace;

/** Where a text that is longer than a batch is parted for the writer: between paragraphs, lines or sentences if it can be. */
final class Pieces {
    private Pieces() {}

    /** Where the first piece of a text ends; its length when that is all of it. */
    static int end(String text, int tokens, TokenCounter counter) {
        if (!TokenCounter.surelyReaches(TokenCounter.bytes(text), tokens) && counter.count(text) <= tokens) {
            return text.length();
        }
        int end = counter.pieceEnd(text, 0, tokens);
        if (end < text.length()) {
            end = quietEnd(text, end);
        }
        // Nothing but white space is no piece of its own.
        return Whitespace.isBlank(text.substring(end)) ? text.length() : end;
    }

    /** The best place to stop in the second half of a piece. */
    private static int quietEnd(String text, int end) {
        int paragraph = text.lastIndexOf("\n\n", end - 1);
        if (paragraph > end / 2) {
            return Math.min(end, paragraph + 2);
        }
        int line = text.lastIndexOf('\n', end - 1);
        if (line > end / 2) {
            return line + 1;
        }
        for (int at = end - 1; at > end / 2; at--) {
            if (text.charAt(at) == ' ' && ".!?".indexOf(text.charAt(at - 1)) >= 0) {
                return at;
            }
            if ("\u3002\uFF01\uFF1F".indexOf(text.charAt(at)) >= 0) {
                return at + 1;
            }
        }
        return end;
    }
}
