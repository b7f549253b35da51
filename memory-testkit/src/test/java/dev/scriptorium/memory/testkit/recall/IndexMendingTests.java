package dev.scriptorium.memory.testkit.recall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scriptorium.memory.api.event.IndexRebuilt;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig.Recall;
import dev.scriptorium.memory.local.UpdateRequest;
import dev.scriptorium.memory.local.WorkspaceChange;
import dev.scriptorium.memory.markdown.change.CreateRecord;
import dev.scriptorium.memory.markdown.change.Destination;
import dev.scriptorium.memory.markdown.change.MemoryChange;
import dev.scriptorium.memory.markdown.change.Position;
import dev.scriptorium.memory.markdown.change.SourceCitation;
import dev.scriptorium.memory.testkit.Recalls;
import dev.scriptorium.memory.testkit.session.InMemorySession;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** An index that is lost, or has no vectors, is made on the host's executor, beside the turns. */
@ExtendWith(WorkspaceExtension.class)
@Timeout(180)
class IndexMendingTests {
    /** More files than are read while somebody waits for the opening. */
    private static final int TOPICS = 80;

    private static final String ASKED = "Which walrus sleeps in bay number7?";

    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private TemporaryWorkspace memory;

    @BeforeEach
    void aMemoryOfManyTopics(TemporaryWorkspace workspace) {
        memory = workspace;
        InMemorySession session = memory.store().session("s").say("u1", "All of it was said at once.");
        memory.open().extractBeforeDiscard(DiscardRequest.of(session.id(), session.turns()));
        WorkspaceChange change = memory.workspace().change();
        List<MemoryChange> records = new ArrayList<>();
        for (int i = 0; i < TOPICS; i++) {
            records.add(new CreateRecord(
                    "The walrus sleeps in bay number" + i + ".",
                    "undated",
                    List.of(new SourceCitation("local/s/u1", "said")),
                    new Destination(new TopicPath("topics/bay" + i + ".md"), List.of(), Position.END, null)));
        }
        for (int from = 0; from < TOPICS; from += 20) {
            change.update(UpdateRequest.changes(change.owner("test/turn"), records.subList(from, from + 20))
                    .build());
        }
        memory.backend().shutdown();
        memory.events().clear();
    }

    private void loseTheIndex() throws IOException {
        Path index = memory.directory().resolve(".scriptorium/index");
        try (Stream<Path> files = Files.list(index)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
    }

    private void run() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    @Test
    void aLargeOneIsMadeOnTheExecutorAndRecallIsSilentUntilThen() throws IOException {
        loseTheIndex();

        LocalMemoryBackend backend = memory.open(config -> config.executor(tasks::add));
        assertThat(tasks).hasSize(1);
        assertThat(backend.search(MemoryQuery.of(ASKED))).isEmpty();
        assertThat(memory.workspace().read().status().indexCurrent()).isFalse();
        assertThat(memory.workspace().read().status().indexDocuments()).isZero();

        run();

        assertThat(memory.workspace().read().status().indexCurrent()).isTrue();
        assertThat(memory.events().of(IndexRebuilt.class)).hasSize(1);
        assertThat(Recalls.of(backend, ASKED))
                .hasValueSatisfying(text -> assertThat(text).contains("number7"));
    }

    @Test
    void withoutAnExecutorTheOpeningMakesIt() throws IOException {
        loseTheIndex();

        memory.open();

        assertThat(memory.workspace().read().status().indexCurrent()).isTrue();
        assertThat(memory.events().of(IndexRebuilt.class)).hasSize(1);
    }

    @Test
    void anExecutorThatTakesNoMoreWorkLeavesItToTheNextSearchOnRequest() throws IOException {
        loseTheIndex();

        memory.open(config -> config.executor(task -> {
            throw new RejectedExecutionException("closed");
        }));
        assertThat(memory.workspace().read().status().indexCurrent()).isFalse();
        assertThat(memory.workspace()
                        .read()
                        .search(MemoryQuery.of(ASKED), false)
                        .hits())
                .isNotEmpty();
        assertThat(memory.workspace().read().status().indexCurrent()).isTrue();
    }

    @Test
    void anIntactOneIsLeftAlone() {
        memory.open(config -> config.executor(tasks::add));

        assertThat(tasks).isEmpty();
        assertThat(memory.workspace().read().status().indexCurrent()).isTrue();
        assertThat(memory.events().of(IndexRebuilt.class)).isEmpty();
    }

    @Test
    void closingInTheMiddleLeavesItToTheNextOpening() throws IOException {
        loseTheIndex();

        memory.open(config -> config.executor(tasks::add)).shutdown();
        run();
        memory.open();

        assertThat(memory.workspace().read().status().indexCurrent()).isTrue();
    }

    @Test
    void vectorsAreAskedForOnTheExecutorAndByNobodyElse() throws IOException {
        loseTheIndex();
        SynonymModel model = new SynonymModel();

        LocalMemoryBackend backend = memory.open(
                config -> config.executor(tasks::add).recall(Recall.HYBRID).embeddingModel(model));
        assertThat(model.asked()).isEmpty();

        run();

        assertThat(model.asked()).hasSizeGreaterThanOrEqualTo(TOPICS);
        model.asked().clear();
        memory.workspace().read().search(MemoryQuery.of(ASKED), false);
        assertThat(model.asked()).containsExactly(ASKED);
        backend.shutdown();
    }

    @Test
    void aModelOutOfOrderKeepsNoExecutorBusy() throws IOException {
        loseTheIndex();
        SynonymModel model = new SynonymModel().before(text -> {
            throw new IllegalStateException("out of order");
        });

        memory.open(config -> config.executor(tasks::add).recall(Recall.HYBRID).embeddingModel(model));
        run();

        assertThat(memory.workspace().read().status().indexCurrent()).isTrue();
        assertThat(model.asked()).hasSizeLessThan(10);
    }

    @Test
    void aTaskThatComesAfterTheClosingDoesNothing() {
        memory.open(config -> config.executor(tasks::add)).shutdown();
        assertThat(tasks.size()).isLessThanOrEqualTo(1);
        run();
        assertThatThrownBy(() -> memory.workspace().read().search(MemoryQuery.of(ASKED), false))
                .isInstanceOf(RuntimeException.class);
    }
}
