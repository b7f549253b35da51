package dev.scriptorium.memory.local.git;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;

/**
 * SHA-1 over what Git hashes. JGit's own class reads the user's Git configuration when it is loaded, and with it every
 * {@code ObjectInserter}; the one of the JDK does not.
 */
final class GitHash {
    static final int LENGTH = 20;

    private GitHash() {}

    static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-1");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }

    /** The id of an object. */
    static ObjectId of(int type, byte[] bytes) {
        MessageDigest digest = digest();
        digest.update((Constants.typeString(type) + ' ' + bytes.length + '\0').getBytes(StandardCharsets.US_ASCII));
        digest.update(bytes);
        return ObjectId.fromRaw(digest.digest());
    }

    /** The hash of the first bytes of an array. */
    static byte[] of(byte[] bytes, int length) {
        MessageDigest digest = digest();
        digest.update(bytes, 0, length);
        return digest.digest();
    }
}
