/** What follows an install: the commit of each journal entry, then the marks of its turns. */
@NullMarked
package dev.scriptorium.memory.local.commit;

import org.jspecify.annotations.NullMarked;
