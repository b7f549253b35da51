package dev.scriptorium.memory.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.event.WriteCommitted;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.api.session.SpeakerKind;
import dev.scriptorium.memory.local.HistoryEntry;
import dev.scriptorium.memory.local.RestoreReport;
import dev.scriptorium.memory.local.history.BlockEvent;
import dev.scriptorium.memory.markdown.change.FileChange;
import dev.scriptorium.memory.markdown.change.SourceProvenance;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The way back: all of a commit, one file, one block. */
@ExtendWith(WorkspaceExtension.class)
class RestoreTests {
    private static final String A = "topics/a.md";
    private static final String B = "topics/people/b.md";

    private static List<String> values(Iterable<BlockId> ids) {
        return java.util.stream.StreamSupport.stream(ids.spliterator(), false)
                .map(BlockId::value)
                .toList();
    }

    @Test
    void aCommitIsRestoredToTheByteByANewCommitAndTheIdsComeBack(TemporaryWorkspace memory) {
        Notebook notes = Notebook.in(memory, 5);
        String one = notes.create(A, "One", "The first note.", 0);
        String two = notes.create(B, "One", "The second note.", 1);
        String then = notes.head();
        ByteSnapshot topics = memory.bytes().below("topics").withoutTimes();
        notes.delete(one);
        notes.update(two, "Something else.", List.of(2));
        String three = notes.create("topics/c.md", "One", "A later note.", 3);
        int commits = memory.commits();

        RestoreReport report = notes.restore(then.substring(0, 7));

        MemoryAssertions.assertThat(memory.bytes().below("topics").withoutTimes())
                .isUnchangedSince(topics);
        assertThat(report.from()).isEqualTo(then);
        assertThat(values(report.returned())).containsExactly(one);
        assertThat(values(report.removed())).containsExactly(three);
        assertThat(report.changedFiles()).contains(A, B, "topics/c.md");
        HistoryEntry commit = notes.history().log(Optional.empty(), 1).get(0);
        assertThat(report.gitCommit()).contains(commit.id());
        assertThat(commit.by()).isEqualTo("test/turn");
        assertThat(commit.message())
                .startsWith("memory: restore all of " + then.substring(0, 10))
                .endsWith("removed ^" + three);
        assertThat(memory.commits()).isEqualTo(commits + 1);
        assertThat(memory.events().of(WriteCommitted.class))
                .last()
                .satisfies(event -> assertThat(values(event.removed())).containsExactly(three));
    }

    @Test
    void archivesAndMarksStayAndTurnsThatAreCitedNoLongerAreCounted(TemporaryWorkspace memory) {
        Notebook notes = Notebook.in(memory, 5);
        notes.create(A, "One", "The first note.", 0);
        String then = notes.head();
        notes.create(A, "One", "The second note.", 1);
        String shared = notes.create(B, "One", "The third note.", 2);
        notes.update(shared, "The third note.", List.of(2, 3));
        notes.create(A, "Two", "The fourth note, which nobody took away.", 3);
        ByteSnapshot sources = memory.bytes().below("sources");
        String beforeIt = notes.head();

        assertThat(notes.restore(then).turnsLeftUncited()).isEqualTo(3);

        MemoryAssertions.assertThat(memory.bytes().below("sources")).isUnchangedSince(sources);
        assertThat(notes.restore(beforeIt).turnsLeftUncited()).isZero();
        assertThat(notes.restoreFile(then, A).turnsLeftUncited())
                .as("turn 3 is cited in the other file")
                .isEqualTo(1);
    }

    @Test
    void whatIsSoAlreadyChangesNothingAndMakesNoCommit(TemporaryWorkspace memory) {
        Notebook notes = Notebook.in(memory, 2);
        String one = notes.create(A, "One", "The first note.", 0);
        String then = notes.head();
        notes.create(B, "One", "The second note.", 1);
        notes.restore(then);
        memory.workspace().read().status();
        int commits = memory.commits();
        ByteSnapshot before = memory.bytes();

        assertThat(notes.restore(then).changedFiles()).isEmpty();
        assertThat(notes.restoreFile(then, A).changedFiles()).isEmpty();
        assertThat(notes.restoreBlock(then, one).changedFiles()).isEmpty();

        MemoryAssertions.assertThat(memory.bytes()).isUnchangedSince(before);
        assertThat(memory.commits()).isEqualTo(commits);
    }

