/** Who edits the stage for a batch: the port, what it is shown, and the writer that needs no model. */
@NullMarked
package dev.scriptorium.memory.local.writer;

import org.jspecify.annotations.NullMarked;
