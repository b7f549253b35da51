/** Readers of conversations that other programs exported. */
@NullMarked
package dev.scriptorium.memory.cli.importer;

import org.jspecify.annotations.NullMarked;
