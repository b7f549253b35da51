package dev.scriptorium.memory.local.git;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A workspace with a history, and a person's {@code git} beside it. */
final class HistoryFixture implements AutoCloseable {
    static final OffsetDateTime AT = OffsetDateTime.parse("2026-11-30T09:15:00+01:00");

    private final Path root;
    private History history;

    HistoryFixture(Path root) {
        this.root = root;
        history = History.open(root, notes());
    }

    Path root() {
        return root;
    }

    Path git() {
        return root.resolve(".git");
    }

    Path notes() {
        return root.resolve(".scriptorium/git-locks");
    }

    History history() {
        return history;
    }

    History reopened() {
        history.close();
        history = History.open(root, notes());
        return history;
    }

    /** Writes files as an install does, and commits them. Pairs of path and text; a null text removes the file. */
    CommitResult commit(String message, String... files) throws IOException {
        CommitDraft.Builder draft = CommitDraft.builder(message, AT).expectedHead(history.head());
        for (int i = 0; i < files.length; i += 2) {
            if (files[i + 1] == null) {
                Files.deleteIfExists(root.resolve(files[i]));
                draft.delete(files[i]);
            } else {
                write(files[i], files[i + 1]);
                draft.put(files[i], files[i + 1].getBytes(StandardCharsets.UTF_8));
            }
        }
        return history.commit(draft.build());
    }

    void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    String text(String commit, String path) {
        return history.read(commit, path)
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                .orElse(null);
    }

    /** Packs until nothing is due. */
    void pack() {
        while (history.pack(() -> true)) {
            // Until nothing is due.
        }
    }

    static boolean hasGit() {
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

    /** Runs a person's {@code git}, with the defaults of a fresh machine, and returns what it printed. */
    String git(String... arguments) throws IOException, InterruptedException {
        return git(root, arguments);
    }

    static String git(Path directory, String... arguments) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of("git", "-c", "user.name=Ada", "-c", "user.email=ada@example.org"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("GIT_"));
        environment.put("GIT_CONFIG_NOSYSTEM", "1");
        environment.put("GIT_CONFIG_GLOBAL", "/dev/null");
        environment.put("GIT_EDITOR", "true");
        Process process = builder.start();
        String output;
        try (InputStream in = process.getInputStream()) {
            output = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + ": " + output);
        }
        return output;
    }

    /** Every file below a directory with its bytes as text, one character a byte. */
    static Map<String, String> snapshot(Path directory) throws IOException {
        Map<String, String> files = new TreeMap<>();
        if (!Files.exists(directory)) {
            return files;
        }
        try (Stream<Path> walk = Files.walk(directory)) {
            for (Path path : walk.toList()) {
                files.put(
                        directory.relativize(path).toString(),
                        Files.isRegularFile(path)
                                ? new String(Files.readAllBytes(path), StandardCharsets.ISO_8859_1)
                                : "directory");
            }
        }
        return files;
    }

    @Override
    public void close() {
        history.close();
    }
}
