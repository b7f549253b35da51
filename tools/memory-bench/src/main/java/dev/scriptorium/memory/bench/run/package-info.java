/** What a bench runs with: processes of its own, and directories that go when it is over. */
@NullMarked
package dev.scriptorium.memory.bench.run;

import org.jspecify.annotations.NullMarked;
