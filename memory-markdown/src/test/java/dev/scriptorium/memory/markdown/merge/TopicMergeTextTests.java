package dev.scriptorium.memory.markdown.merge;

import static dev.scriptorium.memory.markdown.merge.MergeCases.A;
import static dev.scriptorium.memory.markdown.merge.MergeCases.B;
import static dev.scriptorium.memory.markdown.merge.MergeCases.C;
import static dev.scriptorium.memory.markdown.merge.MergeCases.D;
import static dev.scriptorium.memory.markdown.merge.MergeCases.E;
import static dev.scriptorium.memory.markdown.merge.MergeCases.M;
import static dev.scriptorium.memory.markdown.merge.MergeCases.clean;
import static dev.scriptorium.memory.markdown.merge.MergeCases.merge;
import static dev.scriptorium.memory.markdown.merge.MergeCases.reworded;
import static dev.scriptorium.memory.markdown.merge.MergeCases.topic;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class TopicMergeTextTests {
    @Nested
    class NewOnBothSides {
        private static final String TITLE = "# M";

        @Test
        void equalWordsInOnePlaceBecomeOneBlockWithBothCitations() {
            String other = "Dot.[^e1] ^dddd4444\n\n[^e1]: Time: `2026-09`; Sources: [l](s/t/9)";

            assertThat(clean(topic(TITLE, A), topic(TITLE, A, D), topic(TITLE, A, other)))
                    .isEqualTo(topic(
                            TITLE,
                            A,
                            "Dot.[^e1][^e2] ^dddd4444",
                            "[^e1]: Time: `2026-09`; Sources: [l](s/t/9)",
                            "[^e2]: Time: `2026-04`; Sources: [l](s/t/4)"));
        }

        @Test
        void equalCitationsAreThereOnce() {
            String other = D.replace("e1", "e-d").replace("[^e-d]\n", "[^e-d] ^dddd4444\n");

            assertThat(clean(topic(TITLE, A), topic(TITLE, A, D), topic(TITLE, A, other)))
                    .isEqualTo(topic(TITLE, A, other));
        }

        @Test
        void equalWordsInDifferentSectionsAreTwoBlocks() {
            String base = topic(TITLE, A, "## N", B);

            assertThat(clean(base, topic(TITLE, A, D, "## N", B), topic(TITLE, A, "## N", B, D)))
                    .isEqualTo(topic(TITLE, A, "Dot.[^e1]", "## N", B, D));
        }

        @Test
        void theSameNewIdWithDifferentWordsIsAConflict() {
            String other = A.replace("Ada", "Adam");
            MergedTopic merged = merge(topic(TITLE, B), topic(TITLE, B, A), topic(TITLE, B, other));

            assertThat(merged.text()).contains(topic(TITLE, B, other));
            assertThat(merged.conflicts()).hasSize(1);
        }

        @Test
        void aNewFileOnBothSidesIsMergedAsIfItHadBeenEmpty() {
            MergedTopic merged =
                    TopicMerge.merge(M, Optional.empty(), Optional.of(topic(TITLE, D)), Optional.of(topic(TITLE, A)));

            assertThat(merged.isClean()).isTrue();
            assertThat(merged.text()).contains(topic(TITLE, D, A));
            assertThat(TopicMerge.merge(M, Optional.empty(), Optional.of(topic(A)), Optional.of(topic(A)))
                            .text())
                    .contains(topic(A));
        }
    }

    @Nested
    class LabelsOfOurs {
        @Test
        void aLabelThatTheirsUsesForSomethingElseIsRenamed() {
            String other = E.replace("e2", "e1");

            assertThat(clean(topic("# M", A, B), topic("# M", A, D, B), topic("# M", A, B, other)))
                    .isEqualTo(topic("# M", A, D.replace("e1", "e2"), B, other));
        }

        @Test
        void theNewNameIsUsedByNeitherSide() {
            String other = E.replace("e2", "e1");
            String second =
                    "Fay.[^e2][^e3]\n\n[^e2]: Time: `2026-07`; Sources: x\n\n[^e3]: Time: `2026-08`; Sources: x";

            assertThat(clean(topic("# M", A), topic("# M", A, D, second), topic("# M", A, other)))
                    .isEqualTo(topic("# M", A, D.replace("e1", "e4"), second, other));
        }

        @Test
        void aLabelWithTheSameDefinitionIsShared() {
            String citing = "Dan too.[^e-a]";

            assertThat(clean(topic("# M", A, B), topic("# M", A, citing, B), topic("# M", A, reworded(B))))
                    .isEqualTo(topic("# M", A, citing, reworded(B)));
            assertThat(clean(topic("# M", A, B), topic("# M", A, citing, B), topic("# M", B)))
                    .isEqualTo(topic("# M", citing, A.substring(A.indexOf("\n\n") + 2), B));
        }

        @Test
        void aDefinitionThatBlocksOfBothShareSplitsWhereTheyDisagree() {
            String shared = topic("# M", A, "Second.[^e-a] ^dddd4444");
            String ours = topic("# M", A.replace("2026-01", "2026-11"), "Second.[^e-a] ^dddd4444");
            String theirs = topic("# M", A, "Second anew.[^e-a] ^dddd4444");
            MergedTopic merged = merge(shared, ours, theirs);

            assertThat(merged.text())
                    .contains(topic(
                            "# M",
                            "Ada.[^e1] ^aaaa1111",
                            "[^e1]: Time: `2026-11`; Sources: [l](s/t/1)",
                            "[^e-a]: Time: `2026-01`; Sources: [l](s/t/1)",
                            "Second anew.[^e-a] ^dddd4444"));
            assertThat(merged.conflicts()).extracting(MergeConflict::toString).containsExactly("topics/m.md ^dddd4444");
        }

        @Test
        void aCitationThatOursLeftUndefinedIsNotBoundToTheDefinitionOfTheirs() {
            assertThat(clean(topic("# M", A), topic("# M", A, "Loose.[^e1]"), topic("# M", A, D)))
                    .isEqualTo(topic("# M", A, "Loose.[^e2]", D));
        }
    }

    @Nested
    class Spacing {
        @Test
        void whatTheMergeDoesNotTouchKeepsTheSpacingOfTheirs() {
            String base = "# M\n" + A + "\n\n\n" + B + "\n\n\n\n" + C + "\n\n";
            String ours = base.replace("Cyd.", "Cyd anew.");
            String theirs = base.replace("# M\n", "# M\n \n\n");

            assertThat(clean(base, ours, theirs))
                    .isEqualTo("# M\n \n\n" + A + "\n\n\n" + B + "\n\n" + C.replace("Cyd.", "Cyd anew.") + "\n\n");
        }

        @Test
        void whatIsPutInOrTakenOutLeavesOneBlankLine() {
            String base = "# M\n" + A + "\n\n\n" + B + "\n\n\n" + C + "\n";

            assertThat(clean(base, base.replace(B + "\n\n\n", ""), base.replace("Ada.", "Adam.")))
                    .isEqualTo("# M\n" + A.replace("Ada.", "Adam.") + "\n\n" + C + "\n");
            assertThat(clean(base, base.replace(B, B + "\n\n\n\n" + D), base.replace("Ada.", "Adam.")))
                    .isEqualTo("# M\n" + A.replace("Ada.", "Adam.") + "\n\n\n" + B + "\n\n" + D + "\n\n" + C + "\n");
        }

        @Test
        void definitionsFarFromTheirBlocksStayWhereTheyAre() {
            String notes = "[^e-a]: Time: `2026-01`; Sources: x\n[^e-b]: Time: `2026-02`; Sources: x\n";
            String base = "Ada.[^e-a] ^aaaa1111\n\nBob.[^e-b] ^bbbb2222\n\n" + notes;

            assertThat(clean(base, base.replace("Ada", "Adam"), base.replace("Bob", "Rob")))
                    .isEqualTo("Adam.[^e-a] ^aaaa1111\n\nRob.[^e-b] ^bbbb2222\n\n" + notes);
        }

        @Test
        void aRuleThatBecomesTheFirstLineDoesNotBeginFrontMatter() {
            assertThat(clean(
                            topic(A, "---", B, "---", C),
                            "\n" + topic("---", B, "---", C),
                            topic(A, "---", B, "---", reworded(C))))
                    .isEqualTo("\n" + topic("---", B, "---", reworded(C)));
        }

        @Test
        void otherLineEndsBecomeLineFeedsWhereTheFileIsWritten() {
            String base = topic("# M", A, B);

            assertThat(clean(
                            base,
                            topic("# M", reworded(A), B),
                            topic("# M", A, reworded(B)).replace("\n", "\r\n")))
                    .isEqualTo(topic("# M", reworded(A), reworded(B)));
        }
    }
}
