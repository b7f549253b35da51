package dev.scriptorium.memory.local.recall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.local.tx.CommittedFiles;
import dev.scriptorium.memory.local.tx.InstallCheckpoint;
import dev.scriptorium.memory.local.tx.OutsideListener;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.TransactionRequest;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.local.tx.WorkspaceLayout;
import dev.scriptorium.memory.markdown.change.ChangeReader;
import dev.scriptorium.memory.markdown.change.DeclaredSources;
import dev.scriptorium.memory.markdown.change.StagedEdit;
import dev.scriptorium.memory.markdown.change.StructuredEdit;
import dev.scriptorium.memory.markdown.normalize.EditPolicy;
import dev.scriptorium.memory.markdown.source.SourceFrame;
import dev.scriptorium.memory.markdown.token.TokenCounter;
import dev.scriptorium.memory.markdown.validate.TopicLimits;
import dev.scriptorium.memory.retrieval.IndexBuilding;
import dev.scriptorium.memory.retrieval.IndexSettings;
import dev.scriptorium.memory.retrieval.MemoryIndex;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The index follows the files: whoever has time makes it whole, whoever has none answers from what there is. */
class RecallIndexTests {
    /** More than are taken in at a time. */
    private static final int TOPICS = 150;

    private static final double FLOOR = .16;

    @TempDir
    private Path directory;

    private final TokenCounter counter = new TokenCounter();
    private final List<Integer> rebuilt = new ArrayList<>();
    private Transactions transactions;

    @BeforeEach
    void open() throws IOException {
        Files.createDirectories(directory.resolve("topics"));
        Files.createDirectories(directory.resolve("sources"));
        Files.createDirectories(directory.resolve(".scriptorium/tx"));
        transactions = new Transactions(
                WorkspaceLayout.of(directory),
                new Transactions.Settings(
                        TopicLimits.DEFAULT,
                        Clock.systemUTC(),
                        ZoneOffset.UTC,
                        2_000,
                        50,
                        Duration.ofHours(1),
                        InstallCheckpoint.NONE,
                        Duration.ofSeconds(2)),
                counter,
                CommittedFiles.NONE,
                OutsideListener.NONE);
        transactions.recover(Duration.ofSeconds(5));
        transactions.rebuildViews(Duration.ofSeconds(5));
        write();
    }

    private void archive(String operation, String turn) {
        transactions.install(
                TransactionRequest.builder(operation, "test", "archive")
                        .archive(List.of(SourceFrame.of(
                                new SourceRef("local/s1/" + turn),
                                null,
                                null,
                                "2024-01-01T00:00:00Z",
                                "User",
                                "All of it was said at once.")))
                        .build(),
                Duration.ofSeconds(5));
    }

    private void write() {
        archive("op1", "t1");
        List<Map<String, Object>> changes = new ArrayList<>();
        for (int i = 0; i < TOPICS; i++) {
            changes.add(Map.of(
                    "op",
                    "create",
                    "content",
                    "The walrus number" + i + " sleeps.",
                    "time",
                    "2024-01-01",
                    "source_refs",
                    List.of("local/s1/t1"),
                    "destination",
                    Map.of("topic_path", topic(i), "headings", List.of(), "position", "end")));
        }
        Snapshot now = transactions.current();
        StagedEdit staged =
                StructuredEdit.stage(ChangeReader.read(changes), DeclaredSources.NONE, now.topics(), now.sources());
        transactions.install(
                TransactionRequest.builder("op2", "test", "write")
                        .edit(staged.files(), now, staged.permittedBy(EditPolicy.keepingAll()))
                        .build(),
                Duration.ofSeconds(5));
    }

    private static String topic(int number) {
        return "topics/t" + number + ".md";
    }

    private RecallIndex index() {
        return new RecallIndex(
                indexDirectory(),
                transactions,
                counter,
                new RecallIndex.Settings(FLOOR, Look.WORDS, null),
                rebuilt::add);
    }

    private Path indexDirectory() {
        return directory.resolve(".scriptorium/index");
    }

    private static String recalled(RecallIndex index, String words) {
        return index.recall(MemoryQuery.of(words), 5, 1_200, true);
    }

    /** How often it asks like an agent that has many turns to come. */
    private static String recalledAtLast(RecallIndex index, String words) {
        String recalled = recalled(index, words);
        for (int i = 0; i < TOPICS && recalled.isEmpty(); i++) {
            recalled = recalled(index, words);
        }
        return recalled;
    }

    /** Everybody's editor: the walrus of every topic is a seal from now on. */
    private void editAll() throws IOException {
        edit(TOPICS);
    }

