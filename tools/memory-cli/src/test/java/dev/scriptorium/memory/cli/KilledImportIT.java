package dev.scriptorium.memory.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionQuery;
import dev.scriptorium.memory.cli.session.FileSessionStore;
import java.io.BufferedWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The process that imports dies; importing again completes what it left. */
class KilledImportIT {
    private static final int TURNS = 120_000;
    private static final long MEGABYTE = 1 << 20;
    private static final int KILLS = 5;

    @TempDir
    private Path scratch;

    @Test
    void whereverAnImportIsKilledTheStoreIsReadAndTheNextImportMakesItWhole() throws Exception {
        Path file = scratch.resolve("three.jsonl");
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (int i = 0; i < TURNS; i++) {
                out.write("{\"session\":\"s" + i % 3 + "\",\"id\":\"turn-" + i
                        + "\",\"kind\":\"USER\",\"text\":\"What was said: " + "ä".repeat(i % 97) + "\"}\n");
            }
        }
        Path calm = Files.createDirectory(scratch.resolve("calm"));
        ImportProcess.start(calm, "256m", "jsonl", file).succeeds();

        int atWork = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            Path place = Files.createDirectory(scratch.resolve("killed-" + kill));
            atWork += ImportProcess.start(place, "256m", "jsonl", file).killedAfter(1 + kill * 4L * MEGABYTE) ? 1 : 0;
            readEveryTurn(place);

            ImportProcess.start(place, "256m", "jsonl", file).succeeds();

            assertThat(Cli.files(ImportProcess.sessions(place)))
                    .as("kill %d", kill)
                    .isEqualTo(Cli.files(ImportProcess.sessions(calm)));
        }
        assertThat(atWork).as("processes that were killed at work").isPositive();
    }

    private static void readEveryTurn(Path place) {
        FileSessionStore store = FileSessionStore.in(ImportProcess.sessions(place));
        store.sessions(SessionQuery.first(9)).forEach(activity -> {
            SessionId session = activity.session();
            store.head(session).ifPresent(head -> store.walk(session, head, turn -> true));
        });
    }
}
