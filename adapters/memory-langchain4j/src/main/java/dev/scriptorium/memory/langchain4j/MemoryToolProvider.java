package dev.scriptorium.memory.langchain4j;

import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import dev.scriptorium.memory.local.tool.MemoryTool;
import java.util.List;
import java.util.function.Function;

/**
 * The memory tools for the model that talks, made anew for each turn, so that what they change names it.
 *
 * <pre>{@code
 * new MemoryToolProvider(id -> MemoryTools.of(workspace, workspace.change().owner(String.valueOf(id))));
 * }</pre>
 *
 * <p>Safe for use by several threads if the function is.
 *
 * @since 0.1
 */
public final class MemoryToolProvider implements ToolProvider {
    private final Function<Object, List<MemoryTool>> tools;

    /**
     * A provider.
     *
     * @param tools the tools for a turn of the chat with this memory id; here is said on whose behalf they act
     */
    public MemoryToolProvider(Function<Object, List<MemoryTool>> tools) {
        this.tools = tools;
    }

    @Override
    public ToolProviderResult provideTools(ToolProviderRequest request) {
        ToolProviderResult.Builder provided = ToolProviderResult.builder();
        for (MemoryTool tool : tools.apply(request.chatMemoryId())) {
            provided.add(
                    ToolSpecifications.of(tool.spec()),
                    (call, memoryId) -> tool.call(call.arguments() == null ? "" : call.arguments()));
        }
        return provided.build();
    }
}
