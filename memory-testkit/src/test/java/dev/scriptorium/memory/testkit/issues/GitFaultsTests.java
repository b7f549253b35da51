package dev.scriptorium.memory.testkit.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.scriptorium.memory.testkit.githistory.Git;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reported faults, group 13: the user's setup of Git reaches into a history that is none of its business. */
class GitFaultsTests {
    private static final int MANY = 250;

    @TempDir
    private Path directory;

    private GitHome home;

    @BeforeEach
    void begin() throws IOException {
        assumeTrue(Git.isHere(), "no git here to look at the commits with");
        home = GitHome.below(directory);
    }

    /** 108, 110: {@code commit.gpgsign}. */
    @Test
    void a_user_who_signs_every_commit_signs_none_of_ours_and_is_asked_for_no_pass_phrase() throws Exception {
        home.configured("""
                [user]
                \tsigningkey = 0xDEADBEEF
                [commit]
                \tgpgsign = true
                [tag]
                \tgpgsign = true
                [gpg]
                \tprogram = %s
                """.formatted(home.script("bin/gpg"))).commits();
    }

    /** 109: {@code gpg.format=ssh} alone. */
    @Test
    void a_form_of_signatures_that_is_not_known_is_not_read() throws Exception {
        home.configured("""
                [gpg]
                \tformat = ssh
                [gpg "ssh"]
                \tallowedSignersFile = /nowhere
                [commit]
                \tgpgsign = true
                """).commits();
    }

    /** 111: no {@code user.name}. */
    @Test
    void a_user_without_a_name_commits_under_ours() throws Exception {
        home.configured("[user]\n\tuseConfigOnly = true\n").commits();
    }

    /** 112: a home that is read-only, a file, missing or unset. */
    @Test
    void a_home_that_cannot_be_used_is_not_missed() throws Exception {
        Path readOnly = Files.createDirectory(home.beside("read-only"));
        Files.setPosixFilePermissions(readOnly, PosixFilePermissions.fromString("r-xr-xr-x"));
        home.commits(readOnly.toString());
        assertThat(readOnly).isEmptyDirectory();
        Path closed = Files.createDirectory(home.beside("closed"));
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
        home.commits(closed.toString());
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
        assertThat(closed).isEmptyDirectory();
        home.commits(Files.writeString(home.beside("file"), "no directory").toString());
        home.commits("/nowhere/at/all");
        assertThat(Path.of("/nowhere")).doesNotExist();
        home.commits(null);
    }

    /** 112: configuration that cannot be parsed. */
    @Test
    void a_configuration_that_is_broken_is_not_read() throws Exception {
        home.configured("[core\nnonsense\u0000").commits();
    }

    /** 113: a {@code git} on the path that is slow, or forbidden. */
    @Test
    void no_process_is_started_to_find_the_configuration_of_the_machine() throws Exception {
        home.script("bin/git");
        home.commits();
        assertThat(home.ran()).isFalse();
    }

    /** 114: a remote and a credential helper. */
    @Test
    void remotes_and_helpers_have_no_part_in_a_local_commit() throws Exception {
        home.configured("[credential]\n\thelper = %s\n".formatted(home.script("bin/helper")))
                .commits();
        home.git().run("remote", "add", "origin", "https://user@example.invalid/memory.git");
        home.git().run("config", "push.default", "current");
        home.git().run("config", "credential.helper", home.script("bin/helper").toString());
        home.commits();
        assertThat(home.git().run("remote")).isEqualTo("origin\n");
    }

    /** 116: global excludes. */
    @Test
    void what_a_user_ignores_everywhere_is_in_the_history() throws Exception {
        Path ignored = Files.writeString(home.home().resolve("ignore"), "*.md\ncore.md\nsources/\ntopics/\n");
        Files.writeString(home.home().resolve(".config/git/ignore"), "*.md\n");
        home.configured("[core]\n\texcludesFile = %s\n".formatted(ignored)).commits();
        assertThat(home.git().run("ls-tree", "-r", "--name-only", "HEAD"))
                .contains("core.md")
                .contains("topics/t1.md")
                .contains("sources/local/_v2/s.md");
    }

