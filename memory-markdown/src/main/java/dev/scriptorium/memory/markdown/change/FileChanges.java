package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.normalize.CommittedTopics;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The change form of whole files.
 *
 * @since 0.1
 */
public final class FileChanges {
    private FileChanges() {}

    /**
     * Stages whole files.
     *
     * @param changes at least one, no path twice
     * @param declared the sources of the request, whose labels are replaced
     * @param deleteIds ids that written files may drop
     * @throws MemoryException {@code INVALID_ARGUMENT}; {@code MISSING_SOURCE}; {@code PATCH_CONFLICT} when a file to
     *     delete is not there; {@code MEMORY_NOT_FOUND} when an id to drop is not there
     */
    public static StagedEdit stage(
            List<FileChange> changes,
            DeclaredSources declared,
            Collection<BlockId> deleteIds,
            CommittedTopics committed) {
        if (changes.isEmpty()) {
            throw Refusal.invalid("changes: expected at least one file");
        }
        requireKnown(deleteIds, committed);
        LabelReplacement labels = declared.replacement();
        Map<TopicPath, Optional<String>> files = new TreeMap<>();
        for (FileChange change : changes) {
            if (files.put(change.path(), change.content().map(labels::apply)) != null) {
                throw Refusal.invalid("changes: " + change.path() + " is named twice");
            }
        }
        labels.requireDeclared();
        files.forEach((path, text) -> {
            if (text.isEmpty()) {
                requireThere(path, committed);
            }
        });
        return StagedEdit.ofFiles(files, deleteIds, committed);
    }

    static void requireKnown(Collection<BlockId> deleteIds, CommittedTopics committed) {
        for (BlockId id : deleteIds) {
            if (committed.topicOf(id.value()).isEmpty()) {
                throw new MemoryException(ErrorCode.MEMORY_NOT_FOUND, "delete_ids: there is no block ^" + id);
            }
        }
    }

    static void requireThere(TopicPath path, CommittedTopics committed) {
        if (committed.text(path).isEmpty()) {
            throw new MemoryException(ErrorCode.PATCH_CONFLICT, path + " is to be deleted and does not exist");
        }
    }
}
