/** From text to the terms it is found by: one function for what is stored and for what is asked. */
@NullMarked
package dev.scriptorium.memory.retrieval.analysis;

import org.jspecify.annotations.NullMarked;
