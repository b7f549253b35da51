/** The language models that the command can ask to write: who offers them, and what is needed to ask. */
@NullMarked
package dev.scriptorium.memory.cli.model;

import org.jspecify.annotations.NullMarked;
