/** The port for models of meaning. */
@NullMarked
package dev.scriptorium.memory.retrieval.embedding;

import org.jspecify.annotations.NullMarked;
