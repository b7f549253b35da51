/** The only code that knows Jackson. */
@NullMarked
package dev.scriptorium.memory.local.internal.json;

import org.jspecify.annotations.NullMarked;
