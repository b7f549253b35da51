package dev.scriptorium.memory.testkit.issues;

import static dev.scriptorium.memory.testkit.issues.TopicDoor.M;
import static dev.scriptorium.memory.testkit.issues.TopicDoor.adding;
import static dev.scriptorium.memory.testkit.issues.TopicDoor.block;
import static dev.scriptorium.memory.testkit.issues.TopicDoor.rewriting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.event.SourceCharactersReplaced;
import dev.scriptorium.memory.api.recall.MemoryHit;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.local.UpdateRequest;
import dev.scriptorium.memory.local.UpdateResult;
import dev.scriptorium.memory.local.WorkspaceChange;
import dev.scriptorium.memory.markdown.change.CreateRecord;
import dev.scriptorium.memory.markdown.change.DeclaredSource;
import dev.scriptorium.memory.markdown.change.SourceCitation;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.session.InMemorySession;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Group 9 of the reported faults: Unicode, size, and edits that a look from outside would miss. */
@ExtendWith(WorkspaceExtension.class)
@Timeout(180)
class SizeFaultsTests {
    private TemporaryWorkspace memory;
    private TopicDoor door;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace;
        door = TopicDoor.of(workspace);
    }

    private UpdateResult declaring(String words) {
        WorkspaceChange change = memory.workspace().change();
        CreateRecord record = new CreateRecord(
                "It was said.", "undated", List.of(new SourceCitation("new-source-a", "said")), TopicDoor.end(M));
        return change.update(UpdateRequest.changes(change.owner("chat/turn"), List.of(record))
                .sources(List.of(new DeclaredSource("new-source-a", "user", words, "")))
                .build());
    }

    /** Row 85. */
    @ParameterizedTest
    @ValueSource(strings = {"\u2028", "\u2029", "\u0085", "\u000B", "\f", "\u001C", "\u001D", "\u001E"})
    void onlyALineEndEndsALineOfATopicOrASource(String separator) {
        String words = "one" + separator + "two";
        door.change(adding(words, M));
        door.edit(M, memory.text(M) + "\n" + block("three" + separator + "four", "z"));
        declaring(words + separator);

        assertThat(memory.text(M)).contains(words + "[^", "three" + separator + "four[^");
        MemoryAssertions.assertThat(memory).hasNoProblems().hasBlocks(3).hasArchived(3);
        MemoryAssertions.assertThat(memory).hasBlock("It was said.").quoting(words + separator);
        assertThat(memory.text("recent_events.jsonl").split("\n", -1)).hasSize(4);
        memory.reopen();
        MemoryAssertions.assertThat(memory).hasBlocks(3).hasArchived(3);
    }

    /** Row 85: in a source a carriage return is a character like any other. */
    @ParameterizedTest
    @ValueSource(strings = {"\r", "\r\n", "\n\n", "\n\r"})
    void aSourceKeepsItsLineEnds(String separator) {
        String words = separator + "one" + separator + "two" + separator;
        declaring(words);

        MemoryAssertions.assertThat(memory)
                .hasBlock("It was said.")
                .quoting(words)
                .and()
                .hasNoProblems();
        memory.reopen();
        MemoryAssertions.assertThat(memory).hasBlock("It was said.").quoting(words);
    }

    /** Row 86. */
    @ParameterizedTest
    @ValueSource(strings = {"\uD83D", "\uDE00", "\uDE00\uD83D", "\uD83D\uD83D\uDE00"})
    void halfACharacterIsRefusedInATopicAndNeverReplaced(String half) {
        door.write(M, block("One.", "x"));
        String text = "Two " + half + " three";

        door.refusedFor("encoding", () -> door.change(adding(text, M)));
        door.refusedFor("encoding", () -> door.change(rewriting(door.id("One."), text)));
        door.refusedFor("encoding", () -> door.write("topics/n.md", block(text, "x")));
        door.refusedFor("encoding", () -> door.edit(M, memory.text(M) + "\n" + block(text, "y")));
    }

    /** Row 86: what was said is archived all the same, and the loss is counted. */
    @ParameterizedTest
    @CsvSource({"\uD83D,1", "\uDE00,1", "\uDE00\uD83D,2", "\uD83D\uD83D\uDE00,1"})
    void halfACharacterInASourceIsReplacedOnceAndCounted(String half, int lone) {
        declaring("Half: " + half + ".");

        assertThat(memory.events().of(SourceCharactersReplaced.class))
                .singleElement()
                .satisfies(event -> assertThat(event.characters()).isEqualTo(lone));
        MemoryAssertions.assertThat(memory)
                .hasNoProblems()
                .hasArchived(3)
                .hasBlock("It was said.")
                .quoting("\uFFFD");
    }

    /** Row 87: one turn of 20 MB. */
    @Test
    void aVeryLongTurnIsArchivedWhole() {
        String words = "The story of Lisbon goes on and on, line after line.\n".repeat(400_000);
        InMemorySession session =
                memory.store().session("long").say("u1", words).say("u2", "That was long.");

        memory.backend().extractBeforeDiscard(DiscardRequest.of(session.id(), session.turns()));

        MemoryAssertions.assertThat(memory).hasArchived(4);
        memory.reopen();
        MemoryAssertions.assertThat(memory).hasArchived(4).hasNoProblems();
        assertThat(memory.text("sources/local/_v2/long.md")).contains(words, "That was long.");
    }

    /** Row 87: many turns. */
    @Test
    void aVeryLongSessionIsArchivedOnce() {
        int turns = 20_000;
        InMemorySession session = memory.store().session("many");
        for (int i = 0; i < turns; i++) {
            session.say("u" + i, "Fact number " + i + ".");
        }
        for (int round = 0; round < 2; round++) {
            memory.backend().extractBeforeDiscard(DiscardRequest.of(session.id(), session.turns()));
            MemoryAssertions.assertThat(memory).hasArchived(2 + turns);
        }
        memory.reopen();
        MemoryAssertions.assertThat(memory).hasArchived(2 + turns).hasNoProblems();
    }

    private List<MemoryHit> hits(String words) {
        return memory.workspace().read().search(MemoryQuery.of(words), false).hits();
    }

    /** Row 89. */
    @ParameterizedTest
    @CsvSource({
        "0, as it was",
        "0, in the future",
        "0, at the epoch",
        "9000, as it was",
        "9000, in the future",
        "9000, at the epoch"
    })
    void anEditOfEqualLengthIsSeenWhateverItsTime(int daysLater, String time) throws IOException {
        door.write(M, "# M\n\n" + block("The pet is a cat.", "x"));
        // Once the clock is past all files, their stamps are trusted.
        memory.clock().advance(Duration.ofDays(daysLater));
        assertThat(hits("pet cat")).isNotEmpty();
        Path file = memory.handEdited().directory().resolve(M);

        for (String pet : List.of("dog", "cow", "cat")) {
            FileTime before = Files.getLastModifiedTime(file);
            Files.writeString(file, Files.readString(file).replaceAll("a (cat|dog|cow)\\.", "a " + pet + "."));
            Files.setLastModifiedTime(
                    file,
                    switch (time) {
                        case "as it was" -> before;
                        case "in the future" -> FileTime.from(Instant.parse("2060-01-01T00:00:00Z"));
                        default -> FileTime.fromMillis(0);
                    });

            assertThat(hits("pet " + pet))
                    .anySatisfy(hit -> assertThat(hit.text()).contains("a " + pet + "."));
            MemoryAssertions.assertThat(memory).hasBlock("a " + pet + ".");
        }
        door.change(adding("It is old.", M, "M"));
        assertThat(memory.text(M)).contains("The pet is a cat.", "It is old.");
    }
}
