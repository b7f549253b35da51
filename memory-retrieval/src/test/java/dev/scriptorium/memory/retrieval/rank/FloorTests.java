package dev.scriptorium.memory.retrieval.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class FloorTests {

    @Test
    void is_the_share_of_the_weight_that_is_matched() {
        Floor floor = new Floor();
        floor.add(List.of(0), List.of(9.0), 9.0);
        floor.add(List.of(1), List.of(1.0), 1.0);
        assertThat(floor.share(0b01)).isCloseTo(.75, within(1e-9));
        assertThat(floor.share(0b11)).isCloseTo(1, within(1e-9));
        assertThat(floor.share(0)).isZero();
    }

    @Test
    void a_word_nobody_ever_said_here_counts_thrice() {
        Floor floor = new Floor();
        floor.add(List.of(0), List.of(4.0), 4.0);
        floor.addUnknown(16, false);
        assertThat(floor.share(0b01)).isCloseTo(2.0 / 14, within(1e-9));
    }

    @Test
    void two_characters_that_may_be_no_word_count_half() {
        Floor floor = new Floor();
        floor.add(List.of(0), List.of(4.0), 4.0);
        floor.addUnknown(16, true);
        assertThat(floor.share(0b01)).isCloseTo(.5, within(1e-9));
    }

    @Test
    void counts_a_word_once_by_its_best_term() {
        Floor floor = new Floor();
        floor.add(List.of(0, 1), List.of(1.0, 4.0), 4.0);
        assertThat(floor.share(0b11)).isEqualTo(1);
        assertThat(floor.share(0b01)).isEqualTo(.5);
    }

    @Test
    void does_not_ask_a_paragraph_to_match_most_of_a_long_turn() {
        Floor floor = new Floor();
        for (int i = 0; i < 64; i++) {
            floor.add(List.of(i), List.of(5.0), 5.0);
        }
        assertThat(floor.share(0b1111)).isEqualTo(.2);
    }

    @Test
    void is_silent_when_nothing_counts() {
        assertThat(new Floor().silent()).isTrue();
        assertThat(new Floor().share(1)).isZero();
    }
}
