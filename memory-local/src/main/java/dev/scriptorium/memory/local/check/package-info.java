/** Every invariant of the format and of the disk. */
@NullMarked
package dev.scriptorium.memory.local.check;

import org.jspecify.annotations.NullMarked;
