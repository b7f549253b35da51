/** Files derived from topics: core, timeline, recent events, relations. */
@NullMarked
package dev.scriptorium.memory.markdown.view;

import org.jspecify.annotations.NullMarked;
