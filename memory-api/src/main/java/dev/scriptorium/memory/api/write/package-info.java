/** Requests to write, and what comes of them. */
@NullMarked
package dev.scriptorium.memory.api.write;

import org.jspecify.annotations.NullMarked;
