/** Processes that write one workspace at the same time, and what is there of what they wrote. */
@NullMarked
package dev.scriptorium.memory.bench.contend;

import org.jspecify.annotations.NullMarked;