    @Test
    void aFileIsRestoredAlone(TemporaryWorkspace memory) {
        Notebook notes = Notebook.in(memory, 5);
        String one = notes.create(A, "One", "The first note.", 0);
        String two = notes.create(B, "One", "The second note.", 1);
        String then = notes.head();
        notes.update(one, "Changed.", List.of(0));
        notes.update(two, "Changed too.", List.of(1));
        String three = notes.create(A, "Two", "Later.", 2);

        RestoreReport report = notes.restoreFile(then, "a.md");

        assertThat(notes.words(one)).isEqualTo("The first note.");
        assertThat(notes.words(two)).isEqualTo("Changed too.");
        assertThat(values(report.removed())).containsExactly(three);
        assertThat(notes.history().log(Optional.empty(), 1).get(0).message())
                .startsWith("memory: restore " + A + " from ");
    }

    @Test
    void aFileThatWouldTakeABlockFromAnotherIsRefusedWithItsPlace(TemporaryWorkspace memory) {
        Notebook notes = Notebook.in(memory, 2);
        String one = notes.create(A, "One", "The first note.", 0);
        String then = notes.head();
        notes.create(A, "One", "The second note.", 1);
        notes.move(List.of(one), B, "One");

        MemoryException refusal = notes.refused(ErrorCode.INVALID_TOPIC_FORMAT, () -> notes.restoreFile(then, A));

        assertThat(refusal.violations()).singleElement().satisfies(violation -> {
            assertThat(violation.rule()).isEqualTo("duplicate-id");
            assertThat(violation.toString()).contains(A, one, B);
        });
    }

    @Test
    void aBlockThatMovedIsRestoredWhereItStandsNow(TemporaryWorkspace memory) {
        Notebook notes = Notebook.in(memory, 4);
        String one = notes.create(A, "One", "The first note.", 0);
        String then = notes.head();
        notes.create(B, "Two", "A neighbour.", 1);
        notes.move(List.of(one), B, "Two");
        notes.update(one, "Changed.", List.of(2));

        RestoreReport report = notes.restoreBlock(then, one);

        assertThat(notes.words(one)).isEqualTo("The first note.");
        assertThat(notes.path(one)).isEqualTo(B);
        assertThat(memory.text(B)).contains("../../sources/").doesNotContain("Changed.");
        assertThat(report.turnsLeftUncited()).isEqualTo(1);
        assertThat(notes.history().why(new BlockId(one)).evidence())
                .extracting(turn -> turn.quote())
                .containsExactly(Notebook.said(0));
    }

    @Test
    void aDeletedBlockReturnsBesideItsOldNeighbour(TemporaryWorkspace memory) {
        Notebook notes = Notebook.in(memory, 5);
        notes.create(A, "One", "Note 0.", 0);
        String gone = notes.create(A, "One", "Note 1.", 1);
        notes.create(A, "One", "Note 2.", 2);
        notes.create(A, "Two", "Note 3.", 3);
        String then = notes.head();
        String whole = memory.text(A);
        notes.delete(gone);

        RestoreReport report = notes.restoreBlock(then, gone);

        assertThat(memory.text(A)).isEqualTo(whole);
        assertThat(values(report.returned())).containsExactly(gone);
        assertThat(notes.log(gone).get(0).events()).containsExactly(BlockEvent.RETURNED);
    }

    @Test
    void aBlockWhoseFileIsGoneBringsTheFileBackWithItsHead(TemporaryWorkspace memory) {
        Notebook notes = Notebook.in(memory, 5);
        notes.write(List.of(FileChange.write(A, """
                # Ada

                <!-- speaker: ada -->

                ## One

                She plants tulips.[^e1]

                [^e1]: Time: `undated`; Sources: [said](local/s/u0)

                ## Two

                She sings.[^e2]

                [^e2]: Time: `2024-05-06`; Sources: [said](local/s/u1)
                """)));
        String then = notes.head();
        String id = notes.id("She sings.");
        notes.write(List.of(FileChange.delete(A)));

        notes.restoreBlock(then, id);

        assertThat(memory.text(A))
                .startsWith("# Ada\n\n<!-- speaker: ada -->\n\n## Two\n\nShe sings.")
                .contains("`2024-05-06`")
                .doesNotContain("tulips");
    }

