package dev.scriptorium.memory.retrieval.internal.lucene;

import dev.scriptorium.memory.retrieval.content.IndexMark;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.util.Version;
import org.jspecify.annotations.Nullable;

/**
 * What a saved index says of itself.
 *
 * @param mark what state of the workspace it holds; null when it holds part of one
 * @param token random, so that two saved indexes are never taken for one
 * @param untrusted keys of references that a block cites and that are pending or not archived
 * @param vectors of which model its vectors are, and of what length; empty when it has none
 */
record IndexStamp(@Nullable IndexMark mark, String token, Set<Long> untrusted, String vectors) {
    /** Changes with the fields, the analysis and Lucene. */
    static final String FORMAT = "1 lucene " + Version.LATEST;

    private static final String FORMAT_KEY = "format";
    private static final String GENERATION_KEY = "generation";
    private static final String REVISION_KEY = "revision";
    private static final String TOKEN_KEY = "token";
    private static final String UNTRUSTED_KEY = "untrusted";
    private static final String VECTORS_KEY = "vectors";

    IndexStamp {
        untrusted = Set.copyOf(untrusted);
    }

    Map<String, String> toCommitData() {
        Map<String, String> data = new HashMap<>();
        data.put(FORMAT_KEY, FORMAT);
        data.put(TOKEN_KEY, token);
        if (!vectors.isEmpty()) {
            data.put(VECTORS_KEY, vectors);
        }
        if (mark != null) {
            data.put(GENERATION_KEY, Long.toString(mark.generation()));
            data.put(REVISION_KEY, mark.revision());
        }
        ByteBuffer keys = ByteBuffer.allocate(untrusted.size() * Long.BYTES);
        new TreeSet<>(untrusted).forEach(keys::putLong);
        data.put(UNTRUSTED_KEY, Base64.getEncoder().encodeToString(keys.array()));
        return data;
    }

    /**
     * Reads what an index says of itself.
     *
     * @throws IllegalArgumentException when this code cannot use it
     */
    static IndexStamp of(Map<String, String> data) {
        String format = data.get(FORMAT_KEY);
        String token = data.get(TOKEN_KEY);
        String untrusted = data.get(UNTRUSTED_KEY);
        if (!FORMAT.equals(format) || token == null || untrusted == null) {
            throw new IllegalArgumentException("index of another format: \"" + format + "\"");
        }
        String generation = data.get(GENERATION_KEY);
        String revision = data.get(REVISION_KEY);
        IndexMark mark =
                generation == null || revision == null ? null : new IndexMark(Long.parseLong(generation), revision);
        ByteBuffer keys = ByteBuffer.wrap(Base64.getDecoder().decode(untrusted));
        Set<Long> set = new TreeSet<>();
        while (keys.remaining() >= Long.BYTES) {
            set.add(keys.getLong());
        }
        return new IndexStamp(mark, token, set, data.getOrDefault(VECTORS_KEY, ""));
    }
}
