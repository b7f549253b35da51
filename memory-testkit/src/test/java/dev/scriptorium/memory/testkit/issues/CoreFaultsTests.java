package dev.scriptorium.memory.testkit.issues;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static dev.scriptorium.memory.testkit.issues.TopicDoor.U1;
import static dev.scriptorium.memory.testkit.issues.TopicDoor.adding;
import static dev.scriptorium.memory.testkit.issues.TopicDoor.block;
import static dev.scriptorium.memory.testkit.issues.TopicDoor.definition;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.SessionContext;
import dev.scriptorium.memory.api.event.CoreOverflow;
import dev.scriptorium.memory.api.recall.MemoryHit;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.local.CoreState;
import dev.scriptorium.memory.local.UpdateResult;
import dev.scriptorium.memory.local.WorkspaceStatus;
import dev.scriptorium.memory.markdown.token.TokenCounter;
import dev.scriptorium.memory.testkit.Recalls;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Group 6 of the reported faults: the resident block. */
@ExtendWith(WorkspaceExtension.class)
class CoreFaultsTests {
    private static final String CORE = "topics/core.md";
    private static final String VIEW = "core.md";

    private TemporaryWorkspace memory;
    private TopicDoor door;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace.use(ScriptedTopicWriter.of());
        door = TopicDoor.of(workspace);
    }

    /** A core topic of at least so many tokens, as a person writes it. */
    private static String core(int tokens) {
        TokenCounter counter = new TokenCounter();
        StringBuilder text = new StringBuilder("# Core\n\n## Rules\n");
        int total = 0;
        for (int i = 0; total < tokens; i++) {
            String block = "\nThe owner keeps rule number " + i + " and never breaks it.[^r" + i + "] ^"
                    + String.format("%08x", i) + "\n\n" + definition("r" + i, U1);
            total += counter.count(block);
            text.append(block);
        }
        return text.toString();
    }

    /** Everything that says what is left out agrees, and nothing is both shown and left out, or neither. */
    private List<BlockId> omitted() {
        WorkspaceStatus status = memory.workspace().read().status();
        CoreState core = memory.workspace().read().core();
        List<BlockId> omitted = core.omitted();
        assertThat(status.coreOmitted()).isEqualTo(omitted);
        assertThat(status.coreTokens()).isEqualTo(core.tokens()).isLessThanOrEqualTo(status.coreBudget());
        for (BlockId id : memory.workspace().read().recent(Integer.MAX_VALUE).stream()
                .filter(block -> block.path().value().equals(CORE))
                .map(block -> block.id())
                .toList()) {
            assertThat(core.rendered().contains(" ^" + id + "\n")).as("^" + id).isNotEqualTo(omitted.contains(id));
        }
        return omitted;
    }

    private void viewNames(List<BlockId> omitted) {
        List<String> first = omitted.stream().limit(12).map(id -> "^" + id).toList();
        String more = omitted.size() > 12 ? ", and " + (omitted.size() - 12) + " more" : "";
        String line = "<!-- left out for lack of room: " + String.join(", ", first) + more + " -->";
        assertThat(memory.text(VIEW)).endsWith(line + "\n");
        assertThat(memory.backend().systemPrompt(SessionContext.none()).orElseThrow())
                .contains(line);
    }

    /** Row 56. */
    @ParameterizedTest
    @ValueSource(ints = {2_001, 2_400, 6_000})
    void whatTheResidentBlockLeavesOutIsNamedEverywhere(int tokens) {
        UpdateResult result = door.write(CORE, core(tokens).replaceAll(" \\^[0-9a-f]{8}\n", "\n"));

        List<BlockId> omitted = omitted();
        assertThat(omitted).isNotEmpty().contains(door.id("rule number " + (last() - 1) + " "));
        assertThat(result.coreOmitted()).isEqualTo(omitted);
        assertThat(result.coreTokens())
                .isEqualTo(memory.workspace().read().core().tokens());
        assertThat(memory.events().of(CoreOverflow.class)).singleElement().satisfies(event -> {
            assertThat(event.omitted()).isEqualTo(omitted);
            assertThat(event.tokens()).isEqualTo(result.coreTokens());
        });
        viewNames(omitted);
    }

    private int last() {
        return memory.workspace().read().status().blocks();
    }

    /** Row 56: a pass says it too, also when it wrote something else. */
    @Test
    void aPassNamesWhatIsLeftOut() {
        door.write(CORE, core(2_400).replaceAll(" \\^[0-9a-f]{8}\n", "\n"));
        memory.events().clear();

        assertThatWrite(memory.write("s")).succeeded();

        assertThat(memory.events().of(CoreOverflow.class))
                .singleElement()
                .satisfies(event -> assertThat(event.omitted()).isEqualTo(omitted()));
        viewNames(omitted());
    }

    /** Row 56: what fits is no overflow. */
    @Test
    void whatFitsIsNoOverflow() {
        UpdateResult result = door.write(CORE, core(1_000).replaceAll(" \\^[0-9a-f]{8}\n", "\n"));

        assertThat(result.coreOmitted()).isEmpty();
        assertThat(omitted()).isEmpty();
        assertThat(memory.events().of(CoreOverflow.class)).isEmpty();
        assertThat(memory.text(VIEW)).doesNotContain("left out");
    }

    /** Row 56, and D30: a core topic far over the budget, written by a person, neither blocks nor burdens other writes. */
    @Test
    void aHugeCoreTopicByHandNeverBlocksAnUnrelatedWrite() {
        String master = core(12_000);
        door.byHand(CORE, master.getBytes(StandardCharsets.UTF_8));
        memory.reopen();
        List<BlockId> omitted = omitted();
        assertThat(omitted).hasSizeGreaterThan(100);

        UpdateResult first = door.change(adding("The bakery opens at six.", "topics/bakery.md"));
        assertThat(first.changedFiles()).contains("topics/bakery.md").doesNotContain(CORE);
        assertThat(first.coreOmitted()).isEqualTo(omitted);
        viewNames(omitted);
        assertThat(memory.events().of(CoreOverflow.class))
                .singleElement()
                .satisfies(event -> assertThat(event.omitted()).isEqualTo(omitted));

        ByteSnapshot before = memory.bytes();
        UpdateResult second = door.change(adding("It closes at noon.", "topics/bakery.md"));
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(second.changedFiles()).contains("topics/bakery.md").doesNotContain(CORE, VIEW);
        assertThat(second.coreOmitted()).isEqualTo(omitted);
        assertThat(memory.events().of(CoreOverflow.class)).hasSize(3);
        for (String untouched : List.of(CORE, VIEW)) {
            MemoryAssertions.assertThat(memory.bytes().below(untouched)).isUnchangedSince(before.below(untouched));
        }
        assertThat(memory.text(CORE)).isEqualTo(master);
        MemoryAssertions.assertThat(memory).hasBlock("opens at six").and().hasBlock("I work as a baker.");
    }

    /** Row 58. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\uD83D\uDE00",
                "\uD83D\uDC69\u200D\uD83D\uDC69\u200D\uD83D\uDC67\u200D\uD83D\uDC66",
                "\uD83C\uDDF5\uD83C\uDDF9",
                "e\u0301",
                "\u0915\u094D\u0937\u093F"
            })
    void whatIsRecalledIsWholeCharacters(String character) {
        String face = character.repeat(700);
        door.write("topics/faces.md", "# Faces\n\n" + block("The owner sends faces " + face + " daily", "x"));

        List<String> texts = new ArrayList<>();
        for (int limit = 1; limit <= 10; limit += 3) {
            MemoryQuery query = MemoryQuery.builder("Which faces does the owner send?")
                    .limit(limit)
                    .build();
            memory.workspace().read().search(query, false).hits().stream()
                    .map(MemoryHit::text)
                    .forEach(texts::add);
            Recalls.of(memory.backend(), query).ifPresent(texts::add);
        }
        assertThat(texts).hasSizeGreaterThan(4);
        assertThat(Stream.concat(texts.stream(), Stream.of(memory.text("recent_events.jsonl"))))
                .allSatisfy(text -> {
                    assertThat(new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                            .isEqualTo(text);
                    int from = text.indexOf(character);
                    int to = text.lastIndexOf(character) + character.length();
                    if (from >= 0) {
                        assertThat(text.substring(from, to))
                                .isEqualTo(character.repeat((to - from) / character.length()));
                    }
                });
    }
}
