package dev.scriptorium.memory.markdown.token;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts tokens of {@code o200k_base} (D24). All text is ordinary: what reads like a special token is counted as the
 * characters it is made of. Loading takes a good half second and 36 MB, and happens at the first count. Thread-safe.
 *
 * @since 0.1
 */
public final class TokenCounter {
    private static final double MOST_BYTES_A_TOKEN = 6.5;

    /** A counter; makes nothing ready yet. */
    public TokenCounter() {}

    /** Loaded once for all counters, when the first of them counts. */
    private static final class O200k {
        static final Encoding ENCODING = Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.O200K_BASE);
    }

    /**
     * The number of tokens. Text of up to 4 KiB is counted as a whole, longer text in chunks, so that the time is
     * linear whatever the text; the sum may differ from a whole count by a token where a chunk had to end inside a
     * word.
     */
    public int count(String text) {
        int tokens = 0;
        for (int from = 0; from < text.length(); ) {
            int end = TextChunks.end(text, from);
            tokens += O200k.ENCODING.countTokensOrdinary(text.substring(from, end));
            from = end;
        }
        return tokens;
    }

    /**
     * The text in consecutive pieces of at most so many tokens (D40); joined they are the text. A piece is a single
     * visible character when that alone has more tokens.
     *
     * @throws IllegalArgumentException when {@code maxTokens} is not positive
     */
    public List<String> pieces(String text, int maxTokens) {
        if (maxTokens <= 0) {
            throw new IllegalArgumentException("a piece has at least one token: " + maxTokens);
        }
        if (text.isEmpty() || count(text) <= maxTokens) {
            return text.isEmpty() ? List.of() : List.of(text);
        }
        List<String> pieces = new ArrayList<>();
        for (int from = 0; from < text.length(); ) {
            int end = pieceEnd(text, from, maxTokens);
            pieces.add(text.substring(from, end));
            from = end;
        }
        return pieces;
    }

    /**
     * Where the piece ends that begins at a place of a text, as {@link #pieces} cuts them. Its cost follows the piece and
     * not the text.
     *
     * @throws IllegalArgumentException when {@code maxTokens} is not positive
     */
    public int pieceEnd(String text, int start, int maxTokens) {
        if (maxTokens <= 0) {
            throw new IllegalArgumentException("a piece has at least one token: " + maxTokens);
        }
        if (start >= text.length()) {
            return text.length();
        }
        // No token is shorter than a byte: a step of so many bytes never has more tokens than a piece may.
        int step = Math.min(TextChunks.MAX_BYTES, maxTokens);
        List<Integer> ends = new ArrayList<>();
        int tokens = 0;
        for (int from = start; from < text.length(); ) {
            int end = TextChunks.end(text, from, step);
            tokens += count(text.substring(from, end));
            if (tokens > maxTokens && !ends.isEmpty()) {
                break;
            }
            ends.add(end);
            from = end;
        }
        // Steps that end inside a word may, rarely, have fewer tokens each than together.
        int last = ends.size() - 1;
        while (last > 0 && count(text.substring(start, ends.get(last))) > maxTokens) {
            last--;
        }
        return ends.get(last);
    }

    /** Length of a text in UTF-8, a lone surrogate counted as its replacement. */
    public static long bytes(CharSequence text) {
        return TextChunks.bytes(text);
    }

    /** Whether so many bytes may hold so many tokens: no token is shorter than a byte. Loads nothing. */
    public static boolean couldReach(long bytes, long tokens) {
        return bytes >= tokens;
    }

    /**
     * Whether so many bytes of anybody's speech surely hold so many tokens: at least one for 6.5 bytes. Long runs of
     * white space hold fewer, and may be taken for more. Loads nothing.
     */
    public static boolean surelyReaches(long bytes, long tokens) {
        return bytes >= tokens * MOST_BYTES_A_TOKEN;
    }
}
