package dev.scriptorium.memory.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.session.SessionQuery;
import dev.scriptorium.memory.cli.session.FileSessionStore;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fault 87: an export that is much larger than the memory there is. */
class LargeExportIT {
    private static final int MEGABYTES = Integer.getInteger("scriptorium.export.megabytes", 200);
    private static final int TOOL_OUTPUT = 1 << 20;

    @TempDir
    private Path scratch;

    @Test
    void conversationsAreReadOneAtATime() throws Exception {
        Path file = scratch.resolve("conversations.json");
        int conversations = write(file);

        ImportProcess.start(scratch, "80m", "chatgpt", file).succeeds();

        FileSessionStore store = FileSessionStore.in(ImportProcess.sessions(scratch));
        assertThat(store.sessions(SessionQuery.first(10_000))).hasSize(conversations);
        assertThat(Files.size(file)).isGreaterThan((MEGABYTES - 1L) << 20);
    }

    private static int write(Path file) throws IOException {
        String output = "x".repeat(TOOL_OUTPUT);
        int conversations = 0;
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("[");
            for (; conversations < MEGABYTES; conversations++) {
                out.write((conversations == 0 ? "" : ",") + "{\"conversation_id\":\"c" + conversations
                        + "\",\"current_node\":\"m3\",\"mapping\":{\"root\":{\"message\":null,\"parent\":null},");
                out.write(node("m1", "root", "user", "What was said in conversation " + conversations) + ",");
                out.write(node("m2", "m1", "tool", output) + ",");
                out.write(node("m3", "m2", "assistant", "What was answered") + "}}");
            }
            out.write("]");
        }
        return conversations;
    }

    private static String node(String id, String parent, String role, String text) {
        return "\"" + id + "\":{\"parent\":\"" + parent + "\",\"message\":{\"author\":{\"role\":\"" + role
                + "\"},\"create_time\":1740738738.5,\"content\":{\"content_type\":\"text\",\"parts\":[\"" + text
                + "\"]}}}";
    }
}
