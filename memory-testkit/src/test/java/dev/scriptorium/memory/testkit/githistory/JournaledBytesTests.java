package dev.scriptorium.memory.testkit.githistory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is committed is what was installed, whatever somebody has made of the files since. */
@ExtendWith(WorkspaceExtension.class)
class JournaledBytesTests {
    private TemporaryWorkspace memory;
    private Owner owner;
    private Git git;
    private Path lock;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        assumeTrue(Git.isHere(), "no git here: nothing holds the lock of a branch");
        memory = workspace;
        owner = Owner.of(workspace);
        git = Git.in(workspace.directory());
        lock = owner.file(".git/" + git.run("symbolic-ref", "HEAD").strip() + ".lock");
    }

    /** Commits are owed until the lock is gone. */
    private void holdsTheBranch() throws IOException {
        Files.createFile(lock);
    }

    @Test
    void a_topic_that_somebody_rewrites_in_between_is_committed_as_it_was_installed() throws IOException {
        holdsTheBranch();
        owner.adds();
        String installed = memory.text(Owner.TOPIC);
        memory.handEdited();
        Files.writeString(owner.file(Owner.TOPIC), installed.replace("of the owner", "as typed by hand"));
        Files.delete(lock);
        owner.adds("topics/other.md");
        assertThat(git.show("HEAD", Owner.TOPIC)).isEqualTo(installed);
    }

    @Test
    void an_archive_that_somebody_changes_in_between_is_committed_as_it_was_written() throws IOException {
        holdsTheBranch();
        owner.archives();
        owner.archives();
        String written = memory.text(Owner.ARCHIVE);
        Files.writeString(owner.file(Owner.ARCHIVE), written.replace("Turn 1 was said", "Turn 1 was told"));
        Files.delete(lock);
        owner.adds();
        assertThat(git.show("HEAD", Owner.ARCHIVE)).isEqualTo(written);
        assertThat(owner.behind()).isZero();
        assertThat(owner.check()).anyMatch(finding -> finding.startsWith("SOURCE_MODIFIED"));
        Files.writeString(owner.file(Owner.ARCHIVE), written);
    }

    @Test
    void an_archive_that_is_nowhere_as_it_was_written_is_owed_and_named() throws IOException {
        holdsTheBranch();
        owner.archives();
        String written = memory.text(Owner.ARCHIVE);
        Files.writeString(owner.file(Owner.ARCHIVE), written.replace("Turn 1 was said", "Turn 1 was told"));
        Files.delete(lock);
        // The history has lost it as well: a person has rewritten it without archives.
        git.run("rm", "--quiet", "-r", "--cached", "sources");
        git.run("commit", "--quiet", "--amend", "-m", "Without what was said", "--allow-empty");
        owner.adds();
        assertThat(owner.behind()).isEqualTo(2);
        assertThat(owner.reason()).contains(Owner.ARCHIVE).contains("not what was written");

        Files.writeString(owner.file(Owner.ARCHIVE), written);
        owner.adds();
        assertThat(owner.behind()).isZero();
        assertThat(git.show("HEAD", Owner.ARCHIVE)).isEqualTo(written);
    }
}
