package dev.scriptorium.memory.testkit.local;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.local.writer.ExtractiveTopicWriter;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.session.InMemorySession;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A workspace that lost its marks, as one that came by {@code git clone}, is written again to the same topics. */
@ExtendWith(WorkspaceExtension.class)
class ReplayTests {
    private static final List<String> PLACES = List.of("Lisbon", "Porto", "Oslo", "Kyoto", "Quito", "Bergen", "Turin");
    private static final List<String> SESSIONS = List.of("spring", "summer", "autumn");
    private static final int TOKENS = 300;

    private TemporaryWorkspace memory;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace
                .use(InMemorySessionStore.withoutMarks(workspace.clock()))
                .use(new ExtractiveTopicWriter());
        open(TOKENS);
        for (int i = 0; i < SESSIONS.size(); i++) {
            InMemorySession session = memory.store().session(SESSIONS.get(i));
            for (int turn = 0; turn < 30; turn++) {
                say(session, 30 * i + turn);
            }
        }
    }

    private void open(int batchTokens) {
        memory.open(settings -> settings.batchTokens(batchTokens)
                .organiseAfterBatches(Integer.MAX_VALUE)
                .organiseAfterTokens(Integer.MAX_VALUE));
    }

    private static void say(InMemorySession session, int number) {
        String place = PLACES.get(number % PLACES.size());
        OffsetDateTime time =
                OffsetDateTime.parse("2023-03-01T09:00:00Z").plusDays(number).plusHours(number);
        boolean first = number % 2 == 0;
        Speaker speaker = first ? Speaker.of("u-1", "Ada") : Speaker.of("u-2", "Bo");
        String text = number % 7 == 3
                ? "Where did you keep the boat number " + number + " in " + place + "?"
                : "I repaired boat number " + number + " in " + place + " yesterday. It took me the whole day there. "
                        + "My cousin said so, and the weather was what it always is in such weeks of the year. "
                        + "The Quay Museum has a boat from " + place + ". I prefer oak to steel.";
        session.add(
                "t" + number, TurnKind.USER, text, turn -> turn.speaker(speaker).time(time));
    }

    private ByteSnapshot written() {
        SESSIONS.forEach(session -> assertThatWrite(memory.write(session)).succeeded());
        MemoryAssertions.assertThat(memory).hasPending(0);
        return memory.bytes().below("topics");
    }

    private void forgetMarks(int kept) throws IOException {
        try (Stream<Path> files = Files.list(memory.directory().resolve(".scriptorium/marks"))) {
            for (Path marks : files.toList()) {
                Files.write(marks, Files.readAllLines(marks).subList(0, kept));
            }
        }
    }

    @Test
    void theSameTurnsAgainGiveTheSameBytes() throws IOException {
        ByteSnapshot before = written();
        assertThat(before.files()).contains("topics/people/Ada.md", "topics/people/Bo.md", "topics/core.md");
        forgetMarks(0);
        open(TOKENS);
        MemoryAssertions.assertThat(memory).hasPending(90);
        assertThat(written().differences(before)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {600, 1_200, 100_000})
    void largerBatchesGiveTheSameBytes(int batchTokens) throws IOException {
        ByteSnapshot before = written();
        forgetMarks(0);
        open(batchTokens);
        assertThat(written().differences(before)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 17, 25})
    void aPartOfTheTurnsAgainGivesTheSameBytes(int kept) throws IOException {
        ByteSnapshot before = written();
        forgetMarks(kept);
        open(TOKENS);
        assertThat(written().differences(before)).isEmpty();
    }

    @Test
    void whatIsSaidAfterwardsIsRecordedAllTheSame() throws IOException {
        ByteSnapshot before = written();
        forgetMarks(0);
        say(memory.store().session("autumn"), 97);
        open(TOKENS);
        assertThat(written().differences(before)).isNotEmpty();
        MemoryAssertions.assertThat(memory).hasBlock("boat number 97").citing("local/autumn/t97");
    }
}
