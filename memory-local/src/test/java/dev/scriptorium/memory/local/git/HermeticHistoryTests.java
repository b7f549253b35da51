package dev.scriptorium.memory.local.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reported faults 108 to 117: what the user's Git configuration says makes no difference, and it is never opened. */
class HermeticHistoryTests {
    private static final String HOSTILE = """
            [commit]
            \tgpgsign = true
            [gpg]
            \tformat = ssh
            [user]
            \tsigningkey = /nowhere
            [core]
            \thooksPath = %1$s/hooks
            \tautocrlf = true
            \texcludesFile = %1$s/ignore
            \tattributesFile = %1$s/attributes
            \tsha1Implementation = nonsense
            \tfsync = none
            [filter "x"]
            \tclean = false
            [index]
            \tversion = 4
            """;

    private static final int ENOUGH_TO_PACK = 80;

    @TempDir
    Path directory;

    private Path workspace;
    private Path home;
    private Path classes;

    @BeforeEach
    void prepare() throws IOException {
        Path base = directory.toRealPath();
        workspace = Files.createDirectory(base.resolve("workspace"));
        home = Files.createDirectory(base.resolve("home"));
        classes = base.resolve("classes.log");
        Files.createDirectories(home.resolve("hooks"));
        Files.createDirectories(home.resolve(".config/git"));
        Files.writeString(home.resolve("ignore"), "*.md\ncore.md\nsources/\n");
        Files.writeString(home.resolve("attributes"), "* text=auto filter=x\n");
        for (String hook :
                List.of("pre-commit", "commit-msg", "post-commit", "reference-transaction", "post-index-change")) {
            script(home.resolve("hooks").resolve(hook));
        }
        // A git that would be noticed.
        script(home.resolve("bin/git"));
    }

    private void script(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\ntouch " + home + "/was-run\nexit 1\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void aHostileConfigurationChangesNoByte() throws Exception {
        Files.writeString(home.resolve(".gitconfig"), HOSTILE.formatted(home));
        Files.writeString(home.resolve(".config/git/config"), HOSTILE.formatted(home));
        Map<String, String> before = HistoryFixture.snapshot(home);

        String hostile = run(home.toString(), 3);

        assertThat(HistoryFixture.snapshot(home)).isEqualTo(before);
        Path other = Files.createDirectory(directory.resolve("other"));
        try (HistoryFixture fixture = new HistoryFixture(other.toRealPath())) {
            HermeticProgram.main(new String[] {fixture.root().toString(), "3"});
            assertThat(hostile.substring(0, 40))
                    .isEqualTo(fixture.history().head().orElseThrow());
        }
    }

    @Test
    void noConfigurationOfTheUserIsOpened() throws Exception {
        // Whoever opens a pipe that nobody writes to, waits.
        for (String file : List.of(".gitconfig", ".config/git/config", ".config/jgit/config", ".config/git/ignore")) {
            Path pipe = home.resolve(file);
            Files.createDirectories(pipe.getParent());
            assumeTrue(pipe(pipe), "no mkfifo on the path");
        }

        assertThat(run(home.toString(), ENOUGH_TO_PACK)).endsWith(" []");
        assertThat(Files.readAllLines(classes))
                .as("classes that read configuration or measure file systems when they are loaded")
                .noneMatch(line -> line.contains("org.eclipse.jgit.util.FS ")
                        || line.contains("org.eclipse.jgit.util.sha1.SHA1")
                        || line.contains("org.eclipse.jgit.lib.UserConfig")
                        || line.contains("org.eclipse.jgit.lib.ObjectInserter")
                        || line.contains("org.eclipse.jgit.internal.storage.file."));
    }

    @Test
    void aHomeThatIsMissingAFileOrReadOnlyDoesNotMatter() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "no directory");
        Path readOnly = Files.createDirectory(directory.resolve("read-only"));
        Files.setPosixFilePermissions(readOnly, PosixFilePermissions.fromString("r-xr-xr-x"));
        for (String place : List.of("/nowhere/at/all", file.toString(), readOnly.toString(), "")) {
            workspace = Files.createTempDirectory(directory.toRealPath(), "workspace");
            assertThat(run(place, 3)).endsWith(" []");
        }
        assertThat(readOnly).isEmptyDirectory();
        assertThat(Path.of("/nowhere")).doesNotExist();
    }

    private static boolean pipe(Path file) throws InterruptedException {
        try {
            return new ProcessBuilder("mkfifo", file.toString()).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private String run(String userHome, int commits) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Duser.home=" + userHome,
                "-Xlog:class+load:file=" + classes,
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                HermeticProgram.class.getName(),
                workspace.toString(),
                String.valueOf(commits)));
        Path output = directory.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(workspace.toFile())
                .redirectOutput(output.toFile())
                .redirectError(directory.resolve("errors").toFile());
        Map<String, String> environment = builder.environment();
        environment.put("HOME", userHome);
        environment.put("XDG_CONFIG_HOME", userHome + "/.config");
        environment.put("GIT_CONFIG_GLOBAL", userHome + "/.gitconfig");
        environment.put("GIT_DIR", directory.resolve("elsewhere").toString());
        environment.put("PATH", home.resolve("bin").toString());
        Process process = builder.start();
        boolean ended = process.waitFor(60, TimeUnit.SECONDS);
        process.destroyForcibly();
        String errors = Files.readString(directory.resolve("errors"));
        assertThat(ended).as("it waits for something: %s", errors).isTrue();
        assertThat(process.exitValue()).as(errors).isZero();
        assertThat(home.resolve("was-run")).doesNotExist();
        assertThat(directory.resolve("elsewhere")).doesNotExist();
        return Files.readString(output, StandardCharsets.UTF_8).strip();
    }
}
