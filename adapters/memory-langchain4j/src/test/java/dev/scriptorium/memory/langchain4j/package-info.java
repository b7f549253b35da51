/** The memory in agents made with LangChain4j, with scripted models and over real sockets. */
@NullMarked
package dev.scriptorium.memory.langchain4j;

import org.jspecify.annotations.NullMarked;
