/**
 * A memory for agents that are made with LangChain4j: any of its chat models writes the memory, and its AI services
 * remember.
 */
@NullMarked
package dev.scriptorium.memory.langchain4j;

import org.jspecify.annotations.NullMarked;
