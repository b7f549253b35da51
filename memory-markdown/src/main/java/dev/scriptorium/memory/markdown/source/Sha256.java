package dev.scriptorium.memory.markdown.source;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Hex digits of a SHA-256. */
final class Sha256 {
    private Sha256() {}

    static String hex(String text, int digits) {
        return HexFormat.of().formatHex(digest(text), 0, digits / 2);
    }

    private static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
