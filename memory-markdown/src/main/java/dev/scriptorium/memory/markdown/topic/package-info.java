/** A topic as an immutable tree, and the records it holds. */
@NullMarked
package dev.scriptorium.memory.markdown.topic;

import org.jspecify.annotations.NullMarked;
