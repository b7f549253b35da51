/** The contract between an agent runtime and its memory. */
@NullMarked
package dev.scriptorium.memory.api;

import org.jspecify.annotations.NullMarked;
