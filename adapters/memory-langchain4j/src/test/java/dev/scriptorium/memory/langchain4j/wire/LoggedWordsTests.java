package dev.scriptorium.memory.langchain4j.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With LangChain4j's real clients and a real logging backend: no prompt, no key and no message is in the log. */
final class LoggedWordsTests {
    @TempDir
    private Path directory;

    @Test
    void no_log_above_trace_holds_what_was_said_or_the_key() throws IOException, InterruptedException {
        Path log = directory.resolve("debug.log");
        Path out = directory.resolve("debug.out");
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=debug",
                        "-Dorg.slf4j.simpleLogger.logFile=" + log,
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        CanaryRun.class.getName(),
                        directory.toString())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        assertThat(program.waitFor(3, TimeUnit.MINUTES)).isTrue();
        String said = Files.readString(out, StandardCharsets.UTF_8);
        assertThat(program.exitValue()).as(said).isZero();
        assertThat(said).doesNotContain(CanaryRun.WORD);
        assertThat(Files.readString(log, StandardCharsets.UTF_8))
                .contains("exchange 1: ")
                .doesNotContain(CanaryRun.WORD, "You keep the long-term memory");
    }
}