    private void edit(int topics) throws IOException {
        for (int i = 0; i < topics; i++) {
            Path file = directory.resolve(topic(i));
            Path saved = Files.writeString(
                    directory.resolve("saved"), Files.readString(file).replace("walrus", "seal"));
            Files.move(saved, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        }
    }

    @Test
    void recallBuildsNoIndex() {
        try (RecallIndex index = index()) {
            assertThat(recalled(index, "Which walrus is number7?")).isEmpty();
            assertThat(index.documents()).isZero();
            assertThat(indexDirectory()).doesNotExist();

            index.mend();

            assertThat(index.isCurrent(transactions.current())).isTrue();
            assertThat(recalledAtLast(index, "Which walrus is number7?")).contains("number7");
        }
    }

    @Test
    void recallNeverShowsWhatWasReplacedAndComesToTheRestInTheTurnsThatFollow() throws IOException {
        try (RecallIndex index = index()) {
            index.mend();
            assertThat(recalledAtLast(index, "walrus number149")).contains("walrus");

            editAll();

            assertThat(recalled(index, "walrus number149")).doesNotContain("walrus");
            for (int i = 0; i < TOPICS && !index.isCurrent(transactions.current()); i++) {
                recalled(index, "anything");
            }
            assertThat(index.isCurrent(transactions.current())).isTrue();
            assertThat(recalledAtLast(index, "seal number149")).contains("seal number149");
        }
    }

    @Test
    void anIndexThatIsSavedInTheMiddleClaimsNoStateAndIsCompletedByTheNextOpening() throws IOException {
        try (RecallIndex index = index()) {
            index.mend();
        }
        editAll();
        try (RecallIndex index = index()) {
            assertThat(index.catchUp(transactions.current(), Duration.ZERO)).isFalse();
            assertThat(index.isCurrent(transactions.current())).isFalse();
            index.saveForNext(Duration.ZERO);
        }
        try (MemoryIndex saved = MemoryIndex.open(indexDirectory(), IndexSettings.of(counter::count))) {
            assertThat(saved.files()).hasSize(TOPICS + 1);
            assertThat(saved.mark()).isEmpty();
            assertThat(saved.shown()).isEmpty();
        }
        try (RecallIndex index = index()) {
            index.mend();
            assertThat(index.isCurrent(transactions.current())).isTrue();
            assertThat(recalledAtLast(index, "seal number149")).contains("seal number149");
        }
    }

    @Test
    void whatIsReadInSlicesIsWholeInTheEnd() throws IOException {
        try (RecallIndex index = index()) {
            index.mend();
            editAll();
            int slices = 1;
            while (!index.tend(Duration.ZERO)) {
                slices++;
            }
            assertThat(slices).isEqualTo(TOPICS);
            assertThat(index.isCurrent(transactions.current())).isTrue();
        }
    }

    @Test
    void aClosedIndexIsSavedSoThatTheNextOneReadsNothing() throws IOException {
        try (RecallIndex index = index()) {
            index.mend();
            editAll();
            index.follow(transactions.current());
            index.saveForNext(Duration.ZERO);
        }
        Snapshot now = transactions.current();
        try (MemoryIndex saved = MemoryIndex.open(indexDirectory(), IndexSettings.of(counter::count))) {
            assertThat(saved.mark()).hasValueSatisfying(mark -> {
                assertThat(mark.generation()).isEqualTo(now.generation());
                assertThat(mark.revision()).isEqualTo(now.revision().value());
            });
        }
    }

    @Test
    void anIndexThatGoesBadWhileItIsOpenIsSilentInRecallAndMadeAnewForWhoeverAsksForIt() throws IOException {
        try (RecallIndex index = index()) {
            index.mend();
            assertThat(recalledAtLast(index, "walrus number7")).contains("number7");

            spoil();

            assertThat(index.search(MemoryQuery.of("walrus number9"), false).hits())
                    .isEmpty();
            assertThat(recalled(index, "walrus number11")).isEmpty();
            assertThat(index.documents()).isZero();

            assertThat(index.search(MemoryQuery.of("walrus number9"), false).hits())
                    .anySatisfy(hit -> assertThat(hit.text()).contains("number9"));
            assertThat(recalledAtLast(index, "walrus number11")).contains("number11");
        }
    }

    @Test
    void anIndexThatBreaksWhileItTakesAChangeDoesNotClaimToHoldTheRest() throws IOException {
        try (RecallIndex index = index()) {
            index.mend();
            spoil();
            archive("op3", "t2");

            index.catchUp(transactions.current(), Duration.ofSeconds(10));
            assertThat(index.isCurrent(transactions.current())).isFalse();
            index.saveForNext(Duration.ZERO);

            assertThat(index.search(MemoryQuery.of("walrus number9"), false).hits())
                    .anySatisfy(hit -> assertThat(hit.text()).contains("number9"));
            assertThat(index.isCurrent(transactions.current())).isTrue();
        }
    }

    @Test
    void whoeverMustHaveAllOfItStartsAgainWhenTheIndexBreaksUnderIt() throws IOException {
        try (RecallIndex index = index()) {
            index.mend();
            spoil();
            archive("op3", "t2");

            index.follow(transactions.current());

            assertThat(index.isCurrent(transactions.current())).isTrue();
        }
    }

    @Test
    void aBrokenIndexIsNoFailureOfTheChangeThatFindsItAndIsMadeAnewAfterwards() throws IOException {
        try (RecallIndex index = index()) {
            index.mend();
            spoil();
            edit(1);

            assertThat(index.catchUp(transactions.current(), Duration.ofSeconds(10)))
                    .isFalse();
            assertThat(index.documents()).isZero();
            index.tend(Duration.ZERO);

            assertThat(index.isCurrent(transactions.current())).isTrue();
            assertThat(recalledAtLast(index, "seal number0")).contains("seal number0");
        }
    }

    @Test
    void whileSomebodyElseMakesTheIndexNobodyReadsTheMemoryIntoTheHeap() {
        try (RecallIndex index = index();
                MemoryIndex other = MemoryIndex.open(indexDirectory(), IndexSettings.of(counter::count))) {
            IndexBuilding building = other.build().orElseThrow();
            try (building) {
                index.mend();
                assertThat(index.tend(Duration.ZERO)).isTrue();
                assertThat(index.documents()).isZero();
                assertThat(recalled(index, "walrus number7")).isEmpty();
                assertThatThrownBy(() -> index.search(MemoryQuery.of("walrus number7"), false))
                        .isInstanceOf(MemoryException.class)
                        .hasMessageContaining("another process");
            }

            index.tend(Duration.ZERO);

            assertThat(index.isCurrent(transactions.current())).isTrue();
            assertThat(recalledAtLast(index, "walrus number7")).contains("number7");
        }
    }

    @Test
    void aRebuildWhileSomebodyElseMakesTheIndexIsRefusedAndLeavesItAsItWas() {
        try (RecallIndex index = index();
                MemoryIndex other = MemoryIndex.open(indexDirectory(), IndexSettings.of(counter::count))) {
            index.mend();
            int documents = index.documents();
            IndexBuilding building = other.build().orElseThrow();
            try (building) {
                assertThatThrownBy(index::rebuild)
                        .isInstanceOf(MemoryException.class)
                        .hasMessageContaining("is another process making the index? Then try again");
                assertThat(index.documents()).isEqualTo(documents);
                assertThat(rebuilt).hasSize(1);
                assertThat(recalledAtLast(index, "walrus number7")).contains("number7");
            }
            index.rebuild();
            assertThat(rebuilt).hasSize(2);
        }
    }

    @Test
    void aLargeIndexIsNotMadeByWhoeverHasNoTime() {
        try (RecallIndex index = index()) {
            assertThat(index.mendIfSmall()).isFalse();
            assertThat(index.documents()).isZero();

            index.mend();

            assertThat(index.mendIfSmall()).isTrue();
        }
    }

    @Test
    void nothingIsMadeOnceItIsClosed() {
        RecallIndex index = index();
        index.close();
        index.mend();
        assertThat(indexDirectory()).doesNotExist();
    }

    @Test
    void whatIsTooMuchToLeaveOutIsReadOverTheTurns() throws IOException {
        try (MemoryIndex index = MemoryIndex.open(indexDirectory(), IndexSettings.of(counter::count))) {
            IndexUpkeep upkeep = new IndexUpkeep(transactions, index, 100, rebuilt::add);
            upkeep.follow(transactions.current());
            editAll();
            Snapshot now = transactions.current();

            int silent = 0;
            while (!upkeep.keepUp(now, System.nanoTime() + Duration.ofMillis(1).toNanos()) && silent <= TOPICS) {
                silent++;
            }

            assertThat(silent).isBetween(1, TOPICS - 100);
            assertThat(index.documents()).isPositive();
        }
    }

    /** Every byte of the index but the names is zero from now on. */
    private void spoil() throws IOException {
        try (Stream<Path> files = Files.list(indexDirectory())) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".cfs")).toList()) {
                try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
                    out.write(new byte[(int) out.length()]);
                }
            }
        }
    }

    @Test
    void anIndexMadeAnewHoldsTheSame() {
        try (RecallIndex index = index()) {
            index.mend();
            assertThat(rebuilt).containsExactly(index.documents());
            index.follow(transactions.current());
            archive("op3", "t2");
            index.follow(transactions.current());
            assertThat(rebuilt).hasSize(1);

            index.rebuild();
            assertThat(rebuilt).hasSize(2).last().isEqualTo(index.documents());
            assertThat(index.isCurrent(transactions.current())).isTrue();
            assertThat(recalledAtLast(index, "walrus number7")).contains("number7");
        }
    }
}
