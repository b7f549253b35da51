/** JSON as the command line reads and writes it; the only package that knows the library behind it. */
@NullMarked
package dev.scriptorium.memory.cli.json;

import org.jspecify.annotations.NullMarked;
