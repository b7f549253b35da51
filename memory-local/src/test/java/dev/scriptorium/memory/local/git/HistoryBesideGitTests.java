package dev.scriptorium.memory.local.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a person's {@code git} sees of our commits, and what we see of a person's. */
class HistoryBesideGitTests {
    @TempDir
    Path directory;

    private HistoryFixture fixture;

    @BeforeAll
    static void gitIsHere() {
        assumeTrue(HistoryFixture.hasGit(), "no git on the path");
    }

    @BeforeEach
    void open() throws IOException {
        fixture = new HistoryFixture(directory.toRealPath());
    }

    @AfterEach
    void gitFindsNoFault() throws Exception {
        fixture.close();
        assertThat(fixture.git("fsck", "--strict", "--full", "--no-dangling")).doesNotContain("error", "warning");
        assertThat(fixture.notes()).doesNotExist();
    }

    @Test
    void statusIsCleanAfterEveryCommit() throws Exception {
        fixture.commit("one", "topics/people/ada.md", "1", "core.md", "c", "sources/x/_v2/项目.md", "s");
        assertThat(fixture.git("status", "--porcelain")).isEmpty();
        fixture.commit("two", "topics/people/ada.md", "2", "topics/new.md", "n", "core.md", null);
        assertThat(fixture.git("status", "--porcelain")).isEmpty();
        fixture.commit("three", "topics/new.md", "changed");
        assertThat(fixture.git("status", "--porcelain")).isEmpty();
        assertThat(fixture.git("log", "--format=%an|%ae|%cn|%ad|%s", "--date=iso"))
                .isEqualTo("""
                        Scriptorium Memory|memory@scriptorium.local|Scriptorium Memory|2026-11-30 09:15:00 +0100|three
                        Scriptorium Memory|memory@scriptorium.local|Scriptorium Memory|2026-11-30 09:15:00 +0100|two
                        Scriptorium Memory|memory@scriptorium.local|Scriptorium Memory|2026-11-30 09:15:00 +0100|one
                        """);
        assertThat(fixture.git("log", "-p", "-1")).contains("-n").contains("+changed");
        assertThat(fixture.git("reflog", "--format=%gs")).isEqualTo("commit: three\ncommit: two\ncommit: one\n");
    }

    @Test
    void statusShowsWhatAPersonChangedAfterOurCommit() throws Exception {
        fixture.commit("one", "topics/a.md", "one text");
        fixture.write("topics/a.md", "two text");

        assertThat(fixture.git("status", "--porcelain")).isEqualTo(" M topics/a.md\n");
    }

    @Test
    void viewsAndOurOwnStateAreNoPartOfStatus() throws Exception {
        fixture.commit("one", "topics/a.md", "1");
        for (String path : List.of(
                ".scriptorium/tx/1",
                ".scriptorium-bm25.json",
                "timeline/2026.md",
                "recent_events.jsonl",
                "relations.json")) {
            fixture.write(path, "x");
        }

        assertThat(fixture.git("status", "--porcelain")).isEmpty();
        assertThat(fixture.history().derived(fixture.history().head().orElseThrow()))
                .isEmpty();
    }

