package dev.scriptorium.memory.markdown.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.GoldenWorkspace;
import dev.scriptorium.memory.markdown.normalize.EditPolicy;
import dev.scriptorium.memory.markdown.normalize.TopicNormalizer;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import dev.scriptorium.memory.markdown.source.SourceIndex;
import dev.scriptorium.memory.markdown.validate.TopicLimits;
import dev.scriptorium.memory.markdown.validate.TopicRules;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What holds of every merge, tried on topics and edits made at random. */
class TopicMergePropertiesTests {
    private static final TopicPath M = new TopicPath("topics/m.md");
    private static final SourceIndex SOURCES = GoldenWorkspace.sources();
    private static final int SEEDS = 3_000;

    private record Edits(String base, String ours, String theirs) {
        static Edits anywhere(int seed) {
            SplittableRandom random = new SplittableRandom(seed);
            RandomDraft base = RandomDraft.make(random);
            return new Edits(
                    base.text(),
                    base.copy(random, "x").edit(1 + random.nextInt(4)).text(),
                    base.copy(random, "y").edit(1 + random.nextInt(4)).text());
        }

        static Edits apart(int seed) {
            SplittableRandom random = new SplittableRandom(seed);
            RandomDraft base = RandomDraft.make(random);
            return new Edits(
                    base.text(),
                    base.copy(random, "x").editOwn(1 + random.nextInt(5), 0).text(),
                    base.copy(random, "y").editOwn(1 + random.nextInt(5), 1).text());
        }

        MergedTopic merged() {
            return merge(base, ours, theirs);
        }

        Edits swapped() {
            String first = theirs;
            String second = ours;
            return new Edits(base, first, second);
        }

        Supplier<String> shown(int seed) {
            return () -> "seed " + seed + "\n--- base\n" + base + "\n--- ours\n" + ours + "\n--- theirs\n" + theirs
                    + "\n--- merged " + merged().conflicts() + "\n"
                    + merged().text().orElse("");
        }
    }

    private static MergedTopic merge(String base, String ours, String theirs) {
        return TopicMerge.merge(M, Optional.of(base), Optional.of(ours), Optional.of(theirs));
    }

    private static Version read(String text, Map<String, Integer> meanings) {
        return Version.read(M, text, meanings);
    }

    private static List<String> prints(Version version) {
        return version.units().stream()
                .map(unit -> unit.form() + " " + unit.print())
                .toList();
    }

    @Test
    void aSideWithoutChangesGivesTheOther() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Edits edits = Edits.anywhere(seed);

            assertThat(merge(edits.base, edits.base, edits.theirs).text()).contains(edits.theirs);
            assertThat(merge(edits.base, edits.ours, edits.base).text()).contains(edits.ours);
            assertThat(merge(edits.base, edits.ours, edits.ours).text()).contains(edits.ours);
        }
    }

    @Test
    void editsOfDifferentPlacesNeverConflictAndCommute() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Edits edits = Edits.apart(seed);
            MergedTopic one = edits.merged();
            MergedTopic other = edits.swapped().merged();
            Map<String, Integer> meanings = new HashMap<>();
            List<String> base = prints(read(edits.base, meanings));
            List<String> ours = prints(read(edits.ours, meanings));
            List<String> theirs = prints(read(edits.theirs, meanings));
            List<String> expected = new ArrayList<>(theirs);
            expected.addAll(ours);
            // What both have kept is there once, what one has changed or taken away is gone.
            base.forEach(expected::remove);

            assertThat(one.conflicts()).as(edits.shown(seed)).isEmpty();
            assertThat(other.conflicts()).as(edits.shown(seed)).isEmpty();
            assertThat(prints(read(one.text().orElseThrow(), meanings)))
                    .as(edits.shown(seed))
                    .containsExactlyInAnyOrderElementsOf(
                            prints(read(other.text().orElseThrow(), meanings)))
                    .containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    @Test
    void noIdAndNoDefinitionIsThereTwice() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Edits edits = Edits.anywhere(seed);
            Version merged = read(edits.merged().text().orElseThrow(), new HashMap<>());

            assertThat(merged.units().stream().flatMap(unit -> unit.ids().stream()))
                    .as(edits.shown(seed))
                    .doesNotHaveDuplicates();
            assertThat(merged.elements().size() - merged.units().size())
                    .as(edits.shown(seed))
                    .isEqualTo(merged.defined().size());
            assertThat(merged.defined()).as(edits.shown(seed)).allMatch(merged::cites);
        }
    }

    @Test
    void nothingIsLostInSilenceAndNothingIsMadeUp() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Edits edits = Edits.anywhere(seed);
            MergedTopic result = edits.merged();
            Map<String, Integer> meanings = new HashMap<>();
            List<String> base = prints(read(edits.base, meanings));
            Version ours = read(edits.ours, meanings);
            Version theirs = read(edits.theirs, meanings);
            Version merged = read(result.text().orElseThrow(), meanings);
            List<String> kept = prints(merged);
            List<String> conflicts = result.conflicts().stream()
                    .map(conflict -> conflict.block().map(Object::toString).orElse(""))
                    .toList();
            for (Unit unit : Stream.concat(ours.units().stream(), theirs.units().stream())
                    .toList()) {
                String print = unit.form() + " " + unit.print();
                boolean there = base.contains(print)
                        || kept.contains(print)
                        || unit.ids().stream().anyMatch(conflicts::contains)
                        || (!unit.named() && conflicts.contains(""))
                        || unit.words().equals(RandomDraft.SHARED);
                assertThat(there).as(edits.shown(seed)).isTrue();
            }
            List<String> known = Stream.concat(prints(ours).stream(), prints(theirs).stream())
                    .toList();
            for (Unit unit : merged.units()) {
                assertThat(known.contains(unit.form() + " " + unit.print())
                                || unit.words().equals(RandomDraft.SHARED))
                        .as(edits.shown(seed))
                        .isTrue();
            }
        }
    }

    @Test
    void mergingTheResultAgainChangesNothing() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Edits edits = Edits.anywhere(seed);
            if (Stream.of("```", "<!--", "***").anyMatch(edits.base::contains)) {
                // What has no id is known by its place, and the place is another once both sides are in one text.
                continue;
            }
            String merged = edits.merged().text().orElseThrow();

            assertThat(merge(edits.base, merged, edits.theirs).text())
                    .as(edits.shown(seed))
                    .contains(merged);
        }
    }

    @Test
    void theResultKeepsTheRulesAndCanBeNormalised() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Edits edits = Edits.anywhere(seed);
            String merged = edits.merged().text().orElseThrow();

            assertThat(rules(merged)).as(edits.shown(seed)).isEqualTo(rules(edits.ours));
            if (seed % 10 == 0) {
                TopicTree tree = TopicTree.EMPTY.with(Map.of(M, Optional.of(edits.theirs)));
                assertThat(refusals(tree, merged)).as(edits.shown(seed)).isSubsetOf("content-without-record");
            }
        }
    }

    /** Code beside a paragraph that the other side took away is the one thing that the two may break together. */
    private static List<String> refusals(TopicTree tree, String text) {
        try {
            TopicNormalizer.normalize(
                    Map.of(M, Optional.of(text)),
                    tree,
                    SOURCES,
                    EditPolicy.keepingAll().removingAny(),
                    TopicLimits.DEFAULT);
            return List.of();
        } catch (MemoryException refused) {
            return refused.violations().stream().map(Violation::rule).toList();
        }
    }

    private static List<String> rules(String text) {
        return TopicRules.check(M, text, TopicLimits.DEFAULT, id -> true).stream()
                .map(Violation::rule)
                .toList();
    }
}
