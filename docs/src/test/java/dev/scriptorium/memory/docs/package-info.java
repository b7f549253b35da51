/** Proofs: of the architecture, and that what the pages say is so. */
@NullMarked
package dev.scriptorium.memory.docs;

import org.jspecify.annotations.NullMarked;
