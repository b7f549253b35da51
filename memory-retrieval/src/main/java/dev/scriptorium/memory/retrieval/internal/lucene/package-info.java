/** The index on Lucene: the only code that knows it. */
@NullMarked
package dev.scriptorium.memory.retrieval.internal.lucene;

import org.jspecify.annotations.NullMarked;
