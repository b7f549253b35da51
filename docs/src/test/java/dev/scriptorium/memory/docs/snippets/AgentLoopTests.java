package dev.scriptorium.memory.docs.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.MemoryBackend;
import dev.scriptorium.memory.api.SessionContext;
import dev.scriptorium.memory.api.recall.MemoryContext;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of the README. */
final class AgentLoopTests {
    private static final String MOVED = "I moved to Lisbon with my sister Ines in March, and we rent a flat in Alfama.";

    private final ChatLog conversations = new ChatLog(Clock.system(ZoneId.of("Europe/Lisbon")));
    private final List<WriteFailure> failures = new ArrayList<>();
    private final EchoModel model = new EchoModel();

    /** A model that remembers what it was asked. */
    private static final class EchoModel {
        private final List<String> asked = new ArrayList<>();

        String reply(String system, String prompt) {
            asked.add(system + "|" + prompt);
            return "Noted.";
        }
    }

    private void talk(Path directory, SessionId session, List<String> questions) {
        // snippet the agent loop
        var config = LocalMemoryConfig.builder(directory, conversations).build();
        try (MemoryBackend memory = LocalMemoryBackend.open(config)) {
            SessionContext context = SessionContext.of(session);
            memory.initialize(context);
            String system = memory.systemPrompt(context).orElse("");
            for (String question : questions) {
                var query = MemoryQuery.builder(question).session(session).build();
                String recalled = memory.search(query).orElse("");
                String answer = model.reply(system, recalled + "\n\n" + question);
                conversations.say(session, TurnKind.USER, question);
                conversations.say(session, TurnKind.ASSISTANT, answer);
                memory.write(WriteRequest.of(session)).ifPresent(failures::add);
            }
            memory.write(WriteRequest.force(session)).ifPresent(failures::add);
        }
        // end of snippet
    }

    @Test
    void what_was_said_in_one_session_is_recalled_in_the_next(@TempDir Path directory) {
        Path workspace = directory.resolve("memory");
        talk(workspace, new SessionId("monday"), List.of(MOVED, "I always prefer answers in Portuguese."));
        talk(workspace, new SessionId("tuesday"), List.of("Where in Lisbon is the flat that we rent?"));

        assertThat(failures).isEmpty();
        assertThat(workspace.resolve("topics/user.md")).content().contains("a flat in Alfama.[^e-");
        assertThat(model.asked.get(0)).isEqualTo("|\n\n" + MOVED);
        assertThat(model.asked.get(2))
                .startsWith(MemoryContext.OPEN)
                .contains("I always prefer answers in Portuguese.")
                .contains("we rent a flat in Alfama.")
                .endsWith("Where in Lisbon is the flat that we rent?");
        assertThat(Files.exists(workspace.resolve(".git"))).isTrue();
    }
}
