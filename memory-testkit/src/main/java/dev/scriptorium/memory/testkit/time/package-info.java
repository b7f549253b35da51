/** A clock that a test moves. */
@NullMarked
package dev.scriptorium.memory.testkit.time;

import org.jspecify.annotations.NullMarked;
