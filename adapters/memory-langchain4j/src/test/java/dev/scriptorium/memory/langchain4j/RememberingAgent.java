package dev.scriptorium.memory.langchain4j;

import dev.langchain4j.service.AiServices;
import dev.scriptorium.memory.api.session.TurnLog;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * An agent that remembers, in as many lines as it takes. Its chat model is a script, so that it runs anywhere: it answers
 * "I see." whatever it hears, and the agent prints what it was given to hear.
 *
 * <p>Arguments: the directory of the memory, the name of the chat, and what the user says, each an argument.
 */
final class RememberingAgent {

    private RememberingAgent() {}

    public static void main(String[] arguments) {
        Clock clock = Clock.systemUTC();
        ScriptedChat chat = new ScriptedChat();
        TurnLog turns = TurnLog.inMemory(clock);
        LocalMemoryConfig config =
                LocalMemoryConfig.builder(Path.of(arguments[0]), turns).build();
        StringBuilder heard = new StringBuilder();
        LocalMemoryBackend backend = LocalMemoryBackend.open(config);
        try (AgentMemory memory =
                AgentMemory.builder(backend, turns).tools(backend.workspace()).build()) {
            Assistant assistant = memory.wire(
                            AiServices.builder(Assistant.class).chatModel(chat))
                    .build();
            for (String words : List.of(arguments).subList(2, arguments.length)) {
                assistant.chat(arguments[1], words);
                heard.append(chat.heard()).append('\n');
            }
            Optional<WriteFailure> failure = memory.finish(arguments[1]);
            failure.ifPresent(reason -> heard.append("not written: ").append(reason));
        }
        System.out.writeBytes(heard.toString().getBytes(StandardCharsets.UTF_8));
        System.out.flush();
    }
}