    @Test
    void aMergedBlockBecomesAgainWhatItsPartsWere(TemporaryWorkspace memory) {
        Notebook notes = Notebook.in(memory, 4);
        String one = notes.create(A, "One", "The first note.", 0);
        String two = notes.create(B, "One", "The second note.", 1);
        String then = notes.head();
        notes.write(List.of(
                FileChange.write(
                        A,
                        "# Notes\n\n## One\n\nBoth notes in one.[^e1][^e2] ^" + one + " ^" + two
                                + "\n\n[^e1]: Time: `undated`; Sources: [said](local/s/u0)\n\n"
                                + "[^e2]: Time: `undated`; Sources: [said](local/s/u1)\n"),
                FileChange.delete(B)));

        RestoreReport report = notes.restoreBlock(then, one);

        assertThat(notes.words(one)).isEqualTo("The first note.");
        assertThat(notes.words(two)).isEqualTo("The second note.");
        assertThat(notes.path(two)).isEqualTo(A);
        assertThat(report.removed()).isEmpty();
        assertThat(notes.log(two))
                .extracting(change -> change.events().iterator().next())
                .containsExactly(BlockEvent.SPLIT, BlockEvent.MERGED, BlockEvent.CREATED, BlockEvent.CREATED);
    }

    @Test
    void aDefinitionThatMeansSomethingElseNowIsNotMixedUp(TemporaryWorkspace memory) {
        Notebook notes = Notebook.in(memory, 4);
        notes.write(List.of(FileChange.write(
                A, "# Notes\n\nFirst.[^cost]\n\n[^cost]: Time: `undated`; Sources: [said](local/s/u0)\n")));
        String then = notes.head();
        String first = notes.id("First.");
        notes.delete(first);
        notes.write(List.of(FileChange.write(
                A, "# Notes\n\nOther.[^cost]\n\n[^cost]: Time: `2024-05-01`; Sources: [said](local/s/u1)\n")));

        notes.restoreBlock(then, first);

        assertThat(notes.history().why(new BlockId(first)).evidence())
                .extracting(turn -> turn.ref().value())
                .containsExactly("local/s/u0");
        assertThat(notes.history().why(new BlockId(notes.id("Other."))).evidence())
                .extracting(turn -> turn.ref().value())
                .containsExactly("local/s/u1");
    }

    @Test
    void anOldStateThatLinksToWhatIsGoneIsRefusedWhole(TemporaryWorkspace memory) {
        Notebook notes = Notebook.in(memory, 3);
        String one = notes.create(A, "One", "The first note.", 0);
        notes.write(List.of(FileChange.write(
                B,
                "# Notes\n\nSee [there](../a.md#^" + one
                        + ").[^e1]\n\n[^e1]: Time: `undated`; Sources: [said](local/s/u1)\n")));
        String then = notes.head();
        String two = notes.id("See [there]");
        notes.write(List.of(FileChange.delete(B)));
        notes.delete(one);

        MemoryException refusal = notes.refused(ErrorCode.INVALID_TOPIC_FORMAT, () -> notes.restoreBlock(then, two));

        assertThat(refusal.violations())
                .extracting(violation -> violation.rule())
                .containsExactly("dangling-link");
        assertThat(notes.restore(then).returned()).hasSize(2);
    }

    @Test
    void aCitationOfWhatIsArchivedNoLongerIsRefusedWithItsPlace(TemporaryWorkspace memory) throws IOException {
        Notebook notes = Notebook.in(memory, 3);
        String one = notes.create(A, "One", "The first note.", 0);
        String then = notes.head();
        notes.delete(one);
        memory.leaveUnchecked().close();
        Files.delete(memory.directory().resolve("sources/local/_v2/s.md"));
        Files.deleteIfExists(memory.directory().resolve(".scriptorium/catalogue"));
        Files.deleteIfExists(memory.directory().resolve(".scriptorium/catalogue.log"));
        memory.open();

        MemoryException refusal = notes.refused(ErrorCode.INVALID_TOPIC_FORMAT, () -> notes.restore(then));

        assertThat(refusal.violations()).singleElement().satisfies(violation -> {
            assertThat(violation.rule()).isEqualTo("source-unresolvable");
            assertThat(violation.path()).isEqualTo(A);
        });
    }

