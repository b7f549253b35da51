package dev.scriptorium.memory.local.backup;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an export holds. Immutable.
 *
 * @param file the file
 * @param bytes its length
 * @param workspace whose it is
 * @param revision the state
 * @param madeAt when it was made
 * @param head the commit its history stands at; null without history
 * @param topics how many topics
 * @param blocks how many blocks
 * @param sources how many archives
 * @param turns how many archived turns
 * @param files how many files
 * @param edits what people have saved that is no part of the memory, as workspace paths
 * @since 0.1
 */
public record ExportSummary(
        Path file,
        long bytes,
        String workspace,
        String revision,
        String madeAt,
        @Nullable String head,
        int topics,
        int blocks,
        int sources,
        int turns,
        int files,
        List<String> edits) {

    /** Copies the list. */
    public ExportSummary {
        edits = List.copyOf(edits);
    }

    static ExportSummary of(Path file, long bytes, ExportManifest manifest) {
        return new ExportSummary(
                file,
                bytes,
                manifest.workspace(),
                manifest.revision(),
                manifest.madeAt(),
                manifest.head(),
                manifest.topics(),
                manifest.blocks(),
                manifest.sources(),
                manifest.turns(),
                manifest.files().size(),
                manifest.edits());
    }
}
