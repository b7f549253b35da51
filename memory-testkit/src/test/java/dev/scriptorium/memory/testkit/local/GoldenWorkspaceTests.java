package dev.scriptorium.memory.testkit.local;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.SessionContext;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.Revision;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.local.CoreState;
import dev.scriptorium.memory.local.RecentEvent;
import dev.scriptorium.memory.local.WorkspaceStatus;
import dev.scriptorium.memory.testkit.Recalls;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A workspace that the reference made (D1). */
@ExtendWith(WorkspaceExtension.class)
class GoldenWorkspaceTests {
    private static final Path GOLDEN = Path.of("src/test/resources/golden");
    private static final List<String> IDS =
            List.of("4be8947d", "f542f16d", "fde458ed", "fc15baa1", "1f90f631", "80f9958a", "6afc3046");
    private static final List<String> CONTENT =
            List.of("topics", "sources", "timeline", "core.md", "recent_events.jsonl", "relations.json");

    private TemporaryWorkspace memory;
    private ByteSnapshot golden;

    @BeforeEach
    void copy(TemporaryWorkspace workspace) throws IOException {
        memory = workspace;
        Path from = GOLDEN.resolve("workspace");
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path to = memory.directory().resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(to);
                } else {
                    Files.write(to, Files.readAllBytes(file));
                }
            }
        }
        golden = memory.bytes();
    }

    private static String expected(String name) throws IOException {
        return new String(Files.readAllBytes(GOLDEN.resolve("expected").resolve(name)), StandardCharsets.UTF_8);
    }

    private void everyByteIsAsItWas() {
        ByteSnapshot now = memory.bytes();
        for (String part : CONTENT) {
            assertThat(golden.below(part).files()).isNotEmpty();
            for (String file : golden.below(part).files()) {
                assertThat(now.text(file)).as(file).isEqualTo(golden.text(file));
            }
            assertThat(now.below(part).files()).isEqualTo(golden.below(part).files());
        }
    }

    @Test
    void itOpensAsItIsAndACheckFindsNothing() {
        memory.open();
        MemoryAssertions.assertThat(memory).hasNoProblems();
        everyByteIsAsItWas();
        WorkspaceStatus status = memory.workspace().read().status();
        assertThat(status.workspace().value()).isEqualTo("w-0a1b2c3d");
        assertThat(status.blocks()).isEqualTo(7);
        assertThat(status.topics()).isEqualTo(4);
        assertThat(status.sources()).isEqualTo(4);
        assertThat(status.turnsArchived()).isEqualTo(10);
        assertThat(status.quarantined()).isEmpty();
        assertThat(memory.text(".scriptorium/workspace-id")).isEqualTo("w-0a1b2c3d\n");
    }

    @Test
    void whatItHadNotIsMadeWithoutAWord() {
        memory.open();
        assertThat(memory.workspace().history().log(Optional.empty(), 9))
                .singleElement()
                .satisfies(commit -> {
                    assertThat(commit.message()).isEqualTo("memory: adopt what is here");
                    assertThat(commit.paths())
                            .contains("core.md", "topics/项目/成本.md", "sources/openprogram/_v2/team%20chat.md")
                            .noneMatch(path -> path.startsWith("timeline") || path.endsWith(".json"));
                });
        assertThat(memory.bytes().differences(memory.bytes())).isEmpty();
        MemoryAssertions.assertThat(memory).hasNoProblems();
    }

    @Test
    void theViewsAreRenderedAgainByteForByte() throws IOException {
        memory.open().workspace().maintain().rebuild();
        everyByteIsAsItWas();
        Files.delete(memory.directory().resolve("relations.json"));
        Files.delete(memory.directory().resolve("timeline/2026/08/11.md"));
        Files.writeString(memory.directory().resolve("recent_events.jsonl"), "");
        Files.writeString(memory.directory().resolve("core.md"), "# Not the core\n");
        memory.workspace().maintain().rebuild();
        everyByteIsAsItWas();
    }

    @Test
    void everyIdIsKeptAndTheOrderOfCreationToo() {
        memory.open();
        List<RecentEvent> recent = memory.workspace().read().recent(9);
        assertThat(recent).extracting(event -> event.id().value()).containsExactlyElementsOf(reversed(IDS));
        assertThat(recent).extracting(RecentEvent::order).containsExactly(6L, 5L, 4L, 3L, 2L, 1L, 0L);
        for (String id : IDS) {
            assertThat(memory.workspace().read().block(new BlockId(id)).markdown())
                    .contains("^" + id);
            assertThat(memory.workspace().history().why(new BlockId(id)).evidence())
                    .isNotEmpty()
                    .allSatisfy(turn -> assertThat(turn.quote()).isNotBlank());
        }
        assertThat(memory.workspace().history().why(new BlockId("fc15baa1")).evidence())
                .extracting(turn -> turn.ref().value())
                .containsExactly("openprogram/sess-alpha/u2", "openprogram/sess-alpha/u2", "openprogram/sess-alpha/a1");
    }

    private static List<String> reversed(List<String> ids) {
        List<String> reversed = new ArrayList<>(ids);
        Collections.reverse(reversed);
        return reversed;
    }

    @Test
    void aSessionStartsWithTheExpectedPrompt() throws IOException {
        memory.open();
        assertThat(memory.backend().systemPrompt(SessionContext.none())).contains(expected("system-prompt.txt"));
        CoreState core = memory.workspace().read().core();
        assertThat(core.tokens()).isEqualTo(150);
        assertThat(core.omitted()).isEmpty();
    }

    @Test
    void underASmallBudgetTheCoreSaysWhatItLeavesOut() throws IOException {
        memory.open(settings -> settings.coreTokens(120));
        CoreState core = memory.workspace().read().core();
        assertThat(core.rendered()).isEqualTo(expected("core-at-budget-120.md"));
        assertThat(core.tokens()).isEqualTo(81);
        assertThat(core.omitted()).containsExactly(new BlockId("f542f16d"));
        memory.workspace().maintain().rebuild();
        assertThat(memory.text("core.md")).isEqualTo(expected("core-at-budget-120.md"));
        memory.close();
        // Back to the default, the view of the smaller budget is made anew.
        memory.open().workspace().maintain().rebuild();
        everyByteIsAsItWas();
    }

    @Test
    void itIsSearchedAndThePendingFrameIsOnlyForPeople() {
        memory.open();
        assertThat(Recalls.of(memory.backend(), "Which framework does the budget tracker use?"))
                .hasValueSatisfying(text -> assertThat(text).contains("FastAPI").contains("Flask"));
        assertThat(Recalls.of(memory.backend(), "成本上限是多少？"))
                .hasValueSatisfying(text -> assertThat(text).contains("五万元"));
        assertThat(memory.backend()
                        .search(MemoryQuery.of("pending secrets everybody should use"))
                        .orElse(""))
                .doesNotContain("pending secrets");
        assertThat(memory.workspace()
                        .read()
                        .search(MemoryQuery.of("pending secrets"), false)
                        .hits())
                .anySatisfy(hit -> assertThat(hit.trust()).isEqualTo(Trust.PENDING));
    }

    @Test
    void aWriteAddsARecordAndACheckPassesAgain() {
        memory.open(settings -> settings.sourceNamespace("openprogram"));
        memory.store().session("sess-alpha").say("u9", "I have rented a studio in Porto since March 2026.");
        assertThatWrite(memory.write("sess-alpha")).succeeded();
        MemoryAssertions.assertThat(memory)
                .hasNoProblems()
                .hasBlocks(8)
                .hasArchived(11)
                .hasBlock("studio in Porto")
                .citing("openprogram/sess-alpha/u9");
        ByteSnapshot now = memory.bytes();
        for (String file : golden.below("topics").files()) {
            assertThat(now.text(file)).as(file).isEqualTo(golden.text(file));
        }
        String archive = "sources/openprogram/_v2/sess-alpha.md";
        assertThat(now.text(archive)).startsWith(golden.text(archive)).contains("studio in Porto");
        for (RecentEvent event : memory.workspace().read().recent(1)) {
            assertThat(event.order()).isEqualTo(7);
        }
        assertThat(now.text("recent_events.jsonl")).startsWith(golden.text("recent_events.jsonl"));
    }

    @Test
    void turnsOfTheReferenceAreNotArchivedTwice() {
        memory.open(settings -> settings.sourceNamespace("openprogram"));
        memory.store()
                .session("sess-alpha")
                .say("u1", "I live in Lisbon. Please answer in Portuguese when I ask about cooking.")
                .say("u9", "I have rented a studio in Porto since March 2026.");
        assertThatWrite(memory.write("sess-alpha")).succeeded();
        MemoryAssertions.assertThat(memory).hasArchived(11).hasPending(0);
        assertThat(memory.text("sources/openprogram/_v2/sess-alpha.md"))
                .startsWith(golden.text("sources/openprogram/_v2/sess-alpha.md"));
    }

    @Test
    void theRevisionIsTheSameWheneverItIsOpened() {
        Revision revision = memory.open().workspace().read().status().revision();
        assertThat(revision.value()).hasSize(32);
        assertThat(memory.reopen().workspace().read().status().revision()).isEqualTo(revision);
        memory.workspace().maintain().rebuild();
        assertThat(memory.workspace().read().status().revision()).isEqualTo(revision);
        memory.store().session("s").say("u1", "I have rented a studio in Porto since March 2026.");
        memory.write("s");
        Revision written = memory.workspace().read().status().revision();
        assertThat(written).isNotEqualTo(revision);
        assertThat(memory.reopen().workspace().read().status().revision()).isEqualTo(written);
    }

    @Test
    void anOlderNameOfTheRuntimeDirectoryIsKept() throws IOException {
        Files.move(
                memory.directory().resolve(".scriptorium"), memory.directory().resolve(".nativemem"));
        memory.open();
        assertThat(memory.id().value()).isEqualTo("w-0a1b2c3d");
        MemoryAssertions.assertThat(memory).hasNoProblems();
        everyByteIsAsItWas();
        assertThat(memory.directory().resolve(".scriptorium")).doesNotExist();
    }
}
