package dev.scriptorium.memory.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.cli.session.FileSessionStore;
import java.io.BufferedWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fault 87: a very large session, in a process with little memory. */
class LargeImportIT {
    private static final int TURNS = 200_000;
    private static final int HUGE = 20 << 20;

    @TempDir
    private Path scratch;

    @Test
    void twoHundredThousandTurnsAndOneOfTwentyMegabytesAreImportedInASmallHeap() throws Exception {
        Path file = scratch.resolve("large.jsonl");
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (int i = 0; i < TURNS; i++) {
                String text = i == TURNS / 2 ? "x".repeat(HUGE) : "What was said in turn " + i;
                out.write("{\"session\":\"large\",\"id\":\"turn-" + i + "\",\"kind\":\"USER\",\"text\":\"" + text
                        + "\"}\n");
            }
        }

        ImportProcess.start(scratch, "256m", "jsonl", file).succeeds();
        long size = Files.size(scratch.resolve("w-sessions/large.jsonl"));
        ImportProcess.start(scratch, "256m", "jsonl", file).succeeds();

        assertThat(Files.size(scratch.resolve("w-sessions/large.jsonl"))).isEqualTo(size);
        FileSessionStore store = FileSessionStore.in(scratch.resolve("w-sessions"));
        SessionId large = new SessionId("large");
        int[] seen = {0};
        store.walk(large, store.head(large).orElseThrow(), turn -> ++seen[0] > 0);
        assertThat(seen[0]).isEqualTo(TURNS);
    }
}
