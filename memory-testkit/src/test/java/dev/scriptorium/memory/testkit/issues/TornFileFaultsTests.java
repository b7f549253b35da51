package dev.scriptorium.memory.testkit.issues;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.local.HistoryEntry;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.testkit.Recalls;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Groups 2 and 3 of the reported faults: torn files, and the locks of others. */
@ExtendWith(WorkspaceExtension.class)
class TornFileFaultsTests {
    private TemporaryWorkspace memory;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace.use(ScriptedTopicWriter.of());
        memory.store().session("s").say("u1", "I live in Lisbon.").say("u2", "I work as a baker.");
        assertThatWrite(memory.write("s")).succeeded();
        memory.close();
    }

    private Path file(String path) {
        return memory.directory().resolve(path);
    }

    /** Row 16. */
    @ParameterizedTest
    @ValueSource(strings = {"relations.json", "recent_events.jsonl"})
    void aViewThatAPowerCutEmptiedIsMadeAgain(String view) throws IOException {
        ByteSnapshot whole = memory.bytes();
        Files.write(file(view), new byte[0]);
        memory.open();
        MemoryAssertions.assertThat(memory).hasNoProblems();
        assertThat(memory.text(view)).isEqualTo(whole.text(view));
    }

    /** Row 16. */
    @Test
    void aTimelineThatAPowerCutEmptiedIsMadeAgain() throws IOException {
        // The machine has started again since, which is when every view is looked at.
        Files.writeString(file(".scriptorium/machine-start"), "another start\n");
        aViewThatAPowerCutEmptiedIsMadeAgain("timeline/2024/05/06.md");
    }

    /** Row 16. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "writer-status.json",
                "refused-batches.json",
                "order.log",
                "views",
                "last-entry.json",
                "history-lengths.json",
                "owner.json"
            })
    void accountingThatCannotBeReadMeansNothingWritten(String name) throws IOException {
        List<byte[]> contents = List.of(new byte[0], "{\"torn".getBytes(StandardCharsets.UTF_8), new byte[] {0, 0, 0});
        for (byte[] content : contents) {
            Files.write(file(".scriptorium/" + name), content);
            memory.open();
            MemoryAssertions.assertThat(memory).hasNoProblems().hasPending(0);
            String turn = "x" + content.length;
            memory.store().session("s").say(turn, "One more fact, number " + content.length + ".");
            assertThatWrite(memory.write("s")).succeeded();
            MemoryAssertions.assertThat(memory).hasNoProblems().hasPending(0);
            assertThat(memory.written("s")).contains(turn);
            memory.close();
        }
        memory.open();
        MemoryAssertions.assertThat(memory).hasBlocks(2 + contents.size());
    }

    /** Row 16: what is torn in the journal before its commit point never happened. */
    @Test
    void anEntryThatWasNeverCommittedIsSweptAway() throws IOException {
        Files.writeString(file(".scriptorium/tx/99-abc.writing"), "{\"format\":1,\"ent");
        Files.writeString(file(".scriptorium/tx/99-abcdef01-0"), "half a topic");
        Files.writeString(file("topics/.scriptorium-0123abcd.tmp"), "half a topic");
        memory.open();
        MemoryAssertions.assertThat(memory).hasNoProblems().hasBlocks(2);
        assertThat(file(".scriptorium/tx/99-abc.writing")).doesNotExist();
        assertThat(file("topics/.scriptorium-0123abcd.tmp")).doesNotExist();
    }

    /** Row 22. */
    @Test
    void anIndexThatIsDamagedIsMadeAnew() throws IOException {
        Path index = file(".scriptorium/index");
        memory.open().search(MemoryQuery.of("Lisbon"));
        memory.close();
        try (Stream<Path> files = Files.walk(index)) {
            for (Path segment : files.filter(Files::isRegularFile)
                    .filter(path -> !path.toString().endsWith(".lock"))
                    .toList()) {
                try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
                    file.setLength(Math.max(0, file.length() - 1));
                }
            }
        }
        memory.open();
        assertThat(Recalls.of(memory.backend(), "Where in Lisbon?")).isPresent();
        MemoryAssertions.assertThat(memory).hasNoProblems();
    }

    @Test
    void anIndexThatIsGoneIsMadeAnew() throws IOException {
        try (Stream<Path> files = Files.walk(file(".scriptorium/index"))) {
            for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
        memory.open();
        assertThat(Recalls.of(memory.backend(), "Where in Lisbon?")).isPresent();
    }

    /** Row 31. */
    @Test
    void aStaleLockOfGitsIndexStopsNoCommit() throws IOException {
        Files.createFile(file(".git/index.lock"));
        memory.store().session("s").say("u3", "I also speak Danish.");
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(messages()).first().isEqualTo("memory: write 1 turn of s");
        assertThat(file(".git/index.lock")).as("somebody else's is left alone").exists();
        MemoryAssertions.assertThat(memory).hasNoProblems();
        Files.delete(file(".git/index.lock"));
    }

    private List<String> messages() {
        return memory.workspace().history().log(Optional.empty(), 9).stream()
                .map(HistoryEntry::message)
                .toList();
    }

    /** Rows 20 and 30. */
    @Test
    void aCommitThatCannotBeMadeIsOwedAndMadeByTheNextWithItsOwnMessage() throws IOException {
        Path lock = file(".git/refs/heads/" + branch() + ".lock");
        Files.createFile(lock);
        memory.store().session("s").say("u3", "I also speak Danish.");
        assertThatWrite(memory.write("s")).succeeded();
        int commits = memory.commits();
        assertThat(memory.workspace().read().status().history().behind()).isPositive();
        assertThat(memory.workspace().read().status().history().reason()).isPresent();
        MemoryAssertions.assertThat(memory).hasNoProblems().hasPending(0).hasBlocks(3);
        Files.delete(lock);
        memory.store().session("s").say("u4", "I also speak Swedish.");
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(memory.commits()).isEqualTo(commits + 2);
        assertThat(messages()).startsWith("memory: write 1 turn of s", "memory: write 1 turn of s");
        assertThat(memory.workspace().history().log(Optional.empty(), 2))
                .allSatisfy(commit -> assertThat(commit.paths()).contains(ScriptedTopicWriter.TOPIC));
        assertThat(memory.workspace().read().status().history().behind()).isZero();
    }

    private String branch() throws IOException {
        String head = Files.readString(file(".git/HEAD")).strip();
        return head.substring(head.lastIndexOf('/') + 1);
    }

    /** Row 32. */
    @Test
    void theConfigurationOfGitIsWrittenOnce() {
        ByteSnapshot before = memory.bytes().below(".git/config");
        for (int i = 0; i < 3; i++) {
            memory.open();
        }
        memory.close();
        MemoryAssertions.assertThat(memory.bytes().below(".git/config")).isUnchangedSince(before);
    }

    @Test
    void aSecondOpeningOfAClosedWorkspaceChangesNothing() {
        memory.reopen();
        memory.close();
        ByteSnapshot before = memory.bytes();
        memory.reopen();
        memory.close();
        MemoryAssertions.assertThat(memory.bytes()).isUnchangedSince(before);
    }

    @Test
    void aWorkspaceReachedOverALinkIsTheSameWorkspace() throws IOException {
        Path link = memory.beside().resolve("link");
        Files.createSymbolicLink(link, memory.directory());
        try (LocalMemoryBackend backend = LocalMemoryBackend.open(LocalMemoryConfig.builder(link, memory.store())
                .clock(memory.clock())
                .build())) {
            MemoryAssertions.assertThat(backend.workspace()).hasNoProblems().hasBlocks(2);
        }
    }
}
