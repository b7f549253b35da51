/** Two edits of one topic brought together: a three-way merge by block. */
@NullMarked
package dev.scriptorium.memory.markdown.merge;

import org.jspecify.annotations.NullMarked;
