/** What one transaction costs. */
@NullMarked
package dev.scriptorium.memory.bench.write;

import org.jspecify.annotations.NullMarked;
