/** Workspaces that live as long as a test, and are checked when it ends. */
@NullMarked
package dev.scriptorium.memory.testkit.workspace;

import org.jspecify.annotations.NullMarked;
