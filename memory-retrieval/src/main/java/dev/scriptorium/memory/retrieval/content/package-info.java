/** What the index is given: files as blocks or as archived turns. */
@NullMarked
package dev.scriptorium.memory.retrieval.content;

import org.jspecify.annotations.NullMarked;
