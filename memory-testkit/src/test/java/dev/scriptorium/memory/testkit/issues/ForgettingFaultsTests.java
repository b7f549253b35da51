package dev.scriptorium.memory.testkit.issues;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.SessionContext;
import dev.scriptorium.memory.api.recall.Corpus;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.local.BlockOrigin;
import dev.scriptorium.memory.local.UpdateRequest;
import dev.scriptorium.memory.local.WorkspaceChange;
import dev.scriptorium.memory.markdown.change.DeleteRecord;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.model.WriterSteps;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Rows 52 and 53 of the reported faults. To delete a record is no more than that: what was said stays in the archive and in
 * the history, where its owner can name it. To erase it from there as well is for later; until then nothing but a request
 * of its owner brings it back.
 */
@ExtendWith(WorkspaceExtension.class)
class ForgettingFaultsTests {
    private static final String CORE = "topics/core.md";
    private static final String SECRET = "the beehive password is honeycomb";

    private final ScriptedTopicWriter writer = ScriptedTopicWriter.of(WriterSteps.record(CORE));
    private TemporaryWorkspace memory;
    private BlockId deleted;
    private String before;

    @BeforeEach
    void aRecordIsDeleted(TemporaryWorkspace workspace) {
        memory = workspace.use(writer);
        memory.store().session("s").say("u1", "Note that " + SECRET + ".").say("u2", "I live in Lisbon.");
        assertThatWrite(memory.write("s")).succeeded();
        before = memory.workspace().history().log(Optional.empty(), 1).get(0).id();
        deleted = memory.workspace().read().recent(9).stream()
                .filter(event -> event.text().contains(SECRET))
                .findFirst()
                .orElseThrow()
                .id();
        WorkspaceChange change = memory.workspace().change();
        change.update(UpdateRequest.changes(change.owner("test/turn"), List.of(new DeleteRecord(deleted)))
                .build());
    }

    private void isInNoTopicAndNoView() {
        MemoryAssertions.assertThat(memory).hasBlocks(1).hasNoBlock(SECRET);
        assertThat(memory.backend().systemPrompt(SessionContext.none()).orElse(""))
                .doesNotContain(SECRET);
        assertThat(memory.bytes().below("topics").files())
                .allSatisfy(file -> assertThat(memory.text(file)).doesNotContain(SECRET));
        assertThat(memory.bytes().below("timeline").files())
                .allSatisfy(file -> assertThat(memory.text(file)).doesNotContain(SECRET));
        assertThat(List.of("core.md", "recent_events.jsonl", "relations.json"))
                .allSatisfy(view -> assertThat(memory.text(view)).doesNotContain(SECRET));
        assertThat(found(Corpus.TOPICS)).isEmpty();
    }

    private List<String> found(Corpus corpus) {
        return memory
                .workspace()
                .read()
                .search(MemoryQuery.builder(SECRET).corpus(corpus).build(), false)
                .hits()
                .stream()
                .map(hit -> hit.text())
                .filter(text -> text.contains(SECRET))
                .toList();
    }

    /** Row 52. */
    @Test
    void aDeletedRecordIsGoneFromTopicsViewsAndTheirIndex() {
        isInNoTopicAndNoView();
        memory.reopen();
        memory.workspace().maintain().rebuild();
        isInNoTopicAndNoView();
    }

    /** Row 52: what is left of it is no secret: search, the history and {@code why} name the place. */
    @Test
    void whatIsLeftOfADeletedRecordIsNamed() {
        assertThat(found(Corpus.SOURCES)).hasSize(1);
        assertThat(memory.text("sources/local/_v2/s.md")).contains(SECRET);
        BlockOrigin why = memory.workspace().history().why(deleted);
        assertThat(why.there()).isFalse();
        assertThat(why.removedBy()).isPresent();
        assertThat(why.text()).contains(SECRET);
        assertThat(why.evidence())
                .singleElement()
                .satisfies(turn -> assertThat(turn.ref().value()).isEqualTo("local/s/u1"));
    }

    /** Row 53: what happens by itself brings nothing back. */
    @Test
    void nothingThatRunsByItselfBringsADeletedRecordBack() {
        assertThatWrite(memory.write("s")).succeeded();
        memory.store().session("s").say("u3", "I have a cat.");
        writer.then(WriterSteps.nothing("small talk"));
        assertThatWrite(memory.write("s")).succeeded();
        memory.reopen();
        memory.workspace().maintain().check();
        memory.workspace().maintain().rebuild();
        isInNoTopicAndNoView();
        assertThat(writer.turnsShown()).containsExactly(List.of("u1", "u2"), List.of("u3"));
    }

    /** Row 53: a restore and a backfill are requests, and what they bring back is a change with a commit of its own. */
    @Test
    void whatARestoreOrABackfillBringsBackIsSaidAndCommitted() {
        int commits = memory.commits();
        assertThat(memory.workspace().maintain().backfill().candidates()).isEqualTo(1);
        assertThat(writer.turnsShown()).last().isEqualTo(List.of("u1"));
        assertThat(memory.commits()).isEqualTo(commits + 1);

        memory.workspace().history().restore(memory.workspace().change().owner("test/turn"), before);
        MemoryAssertions.assertThat(memory).hasBlocks(2).hasBlock(SECRET);
        assertThat(memory.workspace().history().log(Optional.empty(), 1))
                .singleElement()
                .satisfies(commit -> assertThat(commit.message()).contains("restore"));
    }
}
