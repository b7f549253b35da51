package dev.scriptorium.memory.local.writer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which sentences nobody understands without the one before. */
class AnaphoraTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "It was built in 1902.",
                "They moved to Oslo.",
                "That made my day.",
                "Yeah, it was built in 1902.",
                "Well, they moved to Oslo in May.",
                "Oh wow, she plays the cello!",
                "But it was worth the trip.",
                "Yes, Ines, they are from Porto.",
                "Thankfully, they enjoyed the canyon.",
                "I made it in a class in May.",
                "We never saw them up close.",
                "I painted it after a day at the beach.",
                "You should try it!",
                "这是我买的。",
                "它三岁了。",
            })
    void whatPointsBackIsKnown(String text) {
        assertThat(Talk.sentence(text).pointsBack()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "That winter was cold.",
                "These figurines are from Porto.",
                "My brother made it to the final.",
                "I hate it when the ferry is late.",
                "We made it to the top of the hill.",
                "I find it hard to sleep in Oslo.",
                "Yeah, my sister plays the cello.",
                "I bought a loom and sold it in May.",
                "But my cousin moved to Bergen.",
                "我买了一辆车。",
            })
    void whatNamesWhatItSpeaksOfStandsByItself(String text) {
        assertThat(Talk.sentence(text).pointsBack()).isFalse();
    }

    @Test
    void aPhraseIsKnownByWhatItLacks() {
        assertThat(Talk.sentence("Expression of feeling and a way to rest.").isPhrase())
                .isTrue();
        assertThat(Talk.sentence("So vibrant and bright.").isPhrase()).isTrue();
        assertThat(Talk.sentence("I rest by painting.").isPhrase()).isFalse();
        assertThat(Talk.sentence("The harbour froze in January.").isPhrase()).isFalse();
    }
}
