/** The shipped backend: a workspace of plain files, and what hosts, tools and the command line do with it. */
@NullMarked
package dev.scriptorium.memory.local;

import org.jspecify.annotations.NullMarked;
