/** Real clients over a real socket: a server that speaks the formats of two vendors and says what a test tells it. */
@NullMarked
package dev.scriptorium.memory.langchain4j.wire;

import org.jspecify.annotations.NullMarked;
