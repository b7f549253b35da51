/** The disposable search index and what recall makes of its answers. */
@NullMarked
package dev.scriptorium.memory.retrieval;

import org.jspecify.annotations.NullMarked;
