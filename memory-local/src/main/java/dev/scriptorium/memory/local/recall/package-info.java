/** The search index kept true, and what is recalled from it. */
@NullMarked
package dev.scriptorium.memory.local.recall;

import org.jspecify.annotations.NullMarked;
