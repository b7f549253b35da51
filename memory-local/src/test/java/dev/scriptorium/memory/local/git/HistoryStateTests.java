package dev.scriptorium.memory.local.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Repositories that are not as we make them: named, never harmed. */
class HistoryStateTests {
    @TempDir
    Path directory;

    private Path root;

    @BeforeEach
    void root() throws IOException {
        root = Files.createDirectory(directory.toRealPath().resolve("workspace"));
    }

    private void isUnusable(HistoryIssue issue) throws IOException {
        Map<String, String> before = HistoryFixture.snapshot(directory);
        try (HistoryFixture fixture = new HistoryFixture(root)) {
            assertThat(fixture.history().state().standing()).isEqualTo(HistoryState.Standing.UNUSABLE);
            assertThat(fixture.history().state().has(issue)).isTrue();
            CommitResult result = fixture.history()
                    .commit(CommitDraft.builder("one", HistoryFixture.AT)
                            .put("topics/a.md", new byte[] {1})
                            .build());
            assertThat(result.outcome()).isEqualTo(CommitResult.Outcome.OWED);
            assertThat(result.has(issue)).isTrue();
            assertThat(fixture.history().syncIndex()).isPresent();
            assertThat(fixture.history().pack(() -> true)).isFalse();
        }
        assertThat(HistoryFixture.snapshot(directory)).isEqualTo(before);
    }

    private void repository() {
        new HistoryFixture(root).close();
    }

    private void configure(String more) throws IOException {
        repository();
        Path config = root.resolve(".git/config");
        Files.writeString(config, Files.readString(config).replace("version = 0", "version = 1") + more);
    }

    @Test
    void aFileInsteadOfARepositoryIsElsewhere() throws IOException {
        Files.writeString(root.resolve(".git"), "gitdir: ../elsewhere\n");
        isUnusable(HistoryIssue.ELSEWHERE);
    }

    @Test
    void aLinkInsteadOfARepositoryIsElsewhere() throws IOException {
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        Files.createSymbolicLink(root.resolve(".git"), elsewhere);
        isUnusable(HistoryIssue.ELSEWHERE);
    }

    @Test
    void objectsBehindALinkAreElsewhere() throws IOException {
        repository();
        Files.move(root.resolve(".git/objects"), directory.resolve("objects"));
        Files.createSymbolicLink(root.resolve(".git/objects"), directory.resolve("objects"));
        isUnusable(HistoryIssue.ELSEWHERE);
    }

    @Test
    void borrowedObjectsAreNotSupported() throws IOException {
        repository();
        Files.writeString(root.resolve(".git/objects/info/alternates"), "/somewhere/objects\n");
        isUnusable(HistoryIssue.UNSUPPORTED);
    }

    @Test
    void otherHashesReferencesAndExtensionsAreNotSupported() throws IOException {
        configure("[extensions]\n\tobjectFormat = sha256\n");
        isUnusable(HistoryIssue.UNSUPPORTED);
        configure("[extensions]\n\trefStorage = reftable\n");
        isUnusable(HistoryIssue.UNSUPPORTED);
        configure("[extensions]\n\tfromTheFuture = true\n");
        isUnusable(HistoryIssue.UNSUPPORTED);
        configure("[extensions]\n\tpartialClone = origin\n");
        isUnusable(HistoryIssue.UNSUPPORTED);
    }

    @Test
    void aConfigurationThatCannotBeReadIsDamage() throws IOException {
        configure("[unfinished\n");
        isUnusable(HistoryIssue.DAMAGED);
    }

    @Test
    void aRepositoryMadeByGitForSha256IsNotSupported() throws Exception {
        assumeTrue(HistoryFixture.hasGit(), "no git on the path");
        HistoryFixture.git(root, "init", "-q", "--object-format=sha256");
        isUnusable(HistoryIssue.UNSUPPORTED);
    }

    @Test
    void aHeadThatMakesNoSenseIsDamage() throws IOException {
        repository();
        Files.writeString(root.resolve(".git/HEAD"), "ref: refs/heads/../../x\n");
        isUnusable(HistoryIssue.DAMAGED);
    }

    @Test
    void aBranchAtAMissingCommitIsDamage() throws IOException {
        try (HistoryFixture fixture = new HistoryFixture(root)) {
            fixture.commit("one", "topics/a.md", "1");
        }
        Files.writeString(root.resolve(".git/refs/heads/main"), "0123456789".repeat(4) + "\n");
        isUnusable(HistoryIssue.DAMAGED);
    }

