package dev.scriptorium.memory.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.service.AiServices;
import dev.scriptorium.memory.api.recall.MemoryContext;
import dev.scriptorium.memory.api.recall.MemoryHit;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.session.TurnLog;
import dev.scriptorium.memory.local.BlockOrigin;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.local.MemoryWorkspace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example agent: what is told to one process is known to the next. */
final class RememberingAgentTests {
    private static final String FACT = "My sister Ines keeps the spare key of the cottage.";

    @TempDir
    private Path home;

    private Path memory() {
        return home.resolve("memory");
    }

    /** Runs the agent in a Java of its own; returns what its model heard. */
    private String agent(String session, String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                RememberingAgent.class.getName(),
                memory().toString(),
                session));
        command.addAll(List.of(words));
        Path out = home.resolve("out-" + session);
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(home.resolve("err-" + session).toFile())
                .start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue())
                .as(Files.readString(home.resolve("err-" + session)))
                .isZero();
        return Files.readString(out, StandardCharsets.UTF_8);
    }

    @Test
    void a_fact_told_in_one_run_is_recalled_fenced_in_the_next_and_leads_to_the_words()
            throws IOException, InterruptedException {
        assertThat(agent("chat-1", FACT)).isEqualTo(FACT + "\n");

        String question = "Who keeps the spare key of the cottage?";
        // Recall has 150 ms, in which a Java that has just begun, on a busy machine, may not get there the first time.
        String heard = agent("chat-2", question, question, question, question);
        assertThat(heard).endsWith(MemoryContext.CLOSE + "\n\n" + question + "\n");
        String fence = heard.substring(
                heard.lastIndexOf(MemoryContext.OPEN),
                heard.lastIndexOf(MemoryContext.CLOSE) + MemoryContext.CLOSE.length());
        assertThat(MemoryContext.isFence(fence)).isTrue();
        assertThat(fence).contains("Ines keeps the spare key");

        LocalMemoryConfig config = LocalMemoryConfig.builder(memory(), TurnLog.inMemory(Clock.systemUTC()))
                .build();
        try (LocalMemoryBackend backend = LocalMemoryBackend.open(config)) {
            MemoryWorkspace workspace = backend.workspace();
            MemoryHit hit = workspace.read().search(MemoryQuery.of("spare key of the cottage"), false).hits().stream()
                    .filter(found -> found.block().isPresent())
                    .findFirst()
                    .orElseThrow();
            BlockOrigin why = workspace.history().why(hit.block().orElseThrow());
            assertThat(why.evidence()).singleElement().satisfies(turn -> {
                assertThat(turn.ref().session()).isEqualTo("chat-1");
                assertThat(turn.quote()).contains(FACT);
            });
            assertThat(workspace.maintain().check().problems()).isEmpty();
        }
    }

    @Test
    void the_model_that_talks_has_the_memory_tools_and_what_it_is_answered_is_no_turn() {
        TurnLog turns = TurnLog.inMemory(Clock.systemUTC());
        LocalMemoryBackend backend = LocalMemoryBackend.open(
                LocalMemoryConfig.builder(memory(), turns).build());
        ScriptedChat chat = new ScriptedChat().thenCall("memory_status", "{}").thenSay("All is well.");
        try (AgentMemory memory =
                AgentMemory.builder(backend, turns).tools(backend.workspace()).build()) {
            memory.wire(AiServices.builder(Assistant.class).chatModel(chat))
                    .build()
                    .chat("chat-1", "How are you?");
            assertThat(chat.requests().get(0).toolSpecifications())
                    .extracting(ToolSpecification::name)
                    .contains("memory_search", "memory_get", "memory_update", "memory_status");
            assertThat(chat.last().messages())
                    .filteredOn(ToolExecutionResultMessage.class::isInstance)
                    .singleElement()
                    .satisfies(result -> assertThat(((ToolExecutionResultMessage) result).text())
                            .contains("\"ok\":true"));
            assertThat(memory.finish("chat-1")).isEmpty();
            assertThat(backend.workspace().read().status().turnsArchived()).isEqualTo(2);
        }
    }
}
