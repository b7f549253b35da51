package dev.scriptorium.memory.markdown.issues;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.source.SpeakerLabels;
import dev.scriptorium.memory.markdown.token.Graphemes;
import dev.scriptorium.memory.markdown.token.TokenCounter;
import dev.scriptorium.memory.markdown.topic.Topic;
import dev.scriptorium.memory.markdown.view.CoreRendering;
import dev.scriptorium.memory.markdown.view.CoreView;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 6 of the reported faults. */
class ResidentBlockFaultsTests {
    private static final int BUDGET = 2000;

    /** Row 56: anthropics/claude-code#40210. */
    @Test
    void row56WhatDoesNotFitIsNamedInTheBlockAndInTheReport() {
        TokenCounter counter = new TokenCounter();
        StringBuilder master = new StringBuilder("# Core\n");
        List<BlockId> ids = new ArrayList<>();
        for (int i = 0; counter.count(master.toString()) <= BUDGET; i++) {
            BlockId id = new BlockId(String.format("%08x", i));
            ids.add(id);
            master.append("\nThe owner keeps rule number ")
                    .append(i)
                    .append(".[^e-")
                    .append(i)
                    .append("] ^")
                    .append(id);
            master.append("\n\n[^e-")
                    .append(i)
                    .append("]: Time: `2026`; Sources: [rule](../sources/a/_v2/b.md#source-")
                    .append(String.format("%016x", i))
                    .append(")\n");
        }
        Topic topic = TopicParser.parse(TopicPath.CORE, master.toString());

        CoreRendering core = CoreView.render(topic, block -> true, BUDGET, counter::count);

        assertThat(core.tokens()).isLessThanOrEqualTo(BUDGET);
        assertThat(core.omitted())
                .isNotEmpty()
                .isEqualTo(ids.subList(ids.size() - core.omitted().size(), ids.size()));
        assertThat(core.text())
                .contains("<!-- left out for lack of room: ^" + core.omitted().get(0));
        for (BlockId id : ids) {
            boolean shown = core.text().contains("] ^" + id + "\n");
            assertThat(shown).as(id.value()).isNotEqualTo(core.omitted().contains(id));
        }
    }

    /** Row 58: openclaw/openclaw#102478. */
    @ParameterizedTest
    @ValueSource(strings = {"😀", "👩‍👩‍👧‍👦", "🇵🇹", "é", "e\u0301", "क्षि"})
    void row58TextIsCutBetweenCharactersAndStaysUtf8(String character) {
        String text = character.repeat(100);
        for (int limit = 0; limit <= text.length(); limit++) {
            String cut = text.substring(0, Graphemes.floor(text, limit));

            assertThat(new String(cut.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                    .isEqualTo(cut);
            if (!character.equals("क्षि")) {
                assertThat(cut.length() % character.length()).isZero();
            }
        }
        String label = SpeakerLabels.label(new Speaker(null, text), "user");
        assertThat(new String(label.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                .isEqualTo(label);
    }
}
