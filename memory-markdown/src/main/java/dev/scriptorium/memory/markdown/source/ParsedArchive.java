package dev.scriptorium.memory.markdown.source;

import java.util.Optional;

/**
 * A file below {@code sources/}, read as far as it is what it claims to be.
 *
 * @since 0.1
 */
public sealed interface ParsedArchive permits SourceArchive, LegacyArchive {

    /** Reads a file as what its path says it is. */
    static ParsedArchive read(String workspacePath, byte[] bytes) {
        return SourceLocations.isV2Path(workspacePath)
                ? SourceArchive.read(workspacePath, bytes)
                : LegacyArchive.read(workspacePath, bytes);
    }

    /** Where it stands. */
    String path();

    /** Whether all of it was read. */
    default boolean complete() {
        return problem().isEmpty();
    }

    /** Where and why reading stopped; empty when all of it was read. */
    Optional<ArchiveProblem> problem();
}
