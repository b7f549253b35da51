package dev.scriptorium.memory.bench.search;

import dev.scriptorium.memory.bench.run.JavaProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs {@link ColdOpening} in a process of its own, so that loading its classes is part of what is measured. */
final class ColdStart {
    private static final int MINUTES = 10;

    private ColdStart() {}

    /** The figure that the process prints. */
    static long run(String what, Path directory, String question, Path scratch) throws IOException {
        Path errors = scratch.resolve("cold-errors");
        Process process = JavaProcess.of(ColdOpening.class, List.of(what, directory.toString(), question), errors)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        try {
            if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new IOException("a process hangs that opens " + directory);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        if (process.exitValue() != 0) {
            throw new IOException("a process failed that opens " + directory + ": " + Files.readString(errors));
        }
        return Long.parseLong(said);
    }
}
