package dev.scriptorium.memory.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.local.BlockChange;
import dev.scriptorium.memory.local.BlockOrigin;
import dev.scriptorium.memory.local.CitedTurn;
import dev.scriptorium.memory.local.RecentEvent;
import dev.scriptorium.memory.local.history.BlockEvent;
import dev.scriptorium.memory.local.history.BlockWording;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** From a block to the words it rests on, who said them and when, and what became of it. */
@ExtendWith(WorkspaceExtension.class)
class WhyTests {
    private static final String A = "topics/a.md";
    private static final String ARCHIVE = "sources/local/_v2/s.md";

    @Test
    void everyBlockOfAWrittenConversationLeadsToTheTurnThatHasItsWords(TemporaryWorkspace memory) {
        Speaker ada = Speaker.of("ada", "Ada Lind");
        memory.store()
                .session("talk")
                .say("m1", ada, "I moved to Uppsala on 14 February 2026 and I work at the botanical garden.")
                .reply("m2", "How do you like it?")
                .say("m3", ada, "I planted 40 tulip bulbs yesterday. I always prefer short answers.")
                .say("m4", ada, "My sister Karin lives in Falun since 2019. 我的预算是五万克朗。");
        memory.write("talk");

        List<RecentEvent> blocks = memory.workspace().read().recent(Integer.MAX_VALUE);

        assertThat(blocks).hasSizeGreaterThan(3);
        for (RecentEvent block : blocks) {
            BlockOrigin origin = memory.workspace().history().why(block.id());
            assertThat(origin.there()).isTrue();
            assertThat(origin.evidence()).isNotEmpty().allSatisfy(turn -> {
                assertThat(turn.problem()).isEmpty();
                assertThat(turn.speaker())
                        .hasValueSatisfying(name -> assertThat(name).contains("Ada Lind"));
                assertThat(turn.saidAt()).isPresent();
            });
            assertThat(origin.evidence())
                    .anySatisfy(turn -> assertThat(turn.quote()).contains(block.text()));
            assertThat(origin.changes()).isNotEmpty();
            assertThat(origin.changes().get(origin.changes().size() - 1).events())
                    .containsExactly(BlockEvent.CREATED);
        }
    }

    @Test
    void earlierWordingsAreTold(TemporaryWorkspace memory) {
        Notebook notes = Notebook.in(memory, 3);
        String id = notes.create(A, "One", "The first wording.", 0);
        notes.update(id, "The second wording.", List.of(0));
        notes.update(id, "The third wording.", List.of(0));

        BlockOrigin origin = notes.history().why(new BlockId(id));

        assertThat(origin.text()).isEqualTo("The third wording.");
        assertThat(origin.changes().stream()
                        .flatMap(change -> change.before().stream())
                        .map(BlockWording::text))
                .containsExactly("The second wording.", "The first wording.");
        assertThat(origin.commits())
                .isEqualTo(origin.changes().stream().map(BlockChange::commit).toList());
    }

    @Test
    void ofARemovedBlockItIsToldWhereItStoodAndWhatRemovedIt(TemporaryWorkspace memory) {
        Notebook notes = Notebook.in(memory, 3);
        String id = notes.create(A, "One", "It was here.", 0);
        notes.create(A, "One", "It is here.", 1);
        notes.delete(id);

        BlockOrigin origin = notes.history().why(new BlockId(id));

        assertThat(origin.there()).isFalse();
        assertThat(origin.path().value()).isEqualTo(A);
        assertThat(origin.text()).isEqualTo("It was here.");
        assertThat(origin.removedBy())
                .hasValueSatisfying(commit -> assertThat(commit.id()).isEqualTo(notes.head()));
        assertThat(origin.evidence()).extracting(CitedTurn::quote).containsExactly(Notebook.said(0));
    }

    @Test
    void anIdThatNeverWasIsNotFound(TemporaryWorkspace memory) {
        Notebook notes = Notebook.in(memory, 1);
        notes.refused(ErrorCode.MEMORY_NOT_FOUND, () -> notes.history().why(new BlockId("0badcafe")));
        notes.refused(ErrorCode.MEMORY_NOT_FOUND, () -> notes.log("0badcafe"));
    }

    @Test
    void anArchiveThatIsGoneOrChangedIsSaidAndTheWordsComeFromTheHistory(TemporaryWorkspace memory) throws IOException {
        Notebook notes = Notebook.in(memory, 3);
        BlockId id = new BlockId(notes.create(A, "One", "A note.", 0));
        Path archive = memory.directory().resolve(ARCHIVE);
        byte[] bytes = Files.readAllBytes(archive);
        memory.leaveUnchecked();

        Files.writeString(archive, Files.readString(archive).replace("in turn 0", "in turn X"));
        assertThat(notes.history().why(id).evidence()).singleElement().satisfies(turn -> {
            assertThat(turn.quote()).isEqualTo(Notebook.said(0));
            assertThat(turn.problem())
                    .hasValueSatisfying(problem -> assertThat(problem).contains(ARCHIVE, "history"));
        });

        Files.delete(archive);
        assertThat(notes.history().why(id).evidence()).singleElement().satisfies(turn -> {
            assertThat(turn.ref().value()).isEqualTo("local/s/u0");
            assertThat(turn.quote()).isEqualTo(Notebook.said(0));
            assertThat(turn.problem())
                    .hasValueSatisfying(problem -> assertThat(problem).contains(ARCHIVE, "history"));
        });

        Files.write(archive, bytes);
        assertThat(notes.history().why(id).evidence())
                .singleElement()
                .satisfies(turn -> assertThat(turn.problem()).isEmpty());
    }

    @Test
    void aHistoryThatCannotBeReadIsSaidBesideTheEvidence(TemporaryWorkspace memory) throws IOException {
        Notebook notes = Notebook.in(memory, 3);
        BlockId id = new BlockId(notes.create(A, "One", "A note.", 0));
        memory.leaveUnchecked();
        Files.writeString(
                memory.directory().resolve(".git/config"),
                "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tobjectformat = sha256\n");

        BlockOrigin origin = notes.history().why(id);

        assertThat(origin.evidence()).extracting(CitedTurn::quote).containsExactly(Notebook.said(0));
        notes.refused(ErrorCode.STORAGE_UNAVAILABLE, () -> notes.restore("abcd1234"));
    }
}
