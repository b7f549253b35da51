/** From a session to a batch: pending turns, eligibility, branches, marks, passes. */
@NullMarked
package dev.scriptorium.memory.local.ingest;

import org.jspecify.annotations.NullMarked;
