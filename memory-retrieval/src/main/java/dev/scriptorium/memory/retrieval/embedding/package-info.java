/** The port for models of meaning, and how they are asked. */
@NullMarked
package dev.scriptorium.memory.retrieval.embedding;

import org.jspecify.annotations.NullMarked;
