package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.local.internal.io.Sha256;
import java.util.HexFormat;

/** The SHA-256 of a content, packed because a workspace has very many. Immutable. */
record Hash(long a, long b, long c, long d) {
    /** The hash of some bytes. */
    static Hash of(byte[] bytes) {
        return ofHex(Sha256.hex(bytes));
    }

    /** The hash that 64 hex digits stand for. */
    static Hash ofHex(String hex) {
        return new Hash(
                HexFormat.fromHexDigitsToLong(hex, 0, 16),
                HexFormat.fromHexDigitsToLong(hex, 16, 32),
                HexFormat.fromHexDigitsToLong(hex, 32, 48),
                HexFormat.fromHexDigitsToLong(hex, 48, 64));
    }

    /** The 64 hex digits. */
    String hex() {
        HexFormat format = HexFormat.of();
        return format.toHexDigits(a) + format.toHexDigits(b) + format.toHexDigits(c) + format.toHexDigits(d);
    }
}
