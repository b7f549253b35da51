/** What the interfaces of the contract promise, as tests for whoever implements them. */
@NullMarked
package dev.scriptorium.memory.testkit.contract;

import org.jspecify.annotations.NullMarked;
