/** What the history says of one block or one file: read from commits, along the first of the commits before each. */
@NullMarked
package dev.scriptorium.memory.local.history;

import org.jspecify.annotations.NullMarked;
