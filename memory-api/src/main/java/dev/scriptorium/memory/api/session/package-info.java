/** The host's conversations, as graphs of turns. */
@NullMarked
package dev.scriptorium.memory.api.session;

import org.jspecify.annotations.NullMarked;
