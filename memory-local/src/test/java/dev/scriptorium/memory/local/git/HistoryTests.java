package dev.scriptorium.memory.local.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTests {
    @TempDir
    Path directory;

    private HistoryFixture fixture;

    @BeforeEach
    void open() throws IOException {
        fixture = new HistoryFixture(directory.toRealPath());
    }

    @AfterEach
    void nothingIsLeftBehind() throws IOException {
        fixture.close();
        try (Stream<Path> files = Files.walk(fixture.git())) {
            assertThat(files.map(path -> path.getFileName().toString()))
                    .noneMatch(name -> name.startsWith("tmp_") || name.endsWith(".lock"));
        }
        assertThat(fixture.notes()).doesNotExist();
    }

    @Test
    void aNewWorkspaceHasARepositoryWithoutCommits() throws IOException {
        assertThat(fixture.history().head()).isEmpty();
        assertThat(fixture.history().log(10, Optional.empty())).isEmpty();
        assertThat(fixture.history().state().standing()).isEqualTo(HistoryState.Standing.OURS);
        assertThat(fixture.git().resolve("HEAD")).hasContent("ref: refs/heads/main");
        assertThat(Files.readString(fixture.git().resolve("info/exclude")))
                .isEqualTo("/.scriptorium*\n/.nativemem*\n/timeline/\n/recent_events.jsonl\n/relations.json\n");
    }

    @Test
    void everythingWrittenBelongsToItsOwnerAlone() throws IOException {
        fixture.commit("first", "topics/a.md", "a");

        try (Stream<Path> files = Files.walk(fixture.git())) {
            for (Path path : files.toList()) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                        .as(path.toString())
                        .isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------");
            }
        }
    }

    @Test
    void aCommitHoldsTheGivenBytesAndNothingOfTheWorkTree() throws IOException {
        byte[] bytes = "\ufeffline\r\nother\rlast \u0000\u00ff".getBytes(StandardCharsets.UTF_8);
        Files.createDirectories(fixture.root().resolve("topics"));
        Files.writeString(fixture.root().resolve("topics/a.md"), "something else");
        Files.writeString(fixture.root().resolve("topics/b.md"), "not given");

        CommitResult result = fixture.history()
                .commit(CommitDraft.builder("first", HistoryFixture.AT)
                        .put("topics/a.md", bytes)
                        .build());

        String id = result.commit().orElseThrow();
        assertThat(result.outcome()).isEqualTo(CommitResult.Outcome.COMMITTED);
        assertThat(fixture.history().head()).contains(id);
        assertThat(fixture.history().read(id, "topics/a.md")).hasValue(bytes);
        assertThat(fixture.history().files(id)).isEqualTo(Map.of("topics/a.md", History.blobId(bytes)));
    }

    @Test
    void aCommitSaysWhoWhenAndWhy() {
        CommitResult result = fixture.history()
                .commit(CommitDraft.builder("Link Ada and the tracker\n\nBecause she asked.", HistoryFixture.AT)
                        .operation("op-1")
                        .caller("owner\nEvil: yes")
                        .put("topics/人.md", "a".getBytes(StandardCharsets.UTF_8))
                        .build());

        CommitSummary summary = fixture.history().log(1, Optional.empty()).get(0);
        assertThat(summary.id()).isEqualTo(result.commit().orElseThrow());
        assertThat(summary.author()).isEqualTo("Scriptorium Memory <memory@scriptorium.local>");
        assertThat(summary.at()).isEqualTo(HistoryFixture.AT);
        assertThat(summary.message()).isEqualTo("Link Ada and the tracker\n\nBecause she asked.");
        assertThat(summary.operation()).contains("op-1");
        assertThat(summary.caller()).contains("owner Evil: yes");
        assertThat(summary.trailers()).hasSize(2);
        assertThat(summary.changedPaths()).containsExactly("topics/人.md");
    }

    @Test
    void theIdOfACommitDependsOnItsContentOnly(@TempDir Path other) throws IOException {
        CommitResult here = fixture.commit("first", "topics/a.md", "a", "core.md", "c");
        try (HistoryFixture there = new HistoryFixture(other.toRealPath())) {
            assertThat(there.commit("first", "topics/a.md", "a", "core.md", "c").commit())
                    .isEqualTo(here.commit());
        }
        assertThat(here.commit()).contains("892d4912399aff51117dd6f4953340adf9486144");
    }

    @Test
    void aChangeThatIsThereAlreadyMakesNoCommit() throws IOException {
        String first = fixture.commit("first", "topics/a.md", "a").commit().orElseThrow();

        CommitResult again = fixture.commit("again", "topics/a.md", "a", "topics/none.md", null);

        assertThat(again.outcome()).isEqualTo(CommitResult.Outcome.UNCHANGED);
        assertThat(again.commit()).contains(first);
        assertThat(fixture.history().head()).contains(first);
    }

    @Test
    void nothingToCommitInAnEmptyHistoryIsUnchanged() {
        CommitResult result = fixture.history()
                .commit(CommitDraft.builder("nothing", HistoryFixture.AT).build());

        assertThat(result.outcome()).isEqualTo(CommitResult.Outcome.UNCHANGED);
        assertThat(result.commit()).isEmpty();
    }

    @Test
    void filesAndDirectoriesComeGoAndTakeEachOthersPlace() throws IOException {
        fixture.commit("1", "topics/a", "file", "topics/a.md", "x", "topics/a-b/c.md", "y", "topics/ä/😀.md", "z");
        fixture.commit("2", "topics/a", null, "topics/a/below.md", "now a directory");
        String second = fixture.history().head().orElseThrow();
        assertThat(fixture.history().files(second).keySet())
                .containsExactlyInAnyOrder("topics/a-b/c.md", "topics/a.md", "topics/a/below.md", "topics/ä/😀.md");

        Files.delete(fixture.root().resolve("topics/a/below.md"));
        Files.delete(fixture.root().resolve("topics/a"));
        fixture.commit("3", "topics/a/below.md", null, "topics/a", "a file again", "topics/a-b/c.md", null);
        String third = fixture.history().head().orElseThrow();
        assertThat(fixture.history().files(third).keySet())
                .containsExactlyInAnyOrder("topics/a", "topics/a.md", "topics/ä/😀.md");
        assertThat(fixture.history().changed(Optional.of(second), third))
                .containsExactlyInAnyOrder("topics/a", "topics/a/below.md", "topics/a-b/c.md");
    }

    @Test
    void theLastFileMayGo() throws IOException {
        fixture.commit("1", "topics/a.md", "a");
        CommitResult result = fixture.commit("2", "topics/a.md", null);

        assertThat(result.outcome()).isEqualTo(CommitResult.Outcome.COMMITTED);
        assertThat(fixture.history().files(result.commit().orElseThrow())).isEmpty();
        assertThat(fixture.commit("3", "topics/a.md", "b").outcome()).isEqualTo(CommitResult.Outcome.COMMITTED);
    }

    @Test
    void logGoesBackByPathAndByDirectory() throws IOException {
        fixture.commit("one", "topics/a.md", "1");
        fixture.commit("two", "topics/b.md", "1");
        fixture.commit("three", "topics/a.md", "2", "core.md", "2");

        assertThat(messages(10, Optional.empty())).containsExactly("three", "two", "one");
        assertThat(messages(2, Optional.empty())).containsExactly("three", "two");
        assertThat(messages(10, Optional.of("topics/a.md"))).containsExactly("three", "one");
        assertThat(messages(10, Optional.of("topics"))).containsExactly("three", "two", "one");
        assertThat(messages(10, Optional.of("core.md"))).containsExactly("three");
        assertThat(messages(10, Optional.of("nothing"))).isEmpty();
    }

    private List<String> messages(int limit, Optional<String> path) {
        return fixture.history().log(limit, path).stream()
                .map(CommitSummary::message)
                .toList();
    }

    @Test
    void aCommitIsFoundByTheBeginningOfItsId() throws IOException {
        String id = fixture.commit("one", "topics/a.md", "1").commit().orElseThrow();

        assertThat(fixture.history().resolve(id.substring(0, 7))).contains(id);
        assertThat(fixture.history().resolve(id)).contains(id);
        assertThat(fixture.history().resolve(History.blobId(new byte[] {'1'}))).isEmpty();
        assertThat(fixture.history().resolve("0123456")).isEmpty();
        assertThat(fixture.history().resolve("main")).isEmpty();
    }

    @Test
    void aCommitThatIsNotThereIsRefused() throws IOException {
        fixture.commit("one", "topics/a.md", "1");

        assertThatThrownBy(() -> fixture.history().files("0".repeat(40)))
                .isInstanceOfSatisfying(
                        MemoryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MEMORY_NOT_FOUND));
        assertThatThrownBy(() -> fixture.history().read("no id", "topics/a.md")).isInstanceOf(MemoryException.class);
    }

    @Test
    void aPathGitForbidsIsLeftOutAndNamed() throws IOException {
        CommitResult result = fixture.history()
                .commit(CommitDraft.builder("one", HistoryFixture.AT)
                        .put("topics/.git/a.md", new byte[] {1})
                        .put("topics/.GIT", new byte[] {1})
                        .put("topics/.g\u200cit/b.md", new byte[] {1})
                        .put("topics/\ud83d.md", new byte[] {1})
                        .put("topics/fine.md", new byte[] {1})
                        .build());

        assertThat(fixture.history().files(result.commit().orElseThrow())).containsOnlyKeys("topics/fine.md");
        assertThat(result.notes()).hasSize(4).allMatch(note -> note.issue() == HistoryIssue.PATH_LEFT_OUT);
    }

    @Test
    void aPathOutsideTheWorkspaceIsNoDraft() {
        CommitDraft.Builder draft = CommitDraft.builder("one", HistoryFixture.AT);

        for (String path : List.of("", "/etc/passwd", "topics/../../x", "./a", "a//b", "a/", "a\u0000b")) {
            assertThatThrownBy(() -> draft.put(path, new byte[0])).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() ->
                        draft.put("a", new byte[0]).put("a/b", new byte[0]).build())
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void contentThatCannotBeReadLeavesTheCommitOwed() throws IOException {
        fixture.commit("one", "topics/a.md", "1");
        CommitResult result = fixture.history()
                .commit(CommitDraft.builder("two", HistoryFixture.AT)
                        .put("topics/a.md", new byte[] {2})
                        .put("topics/b.md", () -> {
                            throw new IOException("gone");
                        })
                        .build());

        assertThat(result.outcome()).isEqualTo(CommitResult.Outcome.OWED);
        assertThat(result.has(HistoryIssue.STORAGE)).isTrue();
        assertThat(messages(10, Optional.empty())).containsExactly("one");
    }

    @Test
    void aFailedCommitLeavesNothingForTheNextOneToCarry() throws IOException {
        // Reported fault 20: files staged by a commit that failed must not be in the next, unrelated commit.
        fixture.commit("one", "topics/a.md", "1");
        fixture.history()
                .commit(CommitDraft.builder("fails", HistoryFixture.AT)
                        .put("topics/b.md", new byte[] {2})
                        .put("topics/c.md", () -> {
                            throw new IOException("gone");
                        })
                        .build());

        CommitResult next = fixture.commit("next", "topics/d.md", "4");

        assertThat(fixture.history().changed(Optional.empty(), next.commit().orElseThrow()))
                .containsExactly("topics/a.md", "topics/d.md");
    }

    @Test
    void anOperationThatWasCommittedBeforeACrashIsNotCommittedAgain() throws IOException {
        Optional<String> left = fixture.commit("one", "topics/a.md", "1").commit();
        CommitDraft second = CommitDraft.builder("two", HistoryFixture.AT)
                .operation("op-2")
                .expectedHead(left)
                .put("topics/a.md", new byte[] {'2'})
                .build();
        Optional<String> id = fixture.history().commit(second).commit();
        fixture.commit("three", "topics/a.md", "3");

        CommitResult replay = fixture.reopened().commit(second);

        assertThat(replay.outcome()).isEqualTo(CommitResult.Outcome.UNCHANGED);
        assertThat(replay.commit()).isEqualTo(id);
        assertThat(replay.movedBy()).isEmpty();
        assertThat(fixture.text(fixture.history().head().orElseThrow(), "topics/a.md"))
                .isEqualTo("3");
    }

    @Test
    void aJournalThatComesBackAfterAPowerLossIsNotCommittedAgain() {
        for (int i = 0; i < 5; i++) {
            fixture.history().commit(entry(i));
        }
        Optional<String> head = fixture.history().head();

        fixture.reopened();
        for (int i = 1; i < 5; i++) {
            assertThat(fixture.history().commit(entry(i)).outcome()).isEqualTo(CommitResult.Outcome.UNCHANGED);
        }
        assertThat(fixture.history().head()).isEqualTo(head);
        assertThat(fixture.history().commit(entry(5)).outcome()).isEqualTo(CommitResult.Outcome.COMMITTED);
    }

    private static CommitDraft entry(int number) {
        return CommitDraft.builder("entry " + number, HistoryFixture.AT)
                .operation("op-" + number)
                .put("topics/a.md", new byte[] {(byte) number})
                .build();
    }

    @Test
    void anInterruptedThreadCommitsAndStaysInterrupted() throws Exception {
        AtomicReference<CommitResult> result = new AtomicReference<>();
        AtomicReference<Boolean> flag = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            Thread.currentThread().interrupt();
            result.set(fixture.history()
                    .commit(CommitDraft.builder("one", HistoryFixture.AT)
                            .put("topics/a.md", new byte[] {1})
                            .build()));
            flag.set(Thread.currentThread().isInterrupted());
        });
        thread.start();
        thread.join();

        assertThat(result.get().outcome()).isEqualTo(CommitResult.Outcome.COMMITTED);
        assertThat(flag.get()).isTrue();
        assertThat(fixture.history().head()).isEqualTo(result.get().commit());
    }

    @Test
    void twoOpenAtOnceAndNeitherOverwritesTheOther() throws Exception {
        // Reported fault 32: the configuration is written once, at creation.
        Files.writeString(
                fixture.git().resolve("config"),
                Files.readString(fixture.git().resolve("config")) + "[user]\n\tname = Ada\n");
        String before = Files.readString(fixture.git().resolve("config"));
        CountDownLatch start = new CountDownLatch(1);
        List<Thread> threads = Stream.generate(() -> new Thread(() -> {
                    try {
                        start.await();
                        History.open(fixture.root(), fixture.notes()).close();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }))
                .limit(8)
                .toList();
        threads.forEach(Thread::start);
        start.countDown();
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(fixture.git().resolve("config")).hasContent(before);
    }

    @Test
    void twoHistoriesOfOneWorkspaceSeeEachOthersCommits() throws IOException {
        try (History other = History.open(fixture.root(), fixture.notes())) {
            String first = fixture.commit("one", "topics/a.md", "1").commit().orElseThrow();
            assertThat(other.head()).contains(first);
            assertThat(other.files(first)).containsOnlyKeys("topics/a.md");

            CommitResult second = other.commit(CommitDraft.builder("two", HistoryFixture.AT)
                    .operation("op-2")
                    .expectedHead(Optional.of(first))
                    .put("topics/b.md", new byte[] {1})
                    .build());
            assertThat(fixture.history().head()).isEqualTo(second.commit());

            CommitResult third = fixture.history()
                    .commit(CommitDraft.builder("three", HistoryFixture.AT)
                            .operation("op-3")
                            .expectedHead(Optional.of(first))
                            .put("topics/c.md", new byte[] {1})
                            .build());
            assertThat(third.movedBy()).as("our own commits are no move").isEmpty();
            assertThat(other.files(third.commit().orElseThrow()))
                    .containsOnlyKeys("topics/a.md", "topics/b.md", "topics/c.md");
        }
    }

    @Test
    void aClosedHistoryIsClosed() {
        fixture.close();

        assertThatThrownBy(() -> fixture.history().head()).isInstanceOf(IllegalStateException.class);
    }
}
