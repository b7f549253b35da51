package dev.scriptorium.memory.markdown.change;

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
 * The change form of a unified diff. It is applied exactly: no fuzz, no offset. Immutable.
 *
 * @since 0.1
 */
public final class UnifiedDiff {
    private final List<FilePatch> files;

    private UnifiedDiff(List<FilePatch> files) {
        this.files = files;
    }

    /**
     * Reads a patch, in time linear in its length.
     *
     * @throws MemoryException {@code INVALID_ARGUMENT} with the line when it is malformed, empty, or renames, copies,
     *     changes modes or is binary; {@code PATH_OUTSIDE_WORKSPACE}; {@code READ_ONLY_PATH}
     */
    public static UnifiedDiff parse(String patch) {
        return new UnifiedDiff(PatchReader.read(patch));
    }

    /** The topics that it changes, in its order. */
    public List<TopicPath> paths() {
        return files.stream().map(FilePatch::path).toList();
    }

    /**
     * Applies the patch.
     *
     * @param declared the sources of the request, whose labels are replaced in added lines
     * @param deleteIds ids that patched files may drop
     * @throws MemoryException {@code PATCH_CONFLICT} with the place when it does not fit; {@code MISSING_SOURCE};
     *     {@code MEMORY_NOT_FOUND} when an id to drop is not there
     */
    public StagedEdit stage(DeclaredSources declared, Collection<BlockId> deleteIds, CommittedTopics committed) {
        FileChanges.requireKnown(deleteIds, committed);
        LabelReplacement labels = declared.replacement();
        Map<TopicPath, Optional<String>> staged = new TreeMap<>();
        for (FilePatch file : files) {
            staged.put(file.path(), patched(file, labels, committed));
        }
        labels.requireDeclared();
        return StagedEdit.ofFiles(staged, deleteIds, committed);
    }

    private static Optional<String> patched(FilePatch file, LabelReplacement labels, CommittedTopics committed) {
        String text = committed.text(file.path()).orElse("");
        switch (file.kind()) {
            case CREATE -> {
                if (!text.isEmpty()) {
                    throw PatchedText.conflict(file.path(), 0, "no such file", "a file");
                }
            }
            case MODIFY -> {
                if (text.isEmpty()) {
                    throw PatchedText.conflict(file.path(), 0, "a file", "no such file");
                }
            }
            case DELETE -> {
                FileChanges.requireThere(file.path(), committed);
                return Optional.empty();
            }
        }
        return Optional.of(PatchedText.apply(file, text, labels));
    }
}
