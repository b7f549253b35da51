/** The embedded store of conversations that were imported on the command line. */
@NullMarked
package dev.scriptorium.memory.cli.session;

import org.jspecify.annotations.NullMarked;
