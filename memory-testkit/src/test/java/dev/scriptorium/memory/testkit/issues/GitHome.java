package dev.scriptorium.memory.testkit.issues;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.testkit.githistory.Git;
import dev.scriptorium.memory.testkit.githistory.OurCommits;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A home directory with some setup of git, and a process that uses a workspace with it. */
final class GitHome {
    private static final int RECORDS = 3;
    private static final long PATIENCE_SECONDS = 120;

    private final Path base;
    private final Path home;
    private final Path workspace;

    private GitHome(Path base) {
        this.base = base;
        this.home = base.resolve("home");
        this.workspace = base.resolve("in/memory");
    }

    /** An empty home, and a workspace beside it. */
    static GitHome below(Path directory) throws IOException {
        GitHome made = new GitHome(directory.toRealPath());
        Files.createDirectories(made.home.resolve(".config/git"));
        Files.createDirectories(made.workspace);
        // Programs that would be noticed.
        made.script("bin/git");
        made.script("bin/gpg");
        made.script("bin/ssh-keygen");
        return made;
    }

    Path home() {
        return home;
    }

    Path workspace() {
        return workspace;
    }

    Path beside(String name) {
        return base.resolve(name);
    }

    Git git() {
        return Git.in(workspace);
    }

    /** Writes the same into every file that git reads for a user. */
    GitHome configured(String configuration) throws IOException {
        Files.writeString(home.resolve(".gitconfig"), configuration);
        Files.writeString(home.resolve(".config/git/config"), configuration);
        return this;
    }

    /** A program that leaves a trace, takes its time and fails. */
    Path script(String name) throws IOException {
        Path file = base.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\ntouch " + base.resolve("was-run") + "\nsleep 30\nexit 1\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return file;
    }

    boolean ran() {
        return Files.exists(base.resolve("was-run"));
    }

    void commits() throws IOException, InterruptedException {
        commits(home.toString());
    }

    /**
     * Has a process with this home, null for none, make its commits, and fails unless they are there, byte for byte, with
     * nothing else written or run.
     */
    void commits(@Nullable String userHome) throws IOException, InterruptedException {
        runs(userHome);
        everythingIsCommitted();
    }

    /** The same, without a look at what was committed. */
    void runs(@Nullable String userHome) throws IOException, InterruptedException {
        ByteSnapshot before = ByteSnapshot.of(home);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dfile.encoding=UTF-8",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))));
        if (userHome != null) {
            command.add("-Duser.home=" + userHome);
        }
        command.addAll(List.of(OurCommits.class.getName(), workspace.toString(), String.valueOf(RECORDS)));
        Path output = base.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(base.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("GIT_") || name.equals("HOME"));
        if (userHome != null) {
            environment.put("HOME", userHome);
            environment.put("XDG_CONFIG_HOME", userHome + "/.config");
            environment.put("GIT_CONFIG_GLOBAL", userHome + "/.gitconfig");
        }
        environment.put("GIT_DIR", base.resolve("elsewhere").toString());
        environment.put("PATH", base.resolve("bin") + ":/usr/bin:/bin");
        Process process = builder.start();
        boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        process.destroyForcibly();
        String printed = Files.readString(output);
        assertThat(ended).as("it waits for something: %s", printed).isTrue();
        assertThat(process.waitFor()).as(printed).isZero();
        assertThat(printed.lines().filter(OurCommits.COMMITTED::equals)).hasSize(RECORDS);

        assertThat(ran()).as("a program was run").isFalse();
        assertThat(ByteSnapshot.of(home).differences(before)).isEmpty();
        assertThat(beside("elsewhere")).doesNotExist();
    }

    void everythingIsCommitted() throws IOException {
        Git git = git();
        assertThat(git.status()).isEmpty();
        assertThat(git.complaints()).isEmpty();
        assertThat(git.run("log", "--format=%an <%ae>").lines().distinct())
                .containsExactly("Scriptorium Memory <memory@scriptorium.local>");
        assertThat(git.run("cat-file", "commit", "HEAD")).doesNotContain("gpgsig");
        for (String part : List.of("topics", "sources", "core.md")) {
            try (Stream<Path> files = Files.walk(workspace.resolve(part))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    String path = workspace.relativize(file).toString();
                    assertThat(git.show("HEAD", path)).as(path).isEqualTo(Files.readString(file));
                }
            }
        }
    }
}
