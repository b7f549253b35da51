package dev.scriptorium.memory.markdown.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.markdown.GoldenWorkspace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CreationOrderTests {

    private static BlockId id(String value) {
        return new BlockId(value);
    }

    @Test
    void whatHasANumberKeepsItAndTheRestFollowInOrder() {
        CreationOrder order = CreationOrder.of(Map.of(id("a"), 5, id("b"), 2))
                .with(List.of(id("d"), id("a"), id("c"), id("d"), id("mem_x")));

        assertThat(order.number(id("a"))).hasValue(5);
        assertThat(order.number(id("b"))).hasValue(2);
        assertThat(order.number(id("d"))).hasValue(6);
        assertThat(order.number(id("c"))).hasValue(7);
        assertThat(order.number(id("mem_x"))).hasValue(8);
        assertThat(order.number(id("e"))).isEqualTo(OptionalInt.empty());
        assertThat(order.newestFirst()).containsExactly(id("mem_x"), id("c"), id("d"), id("a"), id("b"));
        assertThat(order.size()).isEqualTo(5);
        assertThat(order.last()).isEqualTo(8);
    }

    @Test
    void theFirstNumberIsZero() {
        assertThat(CreationOrder.empty().last()).isEqualTo(-1);
        assertThat(CreationOrder.empty().with(List.of(id("a"))).number(id("a"))).hasValue(0);
        assertThat(CreationOrder.of(Map.of())).isSameAs(CreationOrder.empty());
    }

    @Test
    void theOrderOfTheReferenceGrowsFromItsHighestNumber() {
        assertThat(GoldenWorkspace.creationOrder().with(List.of(id("x"))).number(id("x")))
                .hasValue(7);
    }

    @Test
    void nothingNewIsTheSameOrder() {
        CreationOrder order = GoldenWorkspace.creationOrder();

        assertThat(order.with(List.of(id("1f90f631")))).isSameAs(order);
    }

    @Test
    void longGrowthInSmallStepsGivesEveryIdItsNumber() {
        SplittableRandom random = new SplittableRandom(11);
        CreationOrder order = CreationOrder.empty();
        Map<BlockId, Integer> expected = new HashMap<>();
        List<BlockId> inOrder = new ArrayList<>();
        for (int step = 0; step < 800; step++) {
            CreationOrder before = order;
            List<BlockId> added = new ArrayList<>();
            for (int i = random.nextInt(4); i >= 0; i--) {
                added.add(id(Integer.toHexString(random.nextInt(5000))));
            }
            order = order.with(added);
            for (BlockId one : added) {
                if (expected.putIfAbsent(one, inOrder.size()) == null) {
                    inOrder.add(one);
                    assertThat(before.number(one)).isEmpty();
                }
            }
        }
        for (BlockId one : inOrder) {
            assertThat(order.number(one)).hasValue(expected.get(one));
        }
        Collections.reverse(inOrder);
        assertThat(order.newestFirst()).containsExactlyElementsOf(inOrder);
        assertThat(order.size()).isEqualTo(inOrder.size());
    }

    @Test
    void theIteratorEnds() {
        Iterator<BlockId> each = CreationOrder.empty().newestFirst().iterator();

        assertThat(each.hasNext()).isFalse();
        assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(each::next);
    }
}
