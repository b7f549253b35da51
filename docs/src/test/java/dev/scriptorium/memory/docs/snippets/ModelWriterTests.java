package dev.scriptorium.memory.docs.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.model.MemoryModel;
import dev.scriptorium.memory.api.model.ModelReply;
import dev.scriptorium.memory.api.model.ToolCall;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.local.MemoryWorkspace;
import dev.scriptorium.memory.local.tool.MemoryTool;
import dev.scriptorium.memory.local.tool.MemoryTools;
import dev.scriptorium.memory.local.writer.model.ModelTopicWriter;
import dev.scriptorium.memory.markdown.change.SourceProvenance;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A writer that asks a model, and the tools of the model that talks: the examples of the guide. */
final class ModelWriterTests {

    @Test
    void a_model_writes_and_tools_find_what_it_wrote(@TempDir Path directory) {
        ChatLog conversations = new ChatLog(Clock.system(ZoneId.of("Europe/Lisbon")));
        SessionId session = new SessionId("chat-1");
        conversations.say(session, TurnKind.USER, "The spare key is with Ines.");
        String ref = "local/chat-1/" + conversations.head(session).orElseThrow();
        MemoryModel model = (request, deadline) -> ModelReply.calling(List.of(
                ToolCall.of(
                        "1",
                        "write_topic",
                        "{\"path\":\"topics/home.md\",\"text\":\"# Home\\n\\nInes has the spare key.[^e1]\\n\\n"
                                + "[^e1]: Time: `undated`; Sources: [spare key with Ines](" + ref + ")\\n\"}"),
                ToolCall.of("2", "finish", "{}")));
        // snippet a writer with a model
        ModelTopicWriter writer = ModelTopicWriter.builder(model, Clock.systemUTC())
                .name("acme/large-2")
                .build();
        LocalMemoryConfig config = LocalMemoryConfig.builder(directory, conversations)
                .writer(writer)
                .writerTokens(24_000)
                .writerMaxExchanges(20)
                .build();
        // end of snippet
        try (LocalMemoryBackend memory = LocalMemoryBackend.open(config)) {
            assertThat(memory.write(WriteRequest.force(session))).isEmpty();
            MemoryWorkspace workspace = memory.workspace();
            Map<String, UnaryOperator<String>> tools = new TreeMap<>();
            // snippet memory tools
            SourceProvenance caller = workspace.change().owner("chat-1/turn-7");
            for (MemoryTool tool : MemoryTools.of(workspace, caller)) {
                tools.put(tool.name(), arguments -> tool.call(arguments));
            }
            // end of snippet
            assertThat(tools.get("memory_search").apply("{\"query\":\"Who has the spare key?\"}"))
                    .contains("topics/home.md#^", "Ines has the spare key.");
        }
    }
}
