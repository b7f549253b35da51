/** Faults of the disk: named points to refuse or stop at, and every state that a power cut may leave. */
@NullMarked
package dev.scriptorium.memory.testkit.fault;

import org.jspecify.annotations.NullMarked;
