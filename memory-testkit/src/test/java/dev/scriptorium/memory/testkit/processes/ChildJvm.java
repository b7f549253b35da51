package dev.scriptorium.memory.testkit.processes;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Another Java that runs a program of the test tree and is talked with line by line. Closing it kills it. */
public final class ChildJvm implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;

    private final Process process;
    private final BufferedReader output;
    private final BufferedWriter input;

    private ChildJvm(Process process) {
        this.process = process;
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.input = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    }

    public static ChildJvm start(Class<?> program, String... arguments) throws IOException {
        return start(List.of(), program, arguments);
    }

    /** With options of the Java itself. */
    public static ChildJvm start(List<String> options, Class<?> program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dfile.encoding=UTF-8",
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1"));
        command.addAll(options);
        command.addAll(List.of("-cp", classPath(), program.getName()));
        command.addAll(List.of(arguments));
        return new ChildJvm(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    long pid() {
        return process.pid();
    }

    /** The next line it says; null when it has ended. */
    @Nullable
    public String line() throws IOException {
        return output.readLine();
    }

    public void tell(String line) throws IOException {
        input.write(line);
        input.newLine();
        input.flush();
    }

    /** What it answers to a line. */
    @Nullable
    public String ask(String line) throws IOException {
        tell(line);
        return line();
    }

    /** How it ended. */
    public int exit() throws InterruptedException {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the child runs on");
        }
        return process.exitValue();
    }

    /** Kills it, as {@code kill -9} does, and waits until it is dead. */
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        exit();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
