/** A whole workspace as one file, and a workspace from such a file. */
@NullMarked
package dev.scriptorium.memory.local.backup;

import org.jspecify.annotations.NullMarked;
