/** Questions to the memory and what it answers. */
@NullMarked
package dev.scriptorium.memory.api.recall;

import org.jspecify.annotations.NullMarked;
