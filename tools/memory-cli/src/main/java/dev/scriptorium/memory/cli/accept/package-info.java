/** What a memory of the conversation that comes along must be like, whoever wrote it. */
@NullMarked
package dev.scriptorium.memory.cli.accept;

import org.jspecify.annotations.NullMarked;
