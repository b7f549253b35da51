/** Text to document: a linear scanner for structure, another for the inside of a block. */
@NullMarked
package dev.scriptorium.memory.markdown.parse;

import org.jspecify.annotations.NullMarked;
