/** What older programs left in a workspace. */
@NullMarked
package dev.scriptorium.memory.local.migrate;

import org.jspecify.annotations.NullMarked;
