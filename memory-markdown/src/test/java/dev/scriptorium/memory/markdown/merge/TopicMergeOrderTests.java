package dev.scriptorium.memory.markdown.merge;

import static dev.scriptorium.memory.markdown.merge.MergeCases.A;
import static dev.scriptorium.memory.markdown.merge.MergeCases.B;
import static dev.scriptorium.memory.markdown.merge.MergeCases.C;
import static dev.scriptorium.memory.markdown.merge.MergeCases.D;
import static dev.scriptorium.memory.markdown.merge.MergeCases.E;
import static dev.scriptorium.memory.markdown.merge.MergeCases.clean;
import static dev.scriptorium.memory.markdown.merge.MergeCases.merge;
import static dev.scriptorium.memory.markdown.merge.MergeCases.reworded;
import static dev.scriptorium.memory.markdown.merge.MergeCases.topic;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class TopicMergeOrderTests {
    @Nested
    class Order {
        @Test
        void whatOursInsertedGoesAfterTheSameNeighbour() {
            assertThat(clean(topic("# M", A, B), topic("# M", A, D, B), topic("# M", reworded(A), C, B)))
                    .isEqualTo(topic("# M", reworded(A), D, C, B));
        }

        @Test
        void whereTheNeighbourIsGoneTheOneBeforeItCounts() {
            assertThat(clean(topic("# M", A, B, C), topic("# M", A, B, D, C), topic("# M", A, C)))
                    .isEqualTo(topic("# M", A, D, C));
        }

        @Test
        void withoutANeighbourItStandsAtTheStart() {
            assertThat(clean(topic(A, B), topic(D, A, B), topic(A, B, C))).isEqualTo(topic(D, A, B, C));
        }

        @Test
        void theOrderOfTheirsIsKept() {
            assertThat(clean(topic("# M", A, B, C), topic("# M", reworded(A), B, C), topic("# M", C, B, A)))
                    .isEqualTo(topic("# M", C, B, reworded(A)));
            assertThat(clean(topic("# M", A, B, C), topic("# M", B, A, C), topic("# M", C, A, B)))
                    .isEqualTo(topic("# M", C, A, B));
        }

        @Test
        void anOrderThatOursAloneHasChangedIsOurs() {
            assertThat(clean(topic("# M", A, B, C), topic("# M", C, A, B), topic("# M", A, reworded(B), C)))
                    .isEqualTo(topic("# M", C, A, reworded(B)));
        }

        @Test
        void aBlockThatOursMovedToAnotherSectionIsMoved() {
            assertThat(clean(
                            topic("# M", A, B, "## N", C),
                            topic("# M", B, "## N", A, C),
                            topic("# M", A, B, "## N", reworded(C))))
                    .isEqualTo(topic("# M", B, "## N", A, reworded(C)));
            assertThat(clean(
                            topic("# M", A, B, "## N", C),
                            topic("# M", B, "## N", A, C),
                            topic("# M", reworded(A), B, "## N", C)))
                    .isEqualTo(topic("# M", B, "## N", reworded(A), C));
        }

        @Test
        void aBlockThatOursMovedStandsBehindItsNeighbourThere() {
            assertThat(clean(
                            topic("# M", A, B, "## N", C),
                            topic("# M", C, A, B),
                            topic("# M", reworded(A), B, "## N", C)))
                    .isEqualTo(topic("# M", C, reworded(A), B));
        }

        @Test
        void aBlockThatBothMovedStandsWhereTheirsPutIt() {
            assertThat(clean(
                            topic("# M", A, B, "## N", C, "## O", D),
                            topic("# M", B, "## N", A, C, "## O", D),
                            topic("# M", B, "## N", C, "## O", D, A)))
                    .isEqualTo(topic("# M", B, "## N", C, "## O", D, A));
        }

        @Test
        void whatOursPutBehindABlockFollowsItUnderAHeadingThatTheirsPutAboveIt() {
            assertThat(clean(topic("# M", A, B), topic("# M", A, B, D), topic("# M", A, "## N", B)))
                    .isEqualTo(topic("# M", A, "## N", B, D));
        }

        @Test
        void aNewHeadingTakesNothingFromTheSectionOfTheOtherSide() {
            assertThat(clean(topic("# M", A, B), topic("# M", A, "## N", B), topic("# M", A, D, B)))
                    .isEqualTo(topic("# M", A, D, "## N", B));
            assertThat(clean(
                            topic("# M", A, "## N", B),
                            topic("# M", A, "## N", B, "## O", D),
                            topic("# M", A, "## N", B, "### P", E)))
                    .isEqualTo(topic("# M", A, "## N", B, "### P", E, "## O", D));
        }
    }

    @Nested
    class Headings {
        @Test
        void aSectionRenamedOnOneSideHasThatNameAndTheBlocksOfBoth() {
            assertThat(clean(topic("# M", "## N", A), topic("# M", "## New", A), topic("# M", "## N", A, D)))
                    .isEqualTo(topic("# M", "## New", A, D));
            assertThat(clean(topic("# M", "## N", A), topic("# M", "## N", A, D), topic("# Title", "## New", A)))
                    .isEqualTo(topic("# Title", "## New", A, D));
        }

        @Test
        void renamedDifferentlyIsAConflict() {
            MergedTopic merged =
                    merge(topic("# M", "## N", A), topic("# M", "## Ours", A), topic("# M", "## Theirs", A));

            assertThat(merged.text()).contains(topic("# M", "## Theirs", A));
            assertThat(merged.conflicts()).extracting(MergeConflict::toString).containsExactly("topics/m.md line 3");
        }

        @Test
        void equalHeadingsAreToldApartByTheirPlace() {
            String base = topic("# M", "## N", "### X", A, "## O", "### X", B);

            assertThat(clean(
                            base,
                            topic("# M", "## N", "### X", A, "## O", "### X", B, D),
                            topic("# M", "## O", "### X", B, "## N", "### X", A)))
                    .isEqualTo(topic("# M", "## O", "### X", B, D, "## N", "### X", A));
        }

        @Test
        void theSameNewSectionOnBothSidesIsOne() {
            assertThat(clean(topic("# M", A), topic("# M", A, "## N", D), topic("# M", A, "## N", E)))
                    .isEqualTo(topic("# M", A, "## N", D, E));
        }

        @Test
        void aSectionMovedByOursGoesWithWhatTheirsPutIntoIt() {
            assertThat(clean(
                            topic("# M", "## N", A, "## O", B),
                            topic("# M", "## O", B, "## N", A),
                            topic("# M", "## N", A, C, "## O", B)))
                    .isEqualTo(topic("# M", "## O", B, "## N", A, C));
        }

        @Test
        void aSectionTakenAwayGoesUnlessTheOtherSideWroteIntoIt() {
            String base = topic("# M", A, "## N", B);

            assertThat(clean(base, topic("# M", A), topic("# M", reworded(A), "## N", B)))
                    .isEqualTo(topic("# M", reworded(A)));
            assertThat(clean(base, topic("# M", A, "## N", B, D), topic("# M", A)))
                    .isEqualTo(topic("# M", A, "## N", D));
            assertThat(clean(base, topic("# M", A), topic("# M", A, "## N", B, D)))
                    .isEqualTo(topic("# M", A, "## N", D));
        }
    }
}
