package dev.scriptorium.memory.testkit.githistory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.scriptorium.memory.local.UpdateResult;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A person uses git in the workspace while the memory writes. */
@ExtendWith(WorkspaceExtension.class)
class PersonsGitTests {
    private TemporaryWorkspace memory;
    private Owner owner;
    private Git git;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        assumeTrue(Git.isHere(), "no git here: what a person does with it is not tried");
        memory = workspace;
        owner = Owner.of(workspace);
        git = Git.in(workspace.directory());
    }

    private void everythingIsClean() {
        assertThat(git.status()).isEmpty();
        assertThat(git.complaints()).isEmpty();
        assertThat(git.run("log", "-p")).isNotBlank();
        assertThat(git.run("diff", "HEAD")).isEmpty();
        assertThat(owner.check()).isEmpty();
    }

    private void commitsReadme() throws IOException {
        write(owner.file("README"), "What a person keeps here.\n");
        git.run("add", "README");
        git.run("commit", "-m", "A person's README");
    }

    @Test
    void a_person_commits_between_our_commits_and_everything_is_clean_at_every_step() throws IOException {
        owner.adds(50);
        everythingIsClean();
        commitsReadme();
        everythingIsClean();
        owner.adds();
        everythingIsClean();
        assertThat(git.run("ls-tree", "--name-only", "HEAD")).contains("README");
        assertThat(git.run("log", "--format=%an", "-3")).isEqualTo("Scriptorium Memory\nAda\nScriptorium Memory\n");
    }

    /** What a person does, on the way between our commits. */
    enum Action {
        AMENDS,
        RESETS_SOFTLY,
        RESETS_THE_INDEX,
        COLLECTS_GARBAGE,
        REPACKS,
        PACKS_REFERENCES,
        ADDS_A_WORK_TREE,
        REBASES,
        SQUASHES,
        STASHES,
        MERGES,
        RENAMES_THE_BRANCH,
        ADDS_EVERYTHING,
        WANTS_SIGNATURES,
        SPLITS_THE_INDEX,
        TAGS
    }

    private void does(Action action) throws IOException {
        switch (action) {
            case AMENDS -> git.run("commit", "--amend", "-m", "Amended");
            case RESETS_SOFTLY -> git.run("reset", "--soft", "HEAD~3");
            case RESETS_THE_INDEX -> git.run("reset", "HEAD~3");
            case COLLECTS_GARBAGE -> {
                git.run("reflog", "expire", "--expire=now", "--all");
                git.run("gc", "--aggressive", "--prune=now", "--quiet");
            }
            case REPACKS -> git.run("repack", "-a", "-d", "-f", "--quiet");
            case PACKS_REFERENCES -> git.run("pack-refs", "--all", "--prune");
            case ADDS_A_WORK_TREE ->
                git.run(
                        "worktree",
                        "add",
                        "--quiet",
                        memory.beside().resolve("tree").toString(),
                        "-b",
                        "side");
            case REBASES -> git.run("rebase", "--quiet", "--force-rebase", "HEAD~3");
            case SQUASHES -> {
                git.run("reset", "--soft", "HEAD~3");
                git.run("commit", "-m", "Three in one");
            }
            case STASHES -> {
                write(owner.file("README"), "begun\n");
                git.run("add", "README");
                git.run("stash");
                git.run("stash", "pop");
                git.run("commit", "-m", "From the stash");
            }
            case MERGES -> {
                git.run("checkout", "--quiet", "-b", "side");
                write(owner.file("SIDE"), "side\n");
                git.run("add", "SIDE");
                git.run("commit", "-m", "On the side");
                git.run("checkout", "--quiet", "-");
                git.run("merge", "--no-ff", "-m", "Merged", "side");
            }
            case RENAMES_THE_BRANCH -> git.run("branch", "-m", "memory");
            case ADDS_EVERYTHING -> git.run("add", "--all");
            case WANTS_SIGNATURES -> {
                git.run("config", "commit.gpgsign", "true");
                git.run("config", "gpg.program", "/bin/false");
                git.run("config", "core.autocrlf", "true");
                git.run("config", "core.hooksPath", "/nowhere");
            }
            case SPLITS_THE_INDEX -> git.run("update-index", "--split-index");
            case TAGS -> git.run("tag", "-a", "v1", "-m", "A tag");
        }
    }

    /** Makes a file that only its owner may read, as everything here is. */
    private static void write(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    @ParameterizedTest
    @EnumSource(Action.class)
    void whatever_a_person_does_on_our_branch_our_commits_come_on_top(Action action) throws IOException {
        owner.adds(5);
        memory.handEdited();
        does(action);
        String tip = git.commit("HEAD");
        UpdateResult first = owner.adds();
        UpdateResult second = owner.adds();
        assertThat(first.gitCommit()).isPresent();
        assertThat(git.commit("HEAD")).isEqualTo(second.gitCommit().orElseThrow());
        assertThat(git.commit("HEAD~2")).isEqualTo(tip);
        assertThat(git.complaints()).isEmpty();
        assertThat(owner.behind()).isZero();
        assertThat(git.show("HEAD", Owner.TOPIC)).isEqualTo(memory.text(Owner.TOPIC));
        if (action == Action.SPLITS_THE_INDEX) {
            assertThat(owner.check()).anyMatch(finding -> finding.startsWith("HISTORY_BEHIND"));
            memory.leaveUnchecked();
        } else {
            assertThat(git.status()).doesNotContain(Owner.TOPIC);
        }
        memory.reopen();
        assertThat(owner.adds().gitCommit()).isPresent();
    }

    @Test
    void a_hard_reset_is_named_and_never_undone() {
        owner.adds(5);
        String before = git.commit("HEAD");
        git.run("reset", "--hard", "HEAD~3");
        memory.handEdited();
        assertThat(owner.notes()).contains("HISTORY_MOVED");
        String tip = git.commit("HEAD");
        assertThat(owner.adds("topics/other.md").gitCommit()).isPresent();
        assertThat(git.isBefore(tip, "HEAD")).isTrue();
        assertThat(git.isBefore(before, "HEAD")).isFalse();
        assertThat(git.complaints()).isEmpty();
        assertThat(owner.notes()).doesNotContain("HISTORY_MOVED");
        memory.clock().advance(Duration.ofMinutes(1));
        owner.status();
        memory.clock().advance(Duration.ofMinutes(1));
        owner.adds("topics/other.md");
        assertThat(git.status()).isEmpty();
    }

    @Test
    void commits_go_to_our_branch_while_a_person_is_on_another_one() {
        owner.adds(3);
        String ours = git.run("symbolic-ref", "--short", "HEAD").strip();
        git.run("checkout", "--quiet", "-b", "feature");
        String feature = git.commit("feature");
        String index = git.run("ls-files", "--stage");
        assertThat(owner.adds().gitCommit()).contains(git.commit(ours));
        assertThat(git.commit("feature")).isEqualTo(feature);
        assertThat(git.isBefore(feature, ours)).isTrue();
        assertThat(git.run("ls-files", "--stage")).isEqualTo(index);
        assertThat(git.status()).isEqualTo(" M core.md\n M topics/m.md\n".replace(" M core.md\n", coreLine()));
        assertThat(owner.notes()).contains("HISTORY_FOREIGN_BRANCH");
        assertThat(git.complaints()).isEmpty();
        git.run("symbolic-ref", "HEAD", "refs/heads/" + ours);
        git.run("reset", "--quiet");
        assertThat(git.status()).isEmpty();
        owner.adds();
        everythingIsClean();
    }

    private String coreLine() {
        return git.status().contains("core.md") ? " M core.md\n" : "";
    }

    @Test
    void commits_go_to_our_branch_while_head_is_detached() {
        owner.adds(3);
        String ours = git.run("symbolic-ref", "--short", "HEAD").strip();
        git.run("checkout", "--quiet", "--detach");
        assertThat(owner.adds().gitCommit()).contains(git.commit(ours));
        assertThat(git.commit("HEAD")).isEqualTo(git.commit(ours + "~1"));
        assertThat(owner.notes()).contains("HISTORY_DETACHED_HEAD");
        assertThat(git.complaints()).isEmpty();
        git.run("checkout", "--quiet", "--force", ours);
        owner.adds();
        everythingIsClean();
    }

    @Test
    void a_held_index_is_left_alone_and_its_entries_are_owed() throws IOException {
        owner.adds(2);
        Path lock = Files.writeString(owner.file(".git/index.lock"), "a person's");
        assertThat(owner.adds().gitCommit()).contains(git.commit("HEAD"));
        assertThat(lock).hasContent("a person's");
        assertThat(owner.check()).anyMatch(finding -> finding.startsWith("HISTORY_BEHIND"));
        assertThat(git.run("status", "--porcelain")).contains(Owner.TOPIC);
        Files.delete(lock);
        owner.adds();
        everythingIsClean();
    }

    @Test
    void a_held_branch_is_left_alone_and_the_commits_follow_one_by_one() throws IOException {
        owner.adds(2);
        String tip = git.commit("HEAD");
        String branch = git.run("symbolic-ref", "HEAD").strip();
        Path lock = Files.createFile(owner.file(".git/" + branch + ".lock"));
        for (int i = 0; i < 3; i++) {
            assertThat(owner.adds().gitCommit()).isEmpty();
        }
        assertThat(git.commit("HEAD")).isEqualTo(tip);
        assertThat(owner.behind()).isEqualTo(3);
        assertThat(owner.reason()).contains("BRANCH_LOCKED").contains(branch + ".lock");
        assertThat(lock).exists();
        memory.reopen();
        assertThat(owner.behind()).isEqualTo(3);
        Files.delete(lock);
        owner.adds();
        assertThat(git.commit("HEAD~4")).isEqualTo(tip);
        assertThat(git.run("log", "--format=%(trailers:key=Scriptorium-Operation,valueonly)", "-4")
                        .lines()
                        .filter(line -> !line.isBlank())
                        .distinct())
                .hasSize(4);
        everythingIsClean();
    }

    @Test
    void a_person_moves_head_while_commits_are_owed() throws IOException {
        owner.adds(3);
        String branch = git.run("symbolic-ref", "HEAD").strip();
        Path lock = Files.createFile(owner.file(".git/" + branch + ".lock"));
        owner.adds(2);
        Files.delete(lock);
        commitsReadme();
        String theirs = git.commit("HEAD");
        assertThat(owner.notes()).contains("HISTORY_MOVED");
        owner.adds();
        assertThat(git.commit("HEAD~3")).isEqualTo(theirs);
        everythingIsClean();
    }

    @Test
    void a_repository_inside_topics_is_nobodys_business_but_its_owners() throws IOException {
        owner.adds(2);
        Path nested = Files.createDirectories(owner.file("topics/nested"));
        Git inner = Git.in(nested);
        inner.run("init", "--quiet");
        List<String> before = listing(nested.resolve(".git"));
        memory.reopen();
        assertThat(owner.adds("topics/nested/own.md").gitCommit()).isPresent();
        assertThat(owner.adds().gitCommit()).isPresent();
        assertThat(listing(nested.resolve(".git"))).isEqualTo(before);
        assertThat(git.complaints()).isEmpty();
        assertThat(git.show("HEAD", "topics/nested/own.md")).isEqualTo(memory.text("topics/nested/own.md"));
        memory.leaveUnchecked();
    }

    private static List<String> listing(Path directory) throws IOException {
        try (var files = Files.walk(directory)) {
            return files.sorted()
                    .map(file -> {
                        try {
                            return file + " " + Files.getPosixFilePermissions(file);
                        } catch (IOException e) {
                            throw new AssertionError(e);
                        }
                    })
                    .toList();
        }
    }

    @Test
    void a_repository_of_another_user_is_named_and_used() throws IOException, InterruptedException {
        owner.adds(2);
        assumeTrue(
                new ProcessBuilder("chown", "-R", "54321", owner.file(".git").toString())
                                .redirectErrorStream(true)
                                .start()
                                .waitFor()
                        == 0,
                "not root: nothing can be given to another user");
        memory.reopen();
        assertThat(owner.adds().gitCommit()).isPresent();
        assertThat(owner.notes()).contains("HISTORY_FOREIGN_OWNER");
        assertThat(owner.status().notes())
                .filteredOn(note -> note.code().equals("HISTORY_FOREIGN_OWNER"))
                .allSatisfy(note -> assertThat(note.hint()).contains("safe.directory"));
        new ProcessBuilder("chown", "-R", "0", owner.file(".git").toString())
                .start()
                .waitFor();
        everythingIsClean();
    }
}
