package dev.scriptorium.memory.testkit.issues;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.Revision;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/** A program that adds one block to the resident block for a revision, when it is told to, and says how that went. */
public final class AddingProcess {
    private AddingProcess() {}

    /** Runs: the workspace, the revision, the text. */
    public static void main(String[] args) throws IOException {
        LocalMemoryConfig config = LocalMemoryConfig.builder(Path.of(args[0]), new InMemorySessionStore())
                .interactiveLockTimeout(Duration.ofSeconds(20))
                .build();
        try (LocalMemoryBackend backend = LocalMemoryBackend.open(config);
                BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            answer("ready");
            in.readLine();
            try {
                LostUpdateFaultsTests.create(backend, "topics/core.md", args[2], new Revision(args[1]));
                answer("added");
            } catch (MemoryException e) {
                answer(e.code().name());
            }
        }
    }

    private static void answer(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
