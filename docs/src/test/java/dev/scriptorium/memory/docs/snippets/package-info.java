/** The Java that the pages show, compiled and run. */
@NullMarked
package dev.scriptorium.memory.docs.snippets;

import org.jspecify.annotations.NullMarked;
