/** A backend in memory, for tests of hosts and as another proof of the contract. */
@NullMarked
package dev.scriptorium.memory.testkit.backend;

import org.jspecify.annotations.NullMarked;
