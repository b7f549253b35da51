package dev.scriptorium.memory.bench.contend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OutcomeLogTests {
    @TempDir
    private Path directory;

    @Test
    void outcomes_and_failures_are_read_and_a_line_without_end_is_not() throws IOException {
        Path file = directory.resolve("log");
        Outcome done = new Outcome(7, 12, 1, 2, "");
        Outcome failed = new Outcome(8, 60_000, 3, 0, "X: two\nlines\tand a tab");
        try (OutcomeLog log = new OutcomeLog(file)) {
            log.add(done);
            log.add(failed);
            log.fail("a reader\nfailed");
        }
        Files.writeString(file, "9\t1", StandardCharsets.UTF_8, StandardOpenOption.APPEND);
        OutcomeLog.Content read = OutcomeLog.read(List.of(file, directory.resolve("none")));
        assertThat(read.outcomes()).containsExactly(done, failed);
        assertThat(read.outcomes().get(1).problem()).isEqualTo("X: two lines and a tab");
        assertThat(read.failures()).containsExactly("a reader failed");
    }
}
