/** What a search costs, beside the search engines that people would use otherwise. */
@NullMarked
package dev.scriptorium.memory.bench.search;

import org.jspecify.annotations.NullMarked;
