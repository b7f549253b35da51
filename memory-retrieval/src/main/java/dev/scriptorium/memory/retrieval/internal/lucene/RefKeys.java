package dev.scriptorium.memory.retrieval.internal.lucene;

import dev.scriptorium.memory.api.ref.SourceRef;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.NumericUtils;

/** References as numbers: the first eight bytes of their SHA-256, small to store and quick to compare. */
final class RefKeys {
    private RefKeys() {}

    static long of(SourceRef ref) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(ref.value().getBytes(StandardCharsets.UTF_8));
            long key = 0;
            for (int i = 0; i < Long.BYTES; i++) {
                key = key << 8 | (hash[i] & 0xFF);
            }
            return key;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** The key as a term. */
    static BytesRef term(long key) {
        byte[] bytes = new byte[Long.BYTES];
        NumericUtils.longToSortableBytes(key, bytes, 0);
        return new BytesRef(bytes);
    }

    static long key(BytesRef term) {
        return NumericUtils.sortableBytesToLong(term.bytes, term.offset);
    }
}
