/** Whether a block may be recalled and built upon. */
@NullMarked
package dev.scriptorium.memory.markdown.trust;

import org.jspecify.annotations.NullMarked;
