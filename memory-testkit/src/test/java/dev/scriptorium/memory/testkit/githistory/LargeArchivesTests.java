package dev.scriptorium.memory.testkit.githistory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.testkit.session.InMemorySession;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Each commit of a large archive stores all of it again, so it enters the history when it has grown, or at the end. */
@ExtendWith(WorkspaceExtension.class)
class LargeArchivesTests {
    private static final String ARCHIVE = "sources/local/_v2/long.md";
    private static final int LARGE = 300 << 10;

    private TemporaryWorkspace memory;
    private InMemorySession session;
    private Git git;
    private Owner owner;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        assumeTrue(Git.isHere(), "no git here to look at the history with");
        memory = workspace;
        owner = Owner.of(workspace);
        git = Git.in(workspace.directory());
        session = workspace.store().session("long");
        says("u1", "A long story. ".repeat(LARGE / 14));
    }

    private void says(String id, String text) {
        session.say(id, text);
        memory.backend().extractBeforeDiscard(DiscardRequest.of(session.id(), session.turns()));
    }

    private String committed() {
        return git.show("HEAD", ARCHIVE);
    }

    @Test
    void a_large_archive_waits_until_it_has_grown_and_status_counts_it() {
        assertThat(committed()).isEqualTo(memory.text(ARCHIVE));
        String first = committed();
        says("u2", "A little more.");
        owner.adds();
        assertThat(committed()).isEqualTo(first);
        assertThat(owner.behind()).isOne();
        assertThat(git.status()).isEqualTo(" M " + ARCHIVE + "\n");
        says("u3", "Much more. ".repeat((64 << 10) / 11 + 1));
        assertThat(committed()).isEqualTo(memory.text(ARCHIVE));
        assertThat(owner.behind()).isZero();
        assertThat(git.status()).isEmpty();
    }

    @Test
    void closing_commits_what_was_put_off() {
        says("u2", "A little more.");
        memory.close();
        assertThat(committed()).isEqualTo(memory.text(ARCHIVE));
        assertThat(git.status()).isEmpty();
    }

    @Test
    void what_somebody_changed_meanwhile_does_not_enter_as_ours() throws IOException {
        says("u2", "A little more.");
        String first = committed();
        String written = memory.text(ARCHIVE);
        Files.writeString(owner.file(ARCHIVE), written.replaceFirst("long story", "tall story"));
        memory.workspace().maintain().check();
        assertThat(committed()).isEqualTo(first);
        assertThat(owner.reason()).contains(ARCHIVE).contains("not what was written");
        Files.writeString(owner.file(ARCHIVE), written);
        assertThat(owner.check())
                .noneMatch(finding -> finding.startsWith("SOURCE_MODIFIED") || finding.startsWith("HISTORY_BEHIND"));
        assertThat(committed()).isEqualTo(written);
    }

    @Test
    void what_a_reset_took_out_of_the_history_enters_again() {
        owner.adds();
        git.run("reset", "-q", "HEAD~2");
        assertThat(git.attempt("show", "HEAD:" + ARCHIVE).code()).isNotZero();
        owner.adds();
        memory.close();
        assertThat(committed()).isEqualTo(memory.text(ARCHIVE));
        assertThat(git.status()).isEmpty();
        memory.reopen();
        assertThat(owner.behind()).isZero();
    }

    @Test
    void one_spoiled_archive_keeps_no_other_out() throws IOException {
        String other = "sources/local/_v2/other.md";
        InMemorySession second = memory.store().session("other").say("o1", "Another story. ".repeat(LARGE / 15));
        memory.backend().extractBeforeDiscard(DiscardRequest.of(second.id(), second.turns()));
        owner.adds();
        says("u2", "A little more.");
        second.say("o2", "A little more.");
        memory.backend().extractBeforeDiscard(DiscardRequest.of(second.id(), second.turns()));
        owner.adds();
        assertThat(owner.behind()).isEqualTo(2);
        String written = memory.text(ARCHIVE);
        Files.writeString(owner.file(ARCHIVE), written.replaceFirst("long story", "tall story"));

        memory.workspace().maintain().check();

        assertThat(git.show("HEAD", other)).isEqualTo(memory.text(other));
        assertThat(committed()).isNotEqualTo(memory.text(ARCHIVE));
        assertThat(owner.reason()).contains(ARCHIVE).doesNotContain(other);
        Files.writeString(owner.file(ARCHIVE), written);
        memory.workspace().maintain().check();
        assertThat(committed()).isEqualTo(written);
    }
}
