package dev.scriptorium.memory.markdown.change;

import static dev.scriptorium.memory.markdown.change.Changes.adding;
import static dev.scriptorium.memory.markdown.change.Changes.cited;
import static dev.scriptorium.memory.markdown.change.Changes.end;
import static dev.scriptorium.memory.markdown.change.Changes.move;
import static dev.scriptorium.memory.markdown.change.Edits.M;
import static dev.scriptorium.memory.markdown.change.Edits.X_DEF;
import static dev.scriptorium.memory.markdown.change.Edits.refusal;
import static dev.scriptorium.memory.markdown.change.Edits.topic;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import dev.scriptorium.memory.markdown.source.SourceFrame;
import dev.scriptorium.memory.markdown.source.SourceIndex;
import java.util.List;
import org.junit.jupiter.api.Test;

class NewEvidenceTests {
    private final TopicTree tree = topic("# M", "", "First.[^x] ^aaaa1111", "", "[^x]: " + X_DEF);

    @Test
    void changesOfContentAreNumberedInTheirOwnOrder() {
        Update update = Update.of(
                tree,
                List.of(
                        move(end("topics/n.md"), "aaaa1111"),
                        adding("One.", end(M, "M")),
                        adding("Two.", end(M, "M"))));

        assertThat(update.edit().evidenceIds()).containsOnlyKeys("new-evidence-record-1", "new-evidence-record-2");
    }

    @Test
    void aLabelThatStandsInATopicIsPassedBy() {
        TopicTree taken =
                topic("# M", "", "First.[^new-evidence-record-1] ^aaaa1111", "", "[^new-evidence-record-1]: " + X_DEF);

        assertThat(Update.of(taken, List.of(adding("One.", end("topics/n.md")), adding("Two.", end("topics/n.md"))))
                        .edit()
                        .evidenceIds())
                .containsOnlyKeys("new-evidence-record-2", "new-evidence-record-3");
    }

    @Test
    void sourcesThatAreNoneAreRefusedWithTheirPlace() {
        for (String source : List.of(
                "nope",
                "a/b",
                "x) [y](" + Archive.M1,
                "a/b/[c]",
                "openprogram/s1/m9",
                "../../etc/passwd#x",
                "D1:1",
                "a/b/c\n")) {
            MemoryException refused = refusal(tree, new CreateRecord("x", "2026", cited(source), end(M, "M")));

            assertThat(refused.code()).as(source).isEqualTo(ErrorCode.INVALID_TOPIC_FORMAT);
            assertThat(refused.violations()).extracting(Violation::rule).contains("source-unresolvable");
        }
    }

    @Test
    void aTurnWhoseNameHasParenthesesIsCited() {
        SourceRef ref = new SourceRef("local/team (1) 100%/m)1");
        SourceIndex sources = Archive.with(Archive.S1, List.of(SourceFrame.of(ref, null, null, "", "user", "x")));
        MemoryChange change = new CreateRecord("x", "2026", cited(ref.value()), end("topics/d/n.md"));
        StagedEdit staged = StructuredEdit.stage(List.of(change), DeclaredSources.NONE, tree, sources);
        TopicTree after = Update.of(tree, staged, sources).after();

        assertThat(after.text(new TopicPath("topics/d/n.md")).orElseThrow())
                .contains("[lab](../../sources/local/_v2/team%2520%25281%2529%2520100%2525.md#source-");
        assertThat(Topics.texts(Update.of(
                                        after,
                                        StructuredEdit.stage(
                                                List.of(new UpdateRecord(
                                                        new BlockId("aaaa1111"), "y", "2026", cited(ref.value()))),
                                                DeclaredSources.NONE,
                                                after,
                                                sources),
                                        sources)
                                .after())
                        .get(M))
                .contains("y[^e-");
    }
}
