/** Files that survive a power cut. */
@NullMarked
package dev.scriptorium.memory.local.internal.io;

import org.jspecify.annotations.NullMarked;
