/** Child processes that are killed, and what is left of their work. */
@NullMarked
package dev.scriptorium.memory.bench.crash;

import org.jspecify.annotations.NullMarked;
