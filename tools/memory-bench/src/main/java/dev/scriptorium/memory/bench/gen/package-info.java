/** Synthetic workspaces in the real format. */
@NullMarked
package dev.scriptorium.memory.bench.gen;

import org.jspecify.annotations.NullMarked;
