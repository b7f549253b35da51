/** The least that one transaction, or one search, could cost; the only code of the bench that knows Lucene and JGit. */
@NullMarked
package dev.scriptorium.memory.bench.floor;

import org.jspecify.annotations.NullMarked;
