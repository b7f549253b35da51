package dev.scriptorium.memory.testkit.githistory;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The {@code git} of a person who keeps files to themselves, with the defaults of a fresh machine. */
public final class Git {
    private final Path directory;

    private Git(Path directory) {
        this.directory = directory;
    }

    public static Git in(Path directory) {
        return new Git(directory);
    }

    /** What a call came to. */
    public record Result(int code, String output) {}

    /** Whether there is such a program. */
    public static boolean isHere() {
        try {
            return new ProcessBuilder("git", "--version")
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs it; what it printed. */
    public String run(String... arguments) {
        Result result = attempt(arguments);
        if (result.code() != 0) {
            throw new AssertionError("git " + String.join(" ", arguments) + ": " + result.output());
        }
        return result.output();
    }

    /** Runs it, whatever comes of it. */
    public Result attempt(String... arguments) {
        List<String> command = new ArrayList<>(List.of("sh", "-c", "umask 077; exec git \"$@\"", "git"));
        command.addAll(List.of("-c", "user.name=Ada", "-c", "user.email=ada@example.org"));
        // What git does on its own in the background would race with what is looked at here.
        command.addAll(List.of("-c", "gc.autoDetach=false", "-c", "maintenance.autoDetach=false"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("GIT_"));
        environment.put("GIT_CONFIG_NOSYSTEM", "1");
        environment.put("GIT_CONFIG_GLOBAL", "/dev/null");
        environment.put("GIT_EDITOR", "true");
        environment.put("GIT_TERMINAL_PROMPT", "0");
        environment.put("LC_ALL", "C.UTF-8");
        try {
            Process process = builder.start();
            String output;
            try (InputStream in = process.getInputStream()) {
                output = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
            return new Result(process.waitFor(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What {@code git status} has to say; empty when all is clean. */
    public String status() {
        return run("status", "--porcelain");
    }

    /** The commit a name stands for. */
    public String commit(String name) {
        return run("rev-parse", name).strip();
    }

    public boolean isBefore(String earlier, String later) {
        return attempt("merge-base", "--is-ancestor", earlier, later).code() == 0;
    }

    /** The bytes of a file in a commit, one character each. */
    public String show(String commit, String path) {
        return run("show", commit + ":" + path);
    }

    /** Everything that a strict check complains of; empty when it is content. */
    public List<String> complaints() {
        Result result = attempt("fsck", "--strict", "--no-dangling", "--no-progress");
        List<String> complaints = new ArrayList<>(result.output()
                .lines()
                .filter(line -> line.startsWith("error")
                        || line.startsWith("fatal")
                        || line.startsWith("warning")
                        || line.startsWith("missing")
                        || line.startsWith("broken"))
                .toList());
        if (result.code() != 0 && complaints.isEmpty()) {
            complaints.add("exit code " + result.code() + ": " + result.output());
        }
        return complaints;
    }
}
