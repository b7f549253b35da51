/** Counting tokens. */
@NullMarked
package dev.scriptorium.memory.markdown.token;

import org.jspecify.annotations.NullMarked;
