/** Conversations in memory: a real graph with forks, rewinds and compactions, and the faults of a store. */
@NullMarked
package dev.scriptorium.memory.testkit.session;

import org.jspecify.annotations.NullMarked;
