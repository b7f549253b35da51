package dev.scriptorium.memory.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The command in a Java of its own, importing into the workspace {@code w} of a directory. */
final class ImportProcess {
    private final Path scratch;
    private final Process process;

    private ImportProcess(Path scratch, Process process) {
        this.scratch = scratch;
        this.process = process;
    }

    static ImportProcess start(Path scratch, String heap, String format, Path file) throws IOException {
        return new ImportProcess(
                scratch,
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-Xmx" + heap,
                                "-XX:+UseSerialGC",
                                "-cp",
                                System.getProperty("java.class.path"),
                                ScriptoriumCommand.class.getName(),
                                "-w",
                                scratch.resolve("w").toString(),
                                "import",
                                "--format",
                                format,
                                file.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(scratch.resolve("out.txt").toFile())
                        .start());
    }

    static Path sessions(Path scratch) {
        return scratch.resolve("w-sessions");
    }

    /** Waits until it has ended well. */
    void succeeds() throws IOException, InterruptedException {
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue())
                .as(Files.readString(scratch.resolve("out.txt")))
                .isZero();
    }

    /** Kills it as soon as it has written so much; returns whether it was still at work. */
    boolean killedAfter(long bytes) throws IOException, InterruptedException {
        while (process.isAlive() && written() < bytes) {
            process.waitFor(2, TimeUnit.MILLISECONDS);
        }
        boolean atWork = process.isAlive();
        process.destroyForcibly().waitFor();
        return atWork;
    }

    private long written() throws IOException {
        long bytes = 0;
        if (Files.isDirectory(sessions(scratch))) {
            try (var files = Files.list(sessions(scratch))) {
                for (Path file : files.toList()) {
                    bytes += Files.size(file);
                }
            }
        }
        return bytes;
    }
}
