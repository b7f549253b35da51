/** AssertJ assertions over workspaces and what backends answer. */
@NullMarked
package dev.scriptorium.memory.testkit.assertj;

import org.jspecify.annotations.NullMarked;
