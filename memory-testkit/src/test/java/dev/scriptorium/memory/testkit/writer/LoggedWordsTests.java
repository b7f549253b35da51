package dev.scriptorium.memory.testkit.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people and models say is in no log above TRACE: looked for in the log of a real program with a real backend. */
class LoggedWordsTests {
    private static final String MARKER = "exchange 1: ";

    @TempDir
    private Path directory;

    private String logAt(String level) throws IOException, InterruptedException {
        Path log = directory.resolve(level + ".log");
        Path out = directory.resolve(level + ".out");
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=" + level,
                        "-Dorg.slf4j.simpleLogger.logFile=" + log,
                        "-cp",
                        System.getProperty("java.class.path"),
                        CanaryRun.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        assertThat(program.waitFor(3, TimeUnit.MINUTES)).isTrue();
        String said = Files.readString(out, StandardCharsets.UTF_8);
        assertThat(program.exitValue()).as(said).isZero();
        assertThat(said).doesNotContain(CanaryRun.WORD);
        return Files.readString(log, StandardCharsets.UTF_8);
    }

    @Test
    void noLogAboveTraceHoldsWhatWasSaid() throws IOException, InterruptedException {
        assertThat(logAt("debug")).contains(MARKER).doesNotContain(CanaryRun.WORD, "You keep the long-term memory");
    }

    @Test
    void aTraceHoldsIt() throws IOException, InterruptedException {
        assertThat(logAt("trace")).contains(MARKER, CanaryRun.WORD, "You keep the long-term memory");
    }
}
