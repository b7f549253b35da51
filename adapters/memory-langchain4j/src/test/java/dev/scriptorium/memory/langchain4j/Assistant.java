package dev.scriptorium.memory.langchain4j;

import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;

/** An agent as LangChain4j has it. */
interface Assistant {
    String chat(@MemoryId String session, @UserMessage String words);
}
