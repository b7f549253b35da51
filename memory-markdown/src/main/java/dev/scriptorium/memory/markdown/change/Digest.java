package dev.scriptorium.memory.markdown.change;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Hex digits of a SHA-256 over text as the archive holds it. */
final class Digest {
    private Digest() {}

    static String hex(String text, int digits) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest(Utf8Text.wellFormed(text).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, digits / 2);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
