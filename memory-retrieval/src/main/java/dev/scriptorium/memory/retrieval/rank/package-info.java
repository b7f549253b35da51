/** Which terms of a question count, and in which order candidates answer it; free of any search engine. */
@NullMarked
package dev.scriptorium.memory.retrieval.rank;

import org.jspecify.annotations.NullMarked;
