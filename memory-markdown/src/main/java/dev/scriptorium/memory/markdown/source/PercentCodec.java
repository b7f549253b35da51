package dev.scriptorium.memory.markdown.source;

import dev.scriptorium.memory.markdown.topic.RelativePaths;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The percent-encodings of archive paths and of speaker ids: upper-case hex, everything but the unreserved encoded. */
final class PercentCodec {
    private static final String HEX = "0123456789ABCDEF";

    private PercentCodec() {}

    /** A path component; letters, digits and {@code - _ . ~} stay. */
    static String component(String text) {
        return encode(text, "-_.~");
    }

    /** A speaker id; the hyphen is encoded too, so that no id can end the comment it stands in. */
    static String speaker(String id) {
        return encode(id, "_.~");
    }

    /** The speaker id of a token; empty unless the token is the one we would write. */
    static Optional<String> speakerId(String token) {
        return RelativePaths.decode(token).filter(id -> speaker(id).equals(token));
    }

    private static String encode(String text, String unreserved) {
        StringBuilder out = new StringBuilder(text.length() + 8);
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xFF);
            boolean plain = (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || (c >= '0' && c <= '9')
                    || unreserved.indexOf(c) >= 0;
            if (plain) {
                out.append(c);
            } else {
                out.append('%').append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
            }
        }
        return out.toString();
    }
}
