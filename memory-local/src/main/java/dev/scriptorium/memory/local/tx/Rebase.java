package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.merge.MergedTopic;
import dev.scriptorium.memory.markdown.merge.TopicMerge;
import dev.scriptorium.memory.markdown.normalize.NormalizedEdit;
import dev.scriptorium.memory.markdown.normalize.TopicNormalizer;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import dev.scriptorium.memory.markdown.source.SourceIndex;
import dev.scriptorium.memory.markdown.validate.TopicLimits;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * An edit brought onto a state that others have changed since it was made: block by block, ids of new blocks given
 * last. A block that was changed on both sides is nobody's to decide.
 */
final class Rebase {
    private Rebase() {}

    /**
     * The edit of a request, as it is to be installed on a state.
     *
     * @throws MemoryException {@code CONCURRENT_UPDATE} when a block was changed on both sides, or only the two edits
     *     together break a rule; {@code INVALID_TOPIC_FORMAT} and its like when the edit breaks one by itself
     */
    static NormalizedEdit onto(Snapshot now, TransactionRequest request, SourceIndex sources, TopicLimits limits) {
        TopicTree base = request.base() == null ? now.topics() : request.base();
        Map<TopicPath, Optional<String>> merged = new TreeMap<>();
        for (Map.Entry<TopicPath, Optional<String>> file : request.edit().entrySet()) {
            TopicPath path = file.getKey();
            Optional<String> then = base.text(path);
            Optional<String> theirs = now.topics().text(path);
            if (then.equals(theirs)) {
                merged.put(path, file.getValue());
            } else if (request.exact()) {
                throw conflict(path + " was changed by somebody else meanwhile; read it again and repeat the change");
            } else {
                merged.put(path, merge(path, then, file.getValue(), theirs));
            }
        }
        try {
            return TopicNormalizer.normalize(merged, now.topics(), sources, request.policy(), limits);
        } catch (MemoryException e) {
            // What others did to other files counts too: a block may be gone that the edit links to.
            if (request.base() == null || !passes(request, base, sources, limits)) {
                throw e;
            }
            throw conflict("together with what others changed meanwhile it breaks a rule: " + e.getMessage());
        }
    }

    private static Optional<String> merge(
            TopicPath path, Optional<String> base, Optional<String> ours, Optional<String> theirs) {
        MergedTopic merged = TopicMerge.merge(path, base, ours, theirs);
        if (!merged.isClean()) {
            throw conflict(
                    "changed by somebody else meanwhile: " + merged.conflicts().get(0));
        }
        return merged.text();
    }

    private static boolean passes(TransactionRequest request, TopicTree base, SourceIndex sources, TopicLimits limits) {
        try {
            TopicNormalizer.normalize(request.edit(), base, sources, request.policy(), limits);
            return true;
        } catch (MemoryException e) {
            return false;
        }
    }

    private static MemoryException conflict(String message) {
        return new MemoryException(ErrorCode.CONCURRENT_UPDATE, message);
    }
}