    /** 117: {@code core.autocrlf}, and attributes of a directory above. */
    @Test
    void line_ends_are_bytes_like_others_and_survive_a_checkout() throws Exception {
        Path attributes = Files.writeString(home.home().resolve("attributes"), "* text=auto eol=crlf\n");
        Files.writeString(home.workspace().resolveSibling(".gitattributes"), "* text=auto\n");
        home.configured("[core]\n\tautocrlf = true\n\teol = crlf\n\tattributesFile = %s\n".formatted(attributes))
                .commits();
        Path archive = home.workspace().resolve("sources/local/_v2/s.md");
        byte[] before = Files.readAllBytes(archive);
        Files.delete(archive);
        home.git().run("-c", "core.autocrlf=true", "-c", "core.eol=crlf", "checkout", "HEAD", "--", "sources");
        assertThat(archive).hasBinaryContent(before);
    }

    /** 118: a repository of another user. */
    @Test
    void a_repository_that_another_user_owns_is_committed_to() throws Exception {
        home.commits();
        assumeTrue(
                new ProcessBuilder(
                                        "chown",
                                        "-R",
                                        "54321",
                                        home.workspace().resolve(".git").toString())
                                .start()
                                .waitFor()
                        == 0,
                "not root: nothing can be given to another user");
        assertThat(home.git().attempt("log").output()).contains("safe.directory");
        home.runs(home.home().toString());
        assertThat(new ProcessBuilder(
                                "chown",
                                "-R",
                                "0",
                                home.workspace().resolve(".git").toString())
                        .start()
                        .waitFor())
                .isZero();
        home.everythingIsCommitted();
    }

    /** 120: thousands of commits without garbage collection; how large they get is measured by the bench {@code history}. */
    @Test
    void many_commits_do_not_stay_many_packs() throws Exception {
        TemporaryWorkspace memory = TemporaryWorkspace.create();
        try {
            TopicDoor door = TopicDoor.of(memory);
            for (int i = 0; i < MANY; i++) {
                door.change(TopicDoor.adding("Record " + i + ".", "topics/t" + i % 10 + ".md"));
            }
            memory.reopen();
            memory.close();
            Git git = Git.in(memory.directory());
            assertThat(git.run("rev-list", "--count", "HEAD").strip()).matches(count -> Integer.parseInt(count) > MANY);
            String packs = git.run("count-objects", "-v")
                    .lines()
                    .filter(line -> line.startsWith("packs: "))
                    .findFirst()
                    .orElseThrow();
            assertThat(Integer.parseInt(packs.substring("packs: ".length()))).isLessThan(MANY / 2);
            assertThat(git.complaints()).isEmpty();
            assertThat(git.status()).isEmpty();
        } finally {
            memory.delete();
        }
    }

    /** 121: {@code core.hooksPath}. */
    @Test
    void hooks_are_not_run_by_our_commits_and_still_by_a_persons() throws Exception {
        Path hooks = home.script("hooks/pre-commit").getParent();
        for (String hook : new String[] {"commit-msg", "post-commit", "reference-transaction", "prepare-commit-msg"}) {
            home.script("hooks/" + hook);
        }
        home.configured("[core]\n\thooksPath = %s\n".formatted(hooks)).commits();
        Files.writeString(
                hooks.resolve("pre-commit"), "#!/bin/sh\ntouch " + home.beside("persons-hook") + "\nexit 1\n");
        assertThat(home.git()
                        .attempt("-c", "core.hooksPath=" + hooks, "commit", "--allow-empty", "-m", "By hand")
                        .code())
                .isNotZero();
        assertThat(home.beside("persons-hook")).exists();
        Files.delete(home.beside("persons-hook"));
        home.commits();
    }
}
