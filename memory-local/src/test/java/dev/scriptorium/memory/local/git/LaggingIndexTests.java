package dev.scriptorium.memory.local.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A person commits while the index stands for an older commit than our branch: {@code git} then undoes our commits. */
class LaggingIndexTests {
    @TempDir
    Path directory;

    private HistoryFixture fixture;

    @BeforeAll
    static void gitIsHere() {
        assumeTrue(HistoryFixture.hasGit(), "no git on the path");
    }

    @BeforeEach
    void ourIndexLagsBehind() throws IOException {
        fixture = new HistoryFixture(directory.toRealPath());
        fixture.commit("one", "topics/changed.md", "1", "topics/removed.md", "1", "topics/kept.md", "1");
        Path lock = fixture.root().resolve(".git/index.lock");
        Files.createFile(lock);
        assertThat(fixture.commit("two", "topics/changed.md", "2", "topics/removed.md", null, "topics/added.md", "2")
                        .has(HistoryIssue.INDEX_LOCKED))
                .isTrue();
        Files.delete(lock);
    }

    @AfterEach
    void close() throws Exception {
        assertThat(fixture.git("fsck", "--strict", "--full", "--no-dangling")).doesNotContain("error", "warning");
        fixture.close();
    }

    private void aPersonCommits() throws Exception {
        fixture.git("commit", "-q", "--allow-empty", "-m", "by hand");
        assertThat(fixture.git("show", "HEAD:topics/changed.md"))
                .as("what git does with such an index")
                .isEqualTo("1");
    }

    private void theHistoryHoldsWhatIsOnDisk() throws Exception {
        assertThat(fixture.git("status", "--porcelain")).isEmpty();
        assertThat(fixture.git("show", "HEAD:topics/changed.md")).isEqualTo("2");
        assertThat(fixture.git("ls-tree", "-r", "--name-only", "HEAD", "topics"))
                .isEqualTo("topics/added.md\ntopics/changed.md\ntopics/kept.md\n");
    }

    @Test
    void whatTheCommitTookBackIsPutBackWhenWeComeBy() throws Exception {
        aPersonCommits();

        assertThat(fixture.reopened().recover()).isEmpty();

        theHistoryHoldsWhatIsOnDisk();
        assertThat(fixture.git("log", "--format=%s")).isEqualTo("""
                        Put back what a commit took back
                        by hand
                        two
                        one
                        """);
        assertThat(fixture.reopened().recover()).isEmpty();
        assertThat(fixture.history().log(10, Optional.empty())).hasSize(4);
    }

    @Test
    void whatTheCommitTookBackIsPutBackBeforeOurNextCommit() throws Exception {
        aPersonCommits();

        fixture.write("topics/kept.md", "3");
        CommitResult result = fixture.history()
                .commit(CommitDraft.builder("three", HistoryFixture.AT)
                        .put("topics/kept.md", new byte[] {'3'})
                        .build());

        assertThat(result.movedBy().orElseThrow().kind()).isEqualTo(HeadMove.Kind.COMMITTED);
        theHistoryHoldsWhatIsOnDisk();
        assertThat(fixture.history().log(2, Optional.empty()))
                .extracting(CommitSummary::message)
                .containsExactly(
                        "three",
                        "Put back what a commit took back\n\nIt was made from an index that was not up to date.");
    }

    @Test
    void whoTookAChangeBackOnPurposeIsNotContradicted() throws Exception {
        fixture.git("checkout", "-q", "HEAD~1", "--", "topics/changed.md");
        fixture.git("commit", "-qm", "the old wording was better");

        fixture.reopened().recover();

        assertThat(fixture.git("show", "HEAD:topics/changed.md")).isEqualTo("1");
        assertThat(fixture.git("ls-tree", "-r", "--name-only", "HEAD", "topics"))
                .as("the others were taken back unawares")
                .isEqualTo("topics/added.md\ntopics/changed.md\ntopics/kept.md\n");
        assertThat(fixture.git("status", "--porcelain")).isEmpty();
    }

    @Test
    void aFileThatWeChangedAgainSinceIsLeftAsItIs() throws Exception {
        aPersonCommits();
        fixture.write("topics/changed.md", "edited since");

        fixture.reopened().recover();

        assertThat(fixture.git("show", "HEAD:topics/changed.md")).isEqualTo("1");
        assertThat(fixture.git("status", "--porcelain")).isEqualTo(" M topics/changed.md\n");
    }
}
