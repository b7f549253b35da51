package dev.scriptorium.memory.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.local.FileDiff;
import dev.scriptorium.memory.local.HistoryDiff;
import dev.scriptorium.memory.local.HistoryEntry;
import dev.scriptorium.memory.testkit.session.InMemorySession;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Comparing states: commits with each other, and with what is there now. */
@ExtendWith(WorkspaceExtension.class)
class DiffTests {
    private static final String A = "topics/a.md";
    private static final String B = "topics/b.md";

    @Test
    void aDiffTellsOfFilesTextsAndBlocks(TemporaryWorkspace memory) {
        Notebook notes = Notebook.in(memory, 9);
        String changed = notes.create(A, "One", "Will change.", 0);
        String moved = notes.create(A, "One", "Will move.", 1);
        String gone = notes.create(A, "One", "Will go.", 2);
        notes.create(A, "One", "Will stay.", 3);
        String from = notes.head();
        notes.update(changed, "Has changed.", List.of(0));
        notes.move(List.of(moved), B, "One");
        notes.delete(gone);
        String created = notes.create(A, "One", "Is new.", 4);
        String to = notes.head();

        for (Optional<String> until : List.of(Optional.of(to.substring(0, 8)), Optional.<String>empty())) {
            HistoryDiff diff = notes.history().diff(from.substring(0, 8), until);

            assertThat(diff.from()).isEqualTo(from);
            assertThat(diff.to()).isEqualTo(until.map(given -> to));
            assertThat(diff.blocks().created()).extracting(id -> id.value()).containsExactly(created);
            assertThat(diff.blocks().changed()).extracting(id -> id.value()).containsExactly(changed);
            assertThat(diff.blocks().moved()).extracting(id -> id.value()).containsExactly(moved);
            assertThat(diff.blocks().removed()).extracting(id -> id.value()).containsExactly(gone);
            assertThat(diff.files()).extracting(FileDiff::path).containsExactly(A, B);
            assertThat(diff.files())
                    .extracting(FileDiff::kind)
                    .containsExactly(FileDiff.Kind.CHANGED, FileDiff.Kind.ADDED);
            assertThat(diff.files().get(0).text())
                    .startsWith("--- a/" + A + "\n+++ b/" + A + "\n@@ ")
                    .contains("\n-Will change.", "\n+Has changed.")
                    .doesNotContain("-Will stay.");
        }
        assertThat(notes.history().diff(to, Optional.of(from)).blocks().removed())
                .extracting(id -> id.value())
                .containsExactly(created);
        assertThat(notes.history().diff(to, Optional.empty()).files()).isEmpty();
    }

    @Test
    void ofAnArchiveTheTurnsAreCountedAndNotPrinted(TemporaryWorkspace memory) {
        Notebook notes = Notebook.in(memory, 3);
        notes.create(A, "One", "A note.", 0);
        String from = notes.head();
        InMemorySession session = memory.store().session("s").say("more", "Something more was said.");
        memory.backend().extractBeforeDiscard(DiscardRequest.of(session.id(), session.turns()));

        assertThat(notes.history().diff(from, Optional.empty()).files())
                .singleElement()
                .satisfies(file -> {
                    assertThat(file.path()).isEqualTo("sources/local/_v2/s.md");
                    assertThat(file.kind()).isEqualTo(FileDiff.Kind.CHANGED);
                    assertThat(file.turnsBefore()).isEqualTo(3);
                    assertThat(file.turnsAfter()).isEqualTo(4);
                    assertThat(file.text()).isEmpty();
                });
    }

    @Test
    void theLogOfAFileGoesOnUnderTheNameItHadBefore(TemporaryWorkspace memory) {
        Notebook notes = Notebook.in(memory, 9);
        notes.create(A, "One", "One note.", 0);
        notes.create(A, "One", "Another note.", 1);
        notes.create(B, "One", "Elsewhere.", 2);
        List<HistoryEntry> before = notes.history().log(Optional.of(A), 9);
        String text = memory.text(A);
        notes.write(List.of(
                dev.scriptorium.memory.markdown.change.FileChange.delete(A),
                dev.scriptorium.memory.markdown.change.FileChange.write("topics/people/new name.md", text)));

        List<HistoryEntry> after = notes.history().log(Optional.of("people/new name.md"), 9);

        assertThat(after).hasSize(before.size() + 1);
        assertThat(after.subList(1, after.size()).stream().map(HistoryEntry::id))
                .containsExactlyElementsOf(before.stream().map(HistoryEntry::id).toList());
        assertThat(notes.history().log(Optional.of("topics/people"), 9)).hasSize(1);
        assertThat(notes.history().log(Optional.of("topics"), 9)).hasSize(4);
        assertThat(notes.history().log(Optional.of("people/new name.md"), 2)).hasSize(2);
    }

    @Test
    void whatNamesNoCommitIsNotFound(TemporaryWorkspace memory) {
        Notebook notes = Notebook.in(memory, 3);
        notes.create(A, "One", "A note.", 0);
        for (String id : List.of("", "abc", "0000000", "HEAD", "../..", "zzzzzzzz")) {
            notes.refused(ErrorCode.MEMORY_NOT_FOUND, () -> notes.history().diff(id, Optional.empty()));
            notes.refused(ErrorCode.MEMORY_NOT_FOUND, () -> notes.history().diff(notes.head(), Optional.of(id)));
        }
    }
}
