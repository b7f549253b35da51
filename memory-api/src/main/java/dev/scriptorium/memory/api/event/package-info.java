/** What the memory reports while it works: ids and counts, never what people said. */
@NullMarked
package dev.scriptorium.memory.api.event;

import org.jspecify.annotations.NullMarked;
