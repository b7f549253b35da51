/** The one door to the workspace: lock, journal, install, recovery, snapshot. The sole writer of its files. */
@NullMarked
package dev.scriptorium.memory.local.tx;

import org.jspecify.annotations.NullMarked;
