package dev.scriptorium.memory.bench.contend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.TopicPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WriterTests {
    private static final Edit EDIT = new Edit(7, 0, new TopicPath("topics/a.md"), "A", null);

    @TempDir
    private Path directory;

    private Outcome outcome(RuntimeException... refusals) throws IOException {
        Path file = directory.resolve("log");
        Deque<RuntimeException> left = new ArrayDeque<>(List.of(refusals));
        try (OutcomeLog log = new OutcomeLog(file)) {
            new Writer(
                            List.of(EDIT),
                            edit -> {
                                if (!left.isEmpty()) {
                                    throw left.removeFirst();
                                }
                            },
                            log,
                            1)
                    .run();
        }
        assertThat(left).isEmpty();
        List<Outcome> outcomes = OutcomeLog.read(List.of(file)).outcomes();
        assertThat(outcomes).hasSize(1);
        return outcomes.get(0);
    }

    private static MemoryException refusal(ErrorCode code) {
        return new MemoryException(code, "no");
    }

    @Test
    void a_refusal_that_changed_nothing_is_followed_by_another_attempt() throws IOException {
        Outcome outcome = outcome(
                refusal(ErrorCode.CONCURRENT_UPDATE),
                refusal(ErrorCode.WORKSPACE_BUSY),
                refusal(ErrorCode.CONCURRENT_UPDATE));
        assertThat(outcome).isEqualTo(new Outcome(7, outcome.millis(), 1, 2, ""));
        assertThat(outcome.millis()).isGreaterThanOrEqualTo(15);
    }

    @Test
    void any_other_refusal_is_the_end() throws IOException {
        assertThat(outcome(refusal(ErrorCode.STORAGE_UNAVAILABLE)).problem()).isEqualTo("STORAGE_UNAVAILABLE: no");
        assertThat(outcome(new IllegalStateException("odd")).problem()).contains("odd");
    }
}
