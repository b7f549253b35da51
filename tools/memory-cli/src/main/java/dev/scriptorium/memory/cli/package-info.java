/** The {@code scriptorium} command: a workspace and its conversations, from a terminal. */
@NullMarked
package dev.scriptorium.memory.cli;

import org.jspecify.annotations.NullMarked;
