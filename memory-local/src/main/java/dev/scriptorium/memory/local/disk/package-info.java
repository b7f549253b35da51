/** Files that survive a power cut, and being told of every change to the disk before it is made. */
@NullMarked
package dev.scriptorium.memory.local.disk;

import org.jspecify.annotations.NullMarked;
