/** The one call a language model must offer. */
@NullMarked
package dev.scriptorium.memory.api.model;

import org.jspecify.annotations.NullMarked;
