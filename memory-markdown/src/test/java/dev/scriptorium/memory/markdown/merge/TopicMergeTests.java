package dev.scriptorium.memory.markdown.merge;

import static dev.scriptorium.memory.markdown.merge.MergeCases.A;
import static dev.scriptorium.memory.markdown.merge.MergeCases.B;
import static dev.scriptorium.memory.markdown.merge.MergeCases.C;
import static dev.scriptorium.memory.markdown.merge.MergeCases.D;
import static dev.scriptorium.memory.markdown.merge.MergeCases.M;
import static dev.scriptorium.memory.markdown.merge.MergeCases.clean;
import static dev.scriptorium.memory.markdown.merge.MergeCases.merge;
import static dev.scriptorium.memory.markdown.merge.MergeCases.reworded;
import static dev.scriptorium.memory.markdown.merge.MergeCases.topic;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.markdown.CpuTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class TopicMergeTests {
    @Nested
    class OneSide {
        @Test
        void aSideWithoutChangesGivesTheOtherByteForByte() {
            for (String odd : List.of(
                    "",
                    "\n\n\n",
                    "# M\r\nAda.[^x]\r\n\r\n\r\n[^x]: Time",
                    "\uFEFF# M\n\nA.[^e-a] ^aaaa1111   \n \t\n",
                    "```\nnever closed",
                    "[^a]: Time: `2026`; Sources: x\n[^a]: Time: `2027`; Sources: x")) {
                String base = topic("# M", A);

                assertThat(clean(base, base, odd)).isEqualTo(odd);
                assertThat(clean(base, odd, base)).isEqualTo(odd);
                assertThat(clean(base, odd, odd)).isEqualTo(odd);
            }
        }

        @Test
        void changesOfBothSidesAreTakenFromTheSideThatMadeThem() {
            assertThat(clean(topic("# M", A, B, C), topic("# M", reworded(A), B, C), topic("# M", A, B, reworded(C))))
                    .isEqualTo(topic("# M", reworded(A), B, reworded(C)));
        }

        @Test
        void theSameChangeOnBothSidesIsNoConflict() {
            assertThat(clean(topic("# M", A, B), topic("# M", reworded(A), reworded(B)), topic("# M", reworded(A), B)))
                    .isEqualTo(topic("# M", reworded(A), reworded(B)));
        }

        @Test
        void aDefinitionThatSaysSomethingElseIsAChangeOfItsBlock() {
            String later = A.replace("2026-01", "2026-11");

            assertThat(clean(topic("# M", A, B), topic("# M", later, B), topic("# M", A, reworded(B))))
                    .isEqualTo(topic("# M", later, reworded(B)));
            assertThat(merge(topic("# M", A, B), topic("# M", later, B), topic("# M", reworded(A), B))
                            .conflicts())
                    .hasSize(1);
        }

        @Test
        void anotherNameOfTheSameDefinitionIsNoChange() {
            assertThat(clean(
                            topic("# M", A, B),
                            topic("# M", A.replace("e-a", "e9"), reworded(B)),
                            topic("# M", reworded(A), B)))
                    .isEqualTo(topic("# M", reworded(A), reworded(B)));
        }

        @Test
        void whatOneSideTookAwayIsGoneWithItsDefinition() {
            assertThat(clean(topic("# M", A, B, C), topic("# M", B, C), topic("# M", A, B)))
                    .isEqualTo(topic("# M", B));
        }

        @Test
        void structureIsTakenFromTheSideThatChangedIt() {
            String front = "---\ntags: x\n---";
            String code = "```\ncode[^e1] ^aaaa1111\n```";
            String base = topic(front, "# M", A, code, B, "<!-- note -->", "***");
            String ours = topic(front, "# M", A, code.replace("code", "core"), B, "<!-- note -->");
            String theirs = topic(front.replace("x", "y"), "# M", A, code, B, "<!-- noted -->", "***");

            assertThat(clean(base, ours, theirs))
                    .isEqualTo(topic(
                            front.replace("x", "y"), "# M", A, code.replace("code", "core"), B, "<!-- noted -->"));
        }

        @Test
        void anIdLessBlockEditedInPlaceIsTheSameBlock() {
            String base = topic("# M", A, D, B);

            assertThat(clean(base, topic("# M", A, reworded(D), B), topic("# M", A, D, reworded(B))))
                    .isEqualTo(topic("# M", A, reworded(D), reworded(B)));
            assertThat(merge(base, topic("# M", A, "Ours " + D, B), topic("# M", A, "Theirs " + D, B))
                            .conflicts())
                    .extracting(MergeConflict::toString)
                    .containsExactly("topics/m.md line 7");
        }
    }

    @Nested
    class Conflicts {
        @Test
        void theSameBlockChangedOnBothSidesStaysAsTheirs() {
            MergedTopic merged =
                    merge(topic("# M", A, B), topic("# M", "Ours " + A, reworded(B)), topic("# M", "Theirs " + A, B));

            assertThat(merged.isClean()).isFalse();
            assertThat(merged.text()).contains(topic("# M", "Theirs " + A, reworded(B)));
            assertThat(merged.conflicts()).singleElement().satisfies(conflict -> {
                assertThat(conflict.path()).isEqualTo(M);
                assertThat(conflict.block()).contains(new BlockId("aaaa1111"));
                assertThat(conflict).hasToString("topics/m.md ^aaaa1111");
            });
        }

        @Test
        void changedOnOneSideAndTakenAwayOnTheOtherIsAConflict() {
            MergedTopic gone = merge(topic("# M", A, B), topic("# M", reworded(A), B), topic("# M", B));
            MergedTopic kept = merge(topic("# M", A, B), topic("# M", B), topic("# M", reworded(A), B));

            assertThat(gone.text()).contains(topic("# M", B));
            assertThat(gone.conflicts()).hasSize(1);
            assertThat(kept.text()).contains(topic("# M", reworded(A), B));
            assertThat(kept.conflicts()).hasSize(1);
        }

        @Test
        void aTopicTakenAwayOnOneSideAndChangedOnTheOtherIsAConflict() {
            Optional<String> base = Optional.of(topic("# M", A));
            Optional<String> changed = Optional.of(topic("# M", reworded(A)));
            MergedTopic gone = TopicMerge.merge(M, base, changed, Optional.empty());
            MergedTopic kept = TopicMerge.merge(M, base, Optional.empty(), changed);

            assertThat(gone.text()).isEmpty();
            assertThat(gone.conflicts()).hasSize(1);
            assertThat(kept.text()).isEqualTo(changed);
            assertThat(kept.conflicts()).extracting(MergeConflict::block).containsExactly(Optional.empty());
            assertThat(TopicMerge.merge(M, base, Optional.empty(), base).text()).isEmpty();
            assertThat(TopicMerge.merge(M, base, base, Optional.empty()).text()).isEmpty();
        }

        @Test
        void anIdThatBothWouldKeepInTwoPlacesStaysWhereTheirsHasIt() {
            String merged = "Both.[^e-b] ^aaaa1111 ^bbbb2222\n\n[^e-b]: Time: `2026-02`; Sources: [l](s/t/2)";
            String moved = D.replace("[^e1]\n", "[^e1] ^aaaa1111\n");
            MergedTopic result = merge(topic("# M", B), topic("# M", B, moved), topic("# M", merged));

            assertThat(result.text()).contains(topic("# M", merged));
            assertThat(result.conflicts()).hasSize(1);
        }

        @Test
        void whatOursHadMergedIntoABlockInConflictStaysByItself() {
            String merged = "Both.[^e-b] ^aaaa1111 ^bbbb2222\n\n[^e-b]: Time: `2026-02`; Sources: [l](s/t/2)";
            MergedTopic result = merge(topic("# M", A, B), topic("# M", merged), topic("# M", A, reworded(B)));

            assertThat(result.text()).contains(topic("# M", A, reworded(B)));
            assertThat(result.conflicts()).hasSize(1);
        }

        @Test
        void whatWouldBeSwallowedByCodeThatIsNeverClosedIsAConflict() {
            String theirs = topic("# M", A, "```\ncode, open");
            MergedTopic merged = merge(topic("# M", A, "```\ncode\n```"), topic("# M", A, "```\ncode\n```", D), theirs);

            assertThat(merged.text()).contains(theirs);
            assertThat(merged.conflicts()).hasSize(1);
        }
    }

    @Test
    void aLargeTopicIsMergedAtOnce() {
        StringBuilder base = new StringBuilder("# M\n");
        for (int i = 0; i < 5_000; i++) {
            base.append(String.format("%nWords %d.[^e-%d] ^%08x%n%n[^e-%d]: Time: `2026`; Sources: x%n", i, i, i, i));
        }
        String text = base.toString();
        String ours = text.replace("7.[", "7 anew.[");
        String theirs = text.replace("3.[", "3 anew.[");

        MergedTopic merged = CpuTime.within(Duration.ofSeconds(2), () -> merge(text, ours, theirs));

        assertThat(merged.conflicts()).isEmpty();
        assertThat(merged.text()).contains(text.replace("7.[", "7 anew.[").replace("3.[", "3 anew.["));
    }
}
