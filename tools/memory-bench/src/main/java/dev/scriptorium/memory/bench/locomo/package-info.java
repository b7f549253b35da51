/** How well conversations of LoCoMo are found again, and what the model-free writer keeps of them. */
@NullMarked
package dev.scriptorium.memory.bench.locomo;

import org.jspecify.annotations.NullMarked;
