package dev.scriptorium.memory.local.tx;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An archive that somebody put in place, added to or changed. Immutable.
 *
 * @param adopted what the memory holds of the file; null when it holds none
 * @param seen what stands on the disk
 * @param since when this was seen first
 * @param modified whether what the memory holds is not how it begins: then it is named, and never accepted in silence
 */
record OutsideArchive(FileTree.@Nullable Known adopted, FileTree.Known seen, Instant since, boolean modified) {}
