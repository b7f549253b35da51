/** The writer that asks a language model: its prompts, its tools over the stage, and what it does when a model fails. */
@NullMarked
package dev.scriptorium.memory.local.writer.model;

import org.jspecify.annotations.NullMarked;
