/** The benches of Scriptorium, one class each. */
@NullMarked
package dev.scriptorium.memory.bench;

import org.jspecify.annotations.NullMarked;
