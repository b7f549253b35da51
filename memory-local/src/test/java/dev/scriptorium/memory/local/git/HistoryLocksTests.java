package dev.scriptorium.memory.local.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Locks of somebody else, and what is left of our own. Reported faults 30 and 31. */
class HistoryLocksTests {
    @TempDir
    Path directory;

    private HistoryFixture fixture;
    private Path indexLock;
    private Path branchLock;

    @BeforeEach
    void open() throws IOException {
        fixture = new HistoryFixture(directory.toRealPath());
        fixture.commit("one", "topics/a.md", "1", "topics/b.md", "1");
        indexLock = fixture.git().resolve("index.lock");
        branchLock = fixture.git().resolve("refs/heads/main.lock");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private String status() throws IOException, InterruptedException {
        assumeTrue(HistoryFixture.hasGit(), "no git on the path");
        return fixture.git("status", "--porcelain");
    }

    @Test
    void aCommitIsMadeWhileSomebodyHoldsTheIndexAndItsEntriesFollowWithTheNext() throws Exception {
        Files.createFile(indexLock);

        CommitResult held = fixture.commit("two", "topics/a.md", "2", "topics/c.md", "2");
        assertThat(held.outcome()).isEqualTo(CommitResult.Outcome.COMMITTED);
        assertThat(held.notes()).singleElement().satisfies(note -> {
            assertThat(note.issue()).isEqualTo(HistoryIssue.INDEX_LOCKED);
            assertThat(note.subject()).isEqualTo(".git/index.lock");
        });
        assertThat(indexLock).as("the lock of somebody else").exists();
        assertThat(fixture.history().state().has(HistoryIssue.INDEX_DEFERRED)).isTrue();
        assertThat(fixture.reopened().syncIndex()).isPresent();

        Files.delete(indexLock);
        assertThat(fixture.commit("three", "topics/b.md", "3").notes()).isEmpty();
        assertThat(fixture.history().state().notes()).isEmpty();
        assertThat(status()).isEmpty();
    }

    @Test
    void owedIndexEntriesFollowWithoutAnotherCommit() throws Exception {
        Files.createFile(indexLock);
        fixture.commit("two", "topics/a.md", "2", "topics/b.md", null);
        Files.delete(indexLock);

        assertThat(fixture.reopened().syncIndex()).isEmpty();
        assertThat(fixture.history().state().notes()).isEmpty();
        assertThat(status()).isEmpty();
    }

    @Test
    void whatAPersonStagedWhileEntriesWereOwedStays() throws Exception {
        Files.createFile(indexLock);
        fixture.commit("two", "topics/a.md", "2", "topics/b.md", "2");
        Files.delete(indexLock);
        fixture.write("topics/a.md", "staged by hand");
        assumeTrue(HistoryFixture.hasGit(), "no git on the path");
        fixture.git("add", "topics/a.md");

        assertThat(fixture.history().syncIndex()).isEmpty();
        assertThat(status()).isEqualTo("M  topics/a.md\n");
    }

    @Test
    void aCommitIsOwedWhileSomebodyHoldsTheBranch() throws Exception {
        Files.createFile(branchLock);
        Optional<String> head = fixture.history().head();

        CommitResult owed = fixture.commit("two", "topics/a.md", "2");
        assertThat(owed.outcome()).isEqualTo(CommitResult.Outcome.OWED);
        assertThat(owed.commit()).isEmpty();
        assertThat(owed.notes()).singleElement().satisfies(note -> {
            assertThat(note.issue()).isEqualTo(HistoryIssue.BRANCH_LOCKED);
            assertThat(note.subject()).isEqualTo(".git/refs/heads/main.lock");
        });
        assertThat(fixture.history().head()).isEqualTo(head);
        assertThat(branchLock).exists();

        Files.delete(branchLock);
        assertThat(fixture.commit("two", "topics/a.md", "2").outcome()).isEqualTo(CommitResult.Outcome.COMMITTED);
        assertThat(status()).isEmpty();
    }

    @Test
    void aLockThatADeadProcessNotedIsRemoved() throws Exception {
        for (Path lock : new Path[] {indexLock, branchLock}) {
            Files.writeString(lock, "0123456789abcdef");
            Files.createDirectories(fixture.notes().getParent());
            Files.writeString(
                    fixture.notes(), "0123456789abcdef " + fixture.root().relativize(lock) + "\n");

            CommitResult result = fixture.commit("after " + lock.getFileName(), "topics/a.md", lock.toString());

            assertThat(result.outcome()).isEqualTo(CommitResult.Outcome.COMMITTED);
            assertThat(result.notes()).isEmpty();
            assertThat(lock).doesNotExist();
            assertThat(fixture.notes()).doesNotExist();
        }
        assertThat(status()).isEmpty();
    }

    @Test
    void aLockThatIsNotTheOneNotedIsLeftAlone() throws Exception {
        Files.createDirectories(fixture.notes().getParent());
        Files.writeString(fixture.notes(), "0123456789abcdef .git/index.lock\n");
        Files.writeString(indexLock, "DIRC and more");

        assertThat(fixture.commit("two", "topics/a.md", "2").has(HistoryIssue.INDEX_LOCKED))
                .isTrue();
        assertThat(indexLock).hasContent("DIRC and more");
    }

    @Test
    void anEmptyLockIsOursOnlyWhenItIsAsOldAsItsNote() throws Exception {
        Files.createDirectories(fixture.notes().getParent());
        Files.writeString(fixture.notes(), "0123456789abcdef .git/index.lock\n");
        Files.createFile(indexLock);
        Files.setLastModifiedTime(indexLock, FileTime.from(Instant.parse("2026-11-29T10:00:00Z")));
        Files.setLastModifiedTime(fixture.notes(), FileTime.from(Instant.parse("2026-11-29T09:00:00Z")));
        assertThat(fixture.commit("two", "topics/a.md", "2").has(HistoryIssue.INDEX_LOCKED))
                .isTrue();

        Files.writeString(fixture.notes(), "0123456789abcdef .git/index.lock\n");
        Files.setLastModifiedTime(fixture.notes(), FileTime.from(Instant.parse("2026-11-29T10:00:01Z")));
        assertThat(fixture.commit("three", "topics/a.md", "3").notes()).isEmpty();
        assertThat(status()).isEmpty();
    }

    @Test
    void aLockThatHoldsPartOfATokenIsOursEvenWhenItsNoteWasLost() throws Exception {
        for (Path lock : new Path[] {indexLock, branchLock}) {
            for (String left : new String[] {"0123456789abcdef", "01234567", "01234567\0\0\0\0\0\0\0\0"}) {
                Files.writeString(lock, left);
                fixture.reopened();

                CommitResult result = fixture.commit("after " + lock.getFileName(), "topics/a.md", lock + left);

                assertThat(result.outcome()).isEqualTo(CommitResult.Outcome.COMMITTED);
                assertThat(result.notes()).isEmpty();
                assertThat(lock).doesNotExist();
            }
        }
        assertThat(status()).isEmpty();
    }

    @Test
    void anEmptyLockOfTheBranchIsNobodysWhenTheMachineWasStartedSince() throws Exception {
        Files.createFile(branchLock);
        fixture.reopened();
        assertThat(fixture.commit("two", "topics/a.md", "2").outcome()).isEqualTo(CommitResult.Outcome.OWED);

        Files.setLastModifiedTime(branchLock, FileTime.from(Instant.parse("2001-01-01T00:00:00Z")));
        fixture.reopened();
        assertThat(fixture.commit("two", "topics/a.md", "2").outcome()).isEqualTo(CommitResult.Outcome.COMMITTED);
        assertThat(branchLock).doesNotExist();
    }

    @Test
    void notesThatMakeNoSenseRemoveNothing() throws Exception {
        Path outside = Files.writeString(fixture.root().resolve("topics/x.lock"), "0123456789abcdef");
        Path head = fixture.git().resolve("HEAD");
        Files.createDirectories(fixture.notes().getParent());
        Files.writeString(
                fixture.notes(),
                "\0\0\0\n0123456789abcdef .git/../topics/x.lock\n0123456789abcdef .git/HEAD\nnonsense\n");

        assertThat(fixture.commit("two", "topics/a.md", "2").notes()).isEmpty();
        assertThat(outside).exists();
        assertThat(head).exists();
        assertThat(fixture.notes()).doesNotExist();
    }

    @Test
    void temporaryFilesOfADeadProcessAreSwept() throws Exception {
        Path pack = Files.createFile(fixture.git().resolve("objects/pack/tmp_scriptorium_0123_4567"));
        Path index = Files.createFile(fixture.git().resolve("tmp_scriptorium_0123_4567"));
        Path others = Files.createFile(fixture.git().resolve("objects/pack/tmp_pack_abcdef"));

        fixture.reopened();
        fixture.commit("two", "topics/a.md", "2");

        assertThat(pack).doesNotExist();
        assertThat(index).doesNotExist();
        assertThat(others).as("of git, which sweeps it itself").exists();
    }

    @Test
    void twoCommitsAtOnceBothSucceed() throws Exception {
        Thread[] threads = new Thread[4];
        for (int n = 0; n < threads.length; n++) {
            String path = "topics/n" + n + ".md";
            threads[n] = new Thread(() -> {
                for (int i = 0; i < 10; i++) {
                    fixture.history()
                            .commit(CommitDraft.builder(path + i, HistoryFixture.AT)
                                    .put(path, new byte[] {(byte) i})
                                    .build());
                }
            });
            threads[n].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(fixture.history().log(1000, Optional.empty())).hasSize(41);
        assertThat(fixture.history().files(fixture.history().head().orElseThrow()))
                .hasSize(6);
    }
}
