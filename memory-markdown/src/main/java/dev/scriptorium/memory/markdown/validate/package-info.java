/** The rules of the topic format, and what an edit may and may not do. */
@NullMarked
package dev.scriptorium.memory.markdown.validate;

import org.jspecify.annotations.NullMarked;
