package dev.scriptorium.memory.bench.contend;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What a process has done, line by line, each handed to the operating system before the call returns. Safe for use by
 * several threads.
 */
final class OutcomeLog implements AutoCloseable {
    private static final String FAILURE = "!";

    private final ReentrantLock lock = new ReentrantLock();
    private final OutputStream out;

    OutcomeLog(Path file) throws IOException {
        this.out = new FileOutputStream(file.toFile());
    }

    /** An edit has ended. */
    void add(Outcome outcome) {
        line(outcome.line());
    }

    /** Something other than an edit has failed. */
    void fail(String problem) {
        line(FAILURE + problem.replaceAll("[\\r\\n]+", " "));
    }

    private void line(String text) {
        lock.lock();
        try {
            out.write((text + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() throws IOException {
        out.close();
    }

    /**
     * What logs hold.
     *
     * @param outcomes of edits
     * @param failures of anything else
     */
    record Content(List<Outcome> outcomes, List<String> failures) {}

    /** Reads logs, also while they are written. */
    static Content read(List<Path> files) throws IOException {
        List<Outcome> outcomes = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        for (Path file : files) {
            String text = Files.exists(file) ? Files.readString(file, StandardCharsets.UTF_8) : "";
            // A last line without end is being written.
            for (String line :
                    text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
                if (line.startsWith(FAILURE)) {
                    failures.add(line.substring(FAILURE.length()));
                } else {
                    outcomes.add(Outcome.ofLine(line));
                }
            }
        }
        return new Content(outcomes, failures);
    }
}