    @Test
    void whatACommitDoesNotHoldIsNotFound(TemporaryWorkspace memory) {
        Notebook notes = Notebook.in(memory, 3);
        notes.create(A, "One", "The first note.", 0);
        String then = notes.head();
        String later = notes.create(B, "One", "The second note.", 1);

        notes.refused(ErrorCode.MEMORY_NOT_FOUND, () -> notes.restore("ffffffff"));
        notes.refused(ErrorCode.MEMORY_NOT_FOUND, () -> notes.restore(then.substring(0, 3)));
        notes.refused(ErrorCode.MEMORY_NOT_FOUND, () -> notes.restoreFile(then, B));
        notes.refused(ErrorCode.MEMORY_NOT_FOUND, () -> notes.restoreBlock(then, later));
        notes.refused(ErrorCode.READ_ONLY_PATH, () -> notes.restoreFile(then, "core.md"));
        notes.refused(ErrorCode.READ_ONLY_PATH, () -> notes.restoreFile(then, "timeline/2024.md"));
        notes.refused(ErrorCode.PATH_OUTSIDE_WORKSPACE, () -> notes.restoreFile(then, "../a.md"));
        notes.refused(ErrorCode.PATH_OUTSIDE_WORKSPACE, () -> notes.restoreFile(then, "/etc/passwd.md"));
    }

    @Test
    void onlyTheOwnerMayRestore(TemporaryWorkspace memory) {
        Notebook notes = Notebook.in(memory, 3);
        String one = notes.create(A, "One", "The first note.", 0);
        String then = notes.head();
        SourceProvenance friend = SourceProvenance.of(
                "friend", SpeakerKind.HUMAN, Speaker.of("u-2", "Friend"), AuthorityTier.PAIRED, "chat/t1");

        notes.refused(ErrorCode.NOT_PERMITTED, () -> notes.history().restore(friend, then));
        notes.refused(ErrorCode.NOT_PERMITTED, () -> notes.history().restore(friend, then, A));
        notes.refused(ErrorCode.NOT_PERMITTED, () -> notes.history().restore(friend, then, new BlockId(one)));
    }

    @Test
    void withoutHistoryThereIsNothingToRestoreAndWhyStillKnowsTheWords(TemporaryWorkspace memory) {
        memory.open(settings -> settings.history(false));
        Notebook notes = Notebook.in(memory, 3);
        String one = notes.create(A, "One", "The first note.", 0);

        assertThat(notes.refused(ErrorCode.MEMORY_NOT_FOUND, () -> notes.restore("abcdef12")))
                .hasMessageContaining("history is off");
        notes.refused(ErrorCode.MEMORY_NOT_FOUND, () -> notes.history().diff("abcdef12", Optional.empty()));
        assertThat(notes.history().why(new BlockId(one))).satisfies(origin -> {
            assertThat(origin.evidence()).extracting(turn -> turn.quote()).containsExactly(Notebook.said(0));
            assertThat(origin.commits()).isEmpty();
            assertThat(origin.historyProblem())
                    .hasValueSatisfying(why -> assertThat(why).contains("off"));
        });
    }

    @Test
    void whatAPersonCommittedWithTheirOwnGitIsRestoredAndFollowed(TemporaryWorkspace memory) throws IOException {
        Notebook notes = Notebook.in(memory, 3);
        String one = notes.create(A, "One", "The first note.", 0);
        Path file = memory.directory().resolve(A);
        String edited = memory.text(A).replace("The first note.", "What a person typed.");
        memory.handEdited();
        Files.writeString(file, edited);
        notes.git("commit", "-q", "-a", "-m", "by hand");
        String byHand = notes.git("rev-parse", "HEAD").strip();
        notes.update(one, "A later wording.", List.of(0));

        notes.restoreBlock(byHand, one);

        assertThat(notes.words(one)).isEqualTo("What a person typed.");
        assertThat(notes.log(one))
                .filteredOn(change -> change.commit().id().equals(byHand))
                .singleElement()
                .satisfies(change -> {
                    assertThat(change.events()).containsExactly(BlockEvent.REWORDED);
                    assertThat(change.commit().by()).startsWith("Person");
                    assertThat(change.before())
                            .singleElement()
                            .satisfies(wording -> assertThat(wording.text()).isEqualTo("The first note."));
                });
    }

