/** An edit made canonical and checked against the rules: ids, source links, pruning, links between topics. */
@NullMarked
package dev.scriptorium.memory.markdown.normalize;

import org.jspecify.annotations.NullMarked;
