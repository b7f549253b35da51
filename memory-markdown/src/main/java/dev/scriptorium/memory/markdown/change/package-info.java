/** What callers ask for: structured changes, whole files, patches, with the sources they declare; staged as an edit. */
@NullMarked
package dev.scriptorium.memory.markdown.change;

import org.jspecify.annotations.NullMarked;