    @Test
    void aDamagedObjectIsNamedAndNothingIsBuiltOnIt() throws IOException {
        String id;
        try (HistoryFixture fixture = new HistoryFixture(root)) {
            id = fixture.commit("one", "topics/a.md", "some text that is long enough")
                    .commit()
                    .orElseThrow();
        }
        Path pack;
        try (var files = Files.list(root.resolve(".git/objects/pack"))) {
            pack = files.filter(file -> file.toString().endsWith(".pack"))
                    .findAny()
                    .orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(pack);
        for (int i = 20; i < bytes.length - 20; i++) {
            bytes[i] ^= 0x55;
        }
        Files.write(pack, bytes);

        try (HistoryFixture fixture = new HistoryFixture(root)) {
            assertThat(fixture.history().state().has(HistoryIssue.DAMAGED)).isTrue();
            assertThat(fixture.commit("two", "topics/b.md", "2").has(HistoryIssue.DAMAGED))
                    .isTrue();
            assertThatThrownBy(() -> fixture.history().files(id))
                    .isInstanceOfSatisfying(
                            MemoryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.WORKSPACE_CORRUPT));
        }
    }

    @Test
    void aRepositoryThatVanishesIsMadeAgain() throws Exception {
        try (HistoryFixture fixture = new HistoryFixture(root)) {
            Optional<String> left = fixture.commit("one", "topics/a.md", "1").commit();
            try (var files = Files.walk(fixture.git())) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }

            CommitResult result = fixture.history()
                    .commit(CommitDraft.builder("two", HistoryFixture.AT)
                            .expectedHead(left)
                            .put("topics/a.md", new byte[] {'2'})
                            .build());

            assertThat(result.outcome()).isEqualTo(CommitResult.Outcome.COMMITTED);
            assertThat(result.movedBy().orElseThrow().kind()).isEqualTo(HeadMove.Kind.GONE);
            assertThat(fixture.history().log(10, Optional.empty())).hasSize(1);
        }
    }

    @Test
    void whatAPowerLossLeavesOfAYoungRepositoryIsMended() throws IOException {
        repository();
        Files.write(root.resolve(".git/HEAD"), new byte[21]);
        Files.write(root.resolve(".git/config"), new byte[0]);
        Files.delete(root.resolve(".git/info/exclude"));
        Files.delete(root.resolve(".git/scriptorium-branch"));
        try (HistoryFixture fixture = new HistoryFixture(root)) {
            assertThat(fixture.history().state().notes()).isEmpty();
            assertThat(fixture.commit("one", "topics/a.md", "1").outcome()).isEqualTo(CommitResult.Outcome.COMMITTED);
        }
        assertThat(root.resolve(".git/HEAD")).hasContent("ref: refs/heads/main");
    }

    @Test
    void repositoriesAroundAndWithinAreNamed() throws IOException {
        Files.createDirectory(directory.resolve(".git"));
        Files.createDirectories(root.resolve("topics/vendored/.git"));
        try (HistoryFixture fixture = new HistoryFixture(root)) {
            assertThat(fixture.history().state().standing()).isEqualTo(HistoryState.Standing.OURS);
            assertThat(fixture.history().state().notes()).singleElement().satisfies(note -> {
                assertThat(note.issue()).isEqualTo(HistoryIssue.ENCLOSING_REPOSITORY);
                assertThat(note.subject()).isEqualTo(directory.toRealPath().toString());
            });
            CommitResult result = fixture.commit("one", "topics/vendored/a.md", "1", "topics/vendored/b/c.md", "1");
            assertThat(result.outcome()).isEqualTo(CommitResult.Outcome.COMMITTED);
            assertThat(result.notes()).singleElement().satisfies(note -> {
                assertThat(note.issue()).isEqualTo(HistoryIssue.NESTED_REPOSITORY);
                assertThat(note.subject()).isEqualTo("topics/vendored");
            });
        }
    }

    @Test
    void aRepositoryOfAnotherUserIsNamedAndUsed() throws IOException {
        // Reported fault 118.
        assumeTrue(Files.exists(Path.of("/proc/self")), "nothing tells our user");
        repository();
        try {
            Files.setAttribute(root.resolve(".git"), "unix:uid", 65_534);
        } catch (IOException e) {
            assumeTrue(false, "only root may give files away");
        }
        try (HistoryFixture fixture = new HistoryFixture(root)) {
            assertThat(fixture.history().state().has(HistoryIssue.FOREIGN_OWNER))
                    .isTrue();
            assertThat(fixture.commit("one", "topics/a.md", "1").outcome()).isEqualTo(CommitResult.Outcome.COMMITTED);
        }
    }

    @Test
    void aPlaceWhereNoRepositoryCanBeMadeIsRefused() throws IOException {
        Path file = Files.writeString(root.resolve("file"), "no directory");

        assertThatThrownBy(() -> History.open(file, root.resolve("locks")))
                .isInstanceOfSatisfying(
                        MemoryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE_UNAVAILABLE));
    }
}
