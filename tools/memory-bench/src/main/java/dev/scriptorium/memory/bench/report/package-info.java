/** What a bench found: one JSON document, or a table; how far it is. */
@NullMarked
package dev.scriptorium.memory.bench.report;

import org.jspecify.annotations.NullMarked;