    @Test
    void ofAPersonsMergeTheFirstSideIsFollowedAndTheMergeDidWhatTheOtherBrought(TemporaryWorkspace memory)
            throws IOException {
        Notebook notes = Notebook.in(memory, 3);
        String one = notes.create(A, "One", "The first note.", 0);
        String two = notes.create(B, "One", "The second note.", 1);
        memory.handEdited();
        String ours = notes.git("branch", "--show-current").strip();
        notes.git("checkout", "-q", "-b", "side");
        Path file = memory.directory().resolve(A);
        Files.writeString(file, Files.readString(file).replace("The first note.", "Said on the other side."));
        notes.git("commit", "-q", "-a", "-m", "on the side");
        notes.git("checkout", "-q", ours);
        notes.update(two, "Another second note.", List.of(1));
        notes.git("merge", "-q", "--no-ff", "-m", "brought together", "side");
        String merge = notes.git("rev-parse", "HEAD").strip();

        assertThat(notes.log(one))
                .extracting(change -> change.commit().message())
                .containsExactly("brought together", "Update memory");
        assertThat(notes.log(one).get(0).events()).containsExactly(BlockEvent.REWORDED);
        assertThat(notes.log(two)).hasSize(2);
        assertThat(notes.words(one)).isEqualTo("Said on the other side.");
        notes.restore(notes.history().log(Optional.of(B), 1).get(0).id());
        assertThat(notes.words(one)).isEqualTo("The first note.");
        notes.restoreBlock(merge, one);
        assertThat(notes.words(one)).isEqualTo("Said on the other side.");
    }

    @Test
    void whatSomebodyIsTypingIsAdoptedBeforeARestoreTakesItsPlace(TemporaryWorkspace memory) throws IOException {
        Notebook notes = Notebook.in(memory, 3);
        String one = notes.create(A, "One", "The first note.", 0);
        String then = notes.head();
        notes.update(one, "A later wording.", List.of(0));
        memory.handEdited();
        Files.writeString(
                memory.directory().resolve(A),
                memory.text(A) + "\nTyped just now.[^e1]\n\n[^e1]: Time: `undated`; Sources: [said](local/s/u1)\n");

        RestoreReport report = notes.restore(then);

        assertThat(notes.words(one)).isEqualTo("The first note.");
        assertThat(report.removed()).hasSize(1);
        String typed = report.removed().first().value();
        assertThat(notes.history().why(new BlockId(typed))).satisfies(origin -> {
            assertThat(origin.there()).isFalse();
            assertThat(origin.text()).isEqualTo("Typed just now.");
        });
        notes.restoreBlock(notes.history().log(Optional.empty(), 2).get(1).id(), typed);
        assertThat(notes.words(typed)).isEqualTo("Typed just now.");
    }

    @Test
    void aFileComesBackUnderTheNameThatAPersonChose(TemporaryWorkspace memory) throws IOException {
        String chosen = "topics/My Ideas (draft), v2.md";
        Notebook notes = Notebook.in(memory, 3);
        notes.create(A, "One", "The first note.", 0);
        memory.handEdited();
        Path file = memory.directory().resolve(chosen);
        Files.move(memory.directory().resolve(A), file);
        memory.workspace().read().status();
        memory.clock().advance(Duration.ofMinutes(1));
        notes.create(B, "One", "The second note.", 1);
        assertThat(notes.history().log(Optional.of(chosen), 9)).isNotEmpty();
        String text = Files.readString(file);
        String then = notes.head();
        notes.write(List.of(FileChange.delete(chosen)));

        notes.restore(then);

        assertThat(Files.readString(file)).isEqualTo(text);
        MemoryAssertions.assertThat(memory).hasNoProblems();
    }

    @Test
    void aFileOfAnOldCommitThatIsNoTextIsNoneOfOurs(TemporaryWorkspace memory) throws IOException {
        Notebook notes = Notebook.in(memory, 3);
        String one = notes.create(A, "One", "The first note.", 0);
        Path file = memory.directory().resolve("topics/photo.md");
        memory.handEdited();
        Files.write(file, new byte[] {'#', ' ', (byte) 0xff, '\n'});
        notes.git("add", "topics/photo.md");
        notes.git("commit", "-q", "-m", "no text at all");
        String then = notes.git("rev-parse", "HEAD").strip();
        Files.delete(file);
        notes.update(one, "A later wording.", List.of(0));

        notes.restore(then);

        assertThat(notes.words(one)).isEqualTo("The first note.");
        assertThat(file).doesNotExist();
        assertThat(notes.refused(ErrorCode.INVALID_TOPIC_FORMAT, () -> notes.restoreFile(then, "topics/photo.md"))
                        .violations())
                .isNotEmpty();
    }
}
