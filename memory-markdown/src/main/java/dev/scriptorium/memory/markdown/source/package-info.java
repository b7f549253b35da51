/** Archives of what was said: strict frames, and readers of older forms. */
@NullMarked
package dev.scriptorium.memory.markdown.source;

import org.jspecify.annotations.NullMarked;
