/** What the backend remembers about its own work. */
@NullMarked
package dev.scriptorium.memory.local.state;

import org.jspecify.annotations.NullMarked;
