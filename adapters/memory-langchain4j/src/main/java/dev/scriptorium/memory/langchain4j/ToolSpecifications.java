package dev.scriptorium.memory.langchain4j;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.scriptorium.memory.api.model.ToolSpec;

/** A tool in the words of LangChain4j. */
final class ToolSpecifications {

    private ToolSpecifications() {}

    /** The same tool; the schema is taken over with every word of it. */
    static ToolSpecification of(ToolSpec tool) {
        // Names need no escapes; descriptions may, and come afterwards.
        return ToolSpecification.fromJson("{\"name\":\"" + tool.name() + "\",\"parameters\":" + tool.jsonSchema() + "}")
                .toBuilder()
                .description(tool.description())
                .build();
    }
}