    @Test
    void bytesSurviveACheckoutWhateverAttributesSay() throws Exception {
        // Reported fault 117: line ends belong to the file.
        fixture.commit(
                "one", "topics/a.md", "one\r\ntwo\n$Id$\r", "topics/.gitattributes", "* text=auto eol=crlf ident");
        String before = Files.readString(fixture.root().resolve("topics/a.md"));
        Files.delete(fixture.root().resolve("topics/a.md"));
        fixture.git("-c", "core.autocrlf=true", "checkout", "--", "topics");

        assertThat(fixture.root().resolve("topics/a.md")).hasContent(before);
        assertThat(Files.readString(fixture.root().resolve("topics/a.md"))).isEqualTo(before);
        assertThat(fixture.git("-c", "core.autocrlf=true", "status", "--porcelain"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"gc --aggressive --prune=now", "repack -adf --depth=250", "pack-refs --all", "gc", "repack -d"})
    void everythingIsReadAfterAPersonTidiedUp(String command) throws Exception {
        Map<String, Map<String, String>> before = history();
        fixture.git(command.split(" "));

        for (boolean reopen : new boolean[] {false, true}) {
            if (reopen) {
                fixture.reopened();
            }
            before.forEach((commit, files) -> files.forEach((path, text) ->
                    assertThat(fixture.text(commit, path)).as(path).isEqualTo(text)));
            assertThat(fixture.history().log(1000, Optional.empty())).hasSize(before.size());
        }
        assertThat(fixture.commit("after", "topics/after.md", "x").outcome()).isEqualTo(CommitResult.Outcome.COMMITTED);
        assertThat(fixture.git("status", "--porcelain")).isEmpty();
    }

    @Test
    void everythingIsReadFromAPackWithReferenceDeltasAndAnIndexOfVersionOne() throws Exception {
        Map<String, Map<String, String>> before = history();
        fixture.git("-c", "repack.useDeltaBaseOffset=false", "-c", "pack.indexVersion=1", "repack", "-adf");
        fixture.git("prune-packed");

        before.forEach((commit, files) -> files.forEach(
                (path, text) -> assertThat(fixture.text(commit, path)).isEqualTo(text)));
    }

    @Test
    void everythingIsReadFromLooseObjects() throws Exception {
        Map<String, Map<String, String>> before = history();
        fixture.close();
        Path packs = fixture.git().resolve("objects/pack");
        Path aside = Files.createDirectory(fixture.root().resolve(".scriptorium-aside"));
        try (var files = Files.list(packs)) {
            for (Path file : files.toList()) {
                Files.move(file, aside.resolve(file.getFileName()));
            }
        }
        try (var files = Files.list(aside)) {
            for (Path pack :
                    files.filter(file -> file.toString().endsWith(".pack")).toList()) {
                new ProcessBuilder("git", "unpack-objects", "-q")
                        .directory(fixture.root().toFile())
                        .redirectInput(pack.toFile())
                        .start()
                        .waitFor();
            }
        }
        fixture = new HistoryFixture(fixture.root());

        before.forEach((commit, files) -> files.forEach(
                (path, text) -> assertThat(fixture.text(commit, path)).isEqualTo(text)));
        String head = fixture.history().head().orElseThrow();
        assertThat(fixture.history().resolve(head.substring(0, 10))).contains(head);
        assertThat(fixture.commit("after", "topics/after.md", "x").settled()).isTrue();
    }

    /** Some commits that Git can pack well, with everything they hold. */
    private Map<String, Map<String, String>> history() throws Exception {
        Map<String, Map<String, String>> commits = new TreeMap<>();
        Map<String, String> files = new TreeMap<>();
        for (int i = 0; i < 30; i++) {
            StringBuilder text = new StringBuilder();
            for (int line = 0; line < 100; line++) {
                text.append("line ")
                        .append(line)
                        .append(line == i ? " changed" : "")
                        .append(" of it\n");
            }
            files.put("topics/d" + i % 7 + "/f" + i % 5 + ".md", text.toString());
            files.put("sources/log.md", files.getOrDefault("sources/log.md", "") + "turn " + i + "\n" + text);
            String path = "topics/d" + i % 7 + "/f" + i % 5 + ".md";
            CommitResult result =
                    fixture.commit("commit " + i, path, text.toString(), "sources/log.md", files.get("sources/log.md"));
            commits.put(result.commit().orElseThrow(), new TreeMap<>(files));
        }
        return commits;
    }

    @Test
    void aPersonsCommitIsNamedAndBuiltUpon() throws Exception {
        Optional<String> left =
                fixture.commit("one", "topics/a.md", "1", "topics/b.md", "1").commit();
        fixture.write("topics/b.md", "by hand");
        fixture.git("commit", "-qam", "by hand\n\nSigned-off-by: Ada <ada@example.org>");
        String person = fixture.git("rev-parse", "HEAD").strip();

        fixture.write("topics/a.md", "2");
        CommitResult result = fixture.history()
                .commit(CommitDraft.builder("two", HistoryFixture.AT)
                        .expectedHead(left)
                        .put("topics/a.md", new byte[] {'2'})
                        .build());

        HeadMove move = result.movedBy().orElseThrow();
        assertThat(move.kind()).isEqualTo(HeadMove.Kind.COMMITTED);
        assertThat(move.from()).isEqualTo(left);
        assertThat(move.to()).contains(person);
        assertThat(move.changedPaths()).containsExactly("topics/b.md");
        List<CommitSummary> log = fixture.history().log(10, Optional.empty());
        assertThat(log).extracting(CommitSummary::message).containsExactly("two", "by hand", "one");
        assertThat(log.get(0).parents()).containsExactly(person);
        assertThat(log.get(1).author()).isEqualTo("Ada <ada@example.org>");
        assertThat(log.get(1).operation()).isEmpty();
        assertThat(log.get(1).trailers()).containsEntry("Signed-off-by", "Ada <ada@example.org>");
        assertThat(fixture.git("status", "--porcelain")).isEmpty();
    }

    @Test
    void whatAPersonDidIsNamedOnceThoughTheCallerKeepsNoAccount() throws Exception {
        Optional<String> left = fixture.commit("one", "topics/a.md", "1").commit();
        fixture.write("topics/a.md", "by hand");
        fixture.git("commit", "-qam", "by hand");

        HeadMove move =
                fixture.reopened().commit(draft("topics/b.md", "2")).movedBy().orElseThrow();
        assertThat(move.kind()).isEqualTo(HeadMove.Kind.COMMITTED);
        assertThat(move.from()).isEqualTo(left);
        assertThat(move.changedPaths()).containsExactly("topics/a.md");
        assertThat(fixture.history().commit(draft("topics/b.md", "3")).movedBy())
                .isEmpty();
        fixture.git("reset", "-q", "--hard", "HEAD~1");
        assertThat(fixture.history().commit(draft("topics/a.md", "by hand")).outcome())
                .isEqualTo(CommitResult.Outcome.UNCHANGED);
        assertThat(fixture.reopened().commit(draft("topics/c.md", "1")).movedBy())
                .isEmpty();
    }

    private static CommitDraft draft(String path, String text) {
        return CommitDraft.builder("change of " + path, HistoryFixture.AT)
                .put(path, text.getBytes(StandardCharsets.UTF_8))
                .build();
    }

    @Test
    void aCommitOfOursThatAPersonAmendedIsNamed() throws Exception {
        fixture.commit("one", "topics/a.md", "1");
        Optional<String> left = fixture.commit("two", "topics/a.md", "2").commit();
        fixture.write("topics/a.md", "amended");
        fixture.git("commit", "-qa", "--amend", "--no-edit");

        HeadMove move = draft("three", "topics/c.md", left).movedBy().orElseThrow();

        assertThat(move.kind()).isEqualTo(HeadMove.Kind.REWRITTEN);
        assertThat(move.changedPaths()).containsExactly("topics/a.md");
    }

    @Test
    void aResetIsNamedAndNotUndone() throws Exception {
        Optional<String> first = fixture.commit("one", "topics/a.md", "1").commit();
        Optional<String> left =
                fixture.commit("two", "topics/a.md", "2", "topics/b.md", "2").commit();
        fixture.git("reset", "-q", "--hard", "HEAD~1");

        CommitResult result = draft("three", "topics/c.md", left);

        HeadMove move = result.movedBy().orElseThrow();
        assertThat(move.kind()).isEqualTo(HeadMove.Kind.RESET);
        assertThat(move.changedPaths()).containsExactly("topics/a.md", "topics/b.md");
        assertThat(fixture.history().log(1, Optional.empty()).get(0).parents()).containsExactly(first.orElseThrow());
        assertThat(fixture.git("status", "--porcelain")).isEmpty();
        assertThat(fixture.git("reflog", "--format=%H")).contains(left.orElseThrow());
    }

    @Test
    void aBranchAPersonCheckedOutIsLeftAlone() throws Exception {
        Optional<String> left = fixture.commit("one", "topics/a.md", "1").commit();
        fixture.git("checkout", "-qb", "experiment");
        fixture.write("topics/a.md", "on the branch");
        fixture.git("commit", "-qam", "experiment");
        String experiment = fixture.git("rev-parse", "HEAD").strip();

        assertThat(fixture.history().state().standing()).isEqualTo(HistoryState.Standing.FOREIGN_BRANCH);
        CommitResult result = draft("two", "topics/b.md", left);

        assertThat(result.outcome()).isEqualTo(CommitResult.Outcome.COMMITTED);
        assertThat(result.has(HistoryIssue.FOREIGN_BRANCH)).isTrue();
        assertThat(result.movedBy().orElseThrow().kind()).isEqualTo(HeadMove.Kind.CHECKED_OUT);
        assertThat(result.movedBy().orElseThrow().changedPaths()).containsExactly("topics/a.md");
        assertThat(fixture.git("rev-parse", "HEAD").strip()).isEqualTo(experiment);
        assertThat(fixture.git("rev-parse", "main").strip())
                .isEqualTo(result.commit().orElseThrow());
        assertThat(fixture.git("status", "--porcelain")).isEqualTo("?? topics/b.md\n");

        Files.delete(fixture.root().resolve("topics/b.md"));
        fixture.git("checkout", "-q", "main");
        assertThat(fixture.git("status", "--porcelain")).isEmpty();
        assertThat(fixture.reopened().state().standing()).isEqualTo(HistoryState.Standing.OURS);
        assertThat(draft("three", "topics/c.md", result.commit()).movedBy()).isEmpty();
        assertThat(fixture.git("status", "--porcelain")).isEmpty();
    }

    @Test
    void aDetachedHeadIsLeftAlone() throws Exception {
        Optional<String> left = fixture.commit("one", "topics/a.md", "1").commit();
        fixture.git("checkout", "-q", "--detach");

        CommitResult result = draft("two", "topics/b.md", left);

        assertThat(result.has(HistoryIssue.DETACHED_HEAD)).isTrue();
        assertThat(fixture.history().state().standing()).isEqualTo(HistoryState.Standing.DETACHED);
        assertThat(fixture.git("rev-parse", "HEAD").strip()).isEqualTo(left.orElseThrow());
        assertThat(fixture.history().head()).isEqualTo(result.commit());
        Files.delete(fixture.root().resolve("topics/b.md"));
        fixture.git("checkout", "-q", "main");
    }

    @Test
    void aBranchAPersonRenamedIsStillOurs() throws Exception {
        Optional<String> left = fixture.commit("one", "topics/a.md", "1").commit();
        fixture.git("branch", "-m", "memory/of-ada");

        CommitResult result = draft("two", "topics/b.md", left);

        assertThat(result.movedBy()).isEmpty();
        assertThat(result.notes()).isEmpty();
        assertThat(fixture.history().state().branch()).isEqualTo("refs/heads/memory/of-ada");
        assertThat(fixture.git("status", "--porcelain", "--branch")).isEqualTo("## memory/of-ada\n");
        assertThat(fixture.git("branch", "--format=%(refname)")).isEqualTo("refs/heads/memory/of-ada\n");
    }

    @Test
    void aMergeIsReadAndItsConflictsAreLeftToThePerson() throws Exception {
        fixture.commit("one", "topics/a.md", "1\n", "topics/b.md", "1\n");
        fixture.git("checkout", "-qb", "other");
        fixture.write("topics/a.md", "theirs\n");
        fixture.git("commit", "-qam", "theirs");
        fixture.git("checkout", "-q", "main");
        fixture.commit("ours", "topics/a.md", "ours\n");
        try {
            fixture.git("merge", "-q", "other");
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("CONFLICT");
        }

        CommitResult during = fixture.commit("during", "topics/a.md", "rendered\n", "topics/b.md", "2\n");
        assertThat(during.has(HistoryIssue.INDEX_CONFLICT)).isTrue();
        assertThat(fixture.git("status", "--porcelain")).isEqualTo("UU topics/a.md\n");

        fixture.git("commit", "-qam", "merged");
        List<CommitSummary> log = fixture.history().log(10, Optional.empty());
        assertThat(log.get(0).parents()).hasSize(2);
        assertThat(log).extracting(CommitSummary::message).contains("merged", "during", "ours", "theirs", "one");
        assertThat(fixture.commit("after", "topics/c.md", "3").settled()).isTrue();
        assertThat(fixture.git("status", "--porcelain")).isEmpty();
    }

    @Test
    void whatAPersonStagedElsewhereStaysStaged() throws Exception {
        fixture.commit("one", "topics/a.md", "1", "topics/b.md", "1");
        fixture.write("topics/b.md", "staged");
        fixture.write("topics/new.md", "staged too");
        fixture.git("add", "topics/b.md", "topics/new.md");

        fixture.commit("two", "topics/a.md", "2");

        assertThat(fixture.git("status", "--porcelain")).isEqualTo("M  topics/b.md\nA  topics/new.md\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void indexesOfEveryVersionAreRewritten(int version) throws Exception {
        fixture.commit("one", "topics/a.md", "1", "topics/b.md", "1", "topics/a-long/" + "x".repeat(150) + ".md", "1");
        fixture.write("topics/planned.md", "p");
        fixture.git("update-index", "--index-version", String.valueOf(version));
        fixture.git("add", "--intent-to-add", "topics/planned.md");

        fixture.commit("two", "topics/a.md", "2", "topics/0.md", "first", "topics/z.md", "last", "topics/b.md", null);

        assertThat(fixture.git("status", "--porcelain")).isEqualTo(" A topics/planned.md\n");
        assertThat(fixture.git("ls-files", "--stage").lines()).hasSize(5);
    }

    @Test
    void aSplitIndexIsLeftAloneAndNamed() throws Exception {
        fixture.commit("one", "topics/a.md", "1");
        fixture.git("update-index", "--split-index");

        CommitResult result = fixture.commit("two", "topics/a.md", "2");
        assertThat(result.outcome()).isEqualTo(CommitResult.Outcome.COMMITTED);
        assertThat(result.has(HistoryIssue.INDEX_UNSUPPORTED)).isTrue();

        fixture.git("update-index", "--no-split-index");
        assertThat(fixture.history().syncIndex()).isEmpty();
        assertThat(fixture.git("status", "--porcelain")).isEmpty();
    }

    @Test
    void aDamagedIndexIsMadeAgain() throws Exception {
        fixture.commit("one", "topics/a.md", "1", "core.md", "c");
        byte[] index = Files.readAllBytes(fixture.git().resolve("index"));
        index[70] ^= 1;
        Files.write(fixture.git().resolve("index"), index);

        fixture.commit("two", "topics/a.md", "2");
        assertThat(fixture.git("status", "--porcelain")).isEmpty();

        Files.write(fixture.git().resolve("index"), new byte[0]);
        Files.write(fixture.git().resolve("scriptorium-index"), new byte[41]);
        fixture.commit("three", "topics/a.md", "3");
        assertThat(fixture.git("status", "--porcelain")).isEmpty();

        Files.delete(fixture.git().resolve("index"));
        fixture.commit("four", "topics/a.md", "4");
        assertThat(fixture.git("status", "--porcelain")).isEmpty();
    }

    @Test
    void anAdoptedRepositoryKeepsItsBranchConfigurationAndExcludes(@TempDir Path other) throws Exception {
        Path root = other.toRealPath();
        HistoryFixture.git(root, "init", "-q", "-b", "master");
        Files.writeString(root.resolve(".git/info/exclude"), "# mine\n*.bak");
        Files.createDirectories(root.resolve("topics"));
        Files.createDirectories(root.resolve("timeline/2026"));
        Files.writeString(root.resolve("topics/a.md"), "1");
        Files.writeString(root.resolve("timeline/2026/08.md"), "1");
        Files.writeString(root.resolve("relations.json"), "{}");
        HistoryFixture.git(root, "add", "-A");
        HistoryFixture.git(root, "commit", "-qm", "memory: initialize history");
        String config = Files.readString(root.resolve(".git/config"));

        try (HistoryFixture adopted = new HistoryFixture(root)) {
            assertThat(root.resolve(".git/config")).hasContent(config);
            assertThat(Files.readString(root.resolve(".git/info/exclude")))
                    .startsWith("# mine\n*.bak\n/.scriptorium*\n");
            assertThat(adopted.history().state().branch()).isEqualTo("refs/heads/master");
            String head = adopted.history().head().orElseThrow();
            assertThat(adopted.history().derived(head)).containsExactly("relations.json", "timeline/2026/08.md");

            CommitDraft.Builder untrack = CommitDraft.builder("memory: views are derived", HistoryFixture.AT);
            adopted.history().derived(head).forEach(untrack::delete);
            adopted.history().commit(untrack.build());

            assertThat(adopted.git("status", "--porcelain")).isEmpty();
            assertThat(adopted.git("ls-files")).isEqualTo("topics/a.md\n");
            assertThat(root.resolve("relations.json")).exists();
        }
    }

    private CommitResult draft(String message, String path, Optional<String> left) throws IOException {
        fixture.write(path, message);
        return fixture.history()
                .commit(CommitDraft.builder(message, HistoryFixture.AT)
                        .expectedHead(left)
                        .put(path, message.getBytes(StandardCharsets.UTF_8))
                        .build());
    }
}
