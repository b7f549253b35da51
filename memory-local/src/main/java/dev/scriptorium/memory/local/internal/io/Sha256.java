package dev.scriptorium.memory.local.internal.io;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 in hex. */
public final class Sha256 {
    private Sha256() {}

    /** The 64 hex digits of some bytes. */
    public static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(digest().digest(bytes));
    }

    /** The 64 hex digits of the first bytes of some. */
    public static String hex(byte[] bytes, int length) {
        MessageDigest digest = digest();
        digest.update(bytes, 0, length);
        return HexFormat.of().formatHex(digest.digest());
    }

    /** The 64 hex digits of a text in UTF-8. */
    public static String hex(String text) {
        return hex(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The hex digits of what a digest was given. */
    public static String hex(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }

    /** A digest for what comes piece by piece. */
    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
