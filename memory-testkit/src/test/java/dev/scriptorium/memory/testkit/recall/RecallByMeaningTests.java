package dev.scriptorium.memory.testkit.recall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.recall.MemoryHit;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.CheckFinding;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig.Recall;
import dev.scriptorium.memory.retrieval.embedding.EmbeddingModel;
import dev.scriptorium.memory.testkit.Recalls;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.model.WriterSteps;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Words and meaning together where there is a model; words alone, or a refusal, where it cannot be used. */
@ExtendWith(WorkspaceExtension.class)
@Timeout(120)
class RecallByMeaningTests {
    private static final String ASKED = "Which doctor did we see?";
    private static final String SAID = "The physician ordered a week of rest.";

    private final SynonymModel model = new SynonymModel();
    private final CountDownLatch release = new CountDownLatch(1);
    private final ExecutorService executor = Executors.newSingleThreadExecutor();
    private TemporaryWorkspace memory;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace.use(ScriptedTopicWriter.of(WriterSteps.record("topics/health.md")));
    }

    @AfterEach
    void end() {
        release.countDown();
        executor.shutdown();
    }

    private LocalMemoryBackend open(Recall recall, @Nullable EmbeddingModel with) {
        return memory.open(config -> config.recall(recall).embeddingModel(with));
    }

    private void say() {
        memory.store().session("s").say("u1", SAID);
        assertThat(memory.write("s")).isEmpty();
    }

    private List<String> found(String question) {
        return memory.workspace().read().search(MemoryQuery.of(question), false).hits().stream()
                .map(MemoryHit::text)
                .toList();
    }

    private List<String> notes() {
        return memory.workspace().read().status().notes().stream()
                .map(CheckFinding::code)
                .toList();
    }

    private void editTwoWeeks() {
        String before = memory.text("topics/health.md");
        memory.workspace()
                .change()
                .edit(new TopicPath("topics/health.md"), before, before.replace("a week", "two weeks"), false);
    }

    private BlockId block() {
        return memory.workspace().read().recent(1).get(0).id();
    }

    @Test
    void aTurnIsAnsweredByWhatMeansTheSame() {
        LocalMemoryBackend backend = open(Recall.HYBRID, model);
        say();
        assertThat(found(ASKED)).contains(SAID);
        assertThat(Recalls.of(backend, ASKED))
                .hasValueSatisfying(text -> assertThat(text).contains(SAID));
        assertThat(memory.workspace().read().explain(MemoryQuery.of(ASKED), block()))
                .contains("Looked for by meaning too", "meaning +");
        assertThat(notes()).isEmpty();
    }

    @Test
    void whatWasTheMemoryBeforeThereWasAModelIsFoundByItsMeaningOnceItIsOpenedWithOne() {
        open(Recall.LEXICAL, model);
        say();
        assertThat(model.asked()).isEmpty();
        memory.backend().shutdown();
        open(Recall.EMBEDDING, model);
        assertThat(found(ASKED)).contains(SAID);

        model.asked().clear();
        memory.backend().shutdown();
        open(Recall.EMBEDDING, model);
        assertThat(found(ASKED)).contains(SAID);
        assertThat(model.asked()).containsExactly(ASKED);
    }

    @Test
    void anIndexWithoutVectorsIsGivenThemOnTheExecutorOnceItIsOpened() throws Exception {
        open(Recall.LEXICAL, null);
        say();
        memory.backend().shutdown();
        memory.open(config -> config.recall(Recall.HYBRID).embeddingModel(model).executor(executor));
        while (!notes().isEmpty()) {
            Thread.sleep(20);
        }
        assertThat(found(ASKED)).contains(SAID);
    }

    @Test
    void aSearchOnRequestHasAnIndexGivenItsVectorsWhenNobodyCouldBefore() throws Exception {
        open(Recall.LEXICAL, null);
        say();
        memory.backend().shutdown();
        List<Runnable> refused = new java.util.concurrent.CopyOnWriteArrayList<>();
        java.util.concurrent.atomic.AtomicBoolean takes = new java.util.concurrent.atomic.AtomicBoolean();
        memory.open(config -> config.recall(Recall.HYBRID).embeddingModel(model).executor(task -> {
            if (!takes.get()) {
                refused.add(task);
                throw new java.util.concurrent.RejectedExecutionException();
            }
            executor.execute(task);
        }));
        assertThat(refused).isNotEmpty();
        takes.set(true);
        assertThat(found(ASKED)).isEmpty();
        while (!notes().isEmpty()) {
            Thread.sleep(20);
        }
        assertThat(found(ASKED)).contains(SAID);
    }

    @Test
    void endingDoesNotAskTheModel() {
        LocalMemoryBackend backend = open(Recall.HYBRID, model);
        say();
        found(ASKED);
        editTwoWeeks();
        model.asked().clear();
        assertThat(notes()).containsExactly("EMBEDDING_UNAVAILABLE");
        backend.shutdown();
        assertThat(model.asked()).isEmpty();
    }

    @Test
    void recallPutsNothingButTheQuestionToTheModelAndNeverWaitsForTheRest() {
        LocalMemoryBackend backend = open(Recall.HYBRID, model);
        say();
        found(ASKED);
        model.asked().clear();
        editTwoWeeks();
        Recalls.of(backend, "two weeks of rest");
        assertThat(model.asked()).isNotEmpty().containsOnly("two weeks of rest");
    }

    @Test
    void aModelThatHangsHoldsUpNoTurn() {
        LocalMemoryBackend backend = memory.open(
                config -> config.recall(Recall.HYBRID).embeddingModel(model).executor(executor));
        say();
        found(ASKED);
        model.before(text -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        assertThat(Recalls.of(backend, "What did the physician order?"))
                .hasValueSatisfying(text -> assertThat(text).contains(SAID));
        assertThat(release.getCount()).isEqualTo(1);
    }

    @Test
    void whileTheModelIsAskedOthersChangeTheMemory() {
        open(Recall.HYBRID, model);
        say();
        AtomicReference<Throwable> trouble = new AtomicReference<>();
        CountDownLatch done = new CountDownLatch(1);
        model.before(text -> {
            model.before(later -> {});
            Thread other = new Thread(() -> {
                try {
                    editTwoWeeks();
                } catch (RuntimeException | AssertionError e) {
                    trouble.set(e);
                } finally {
                    done.countDown();
                }
            });
            other.start();
            try {
                done.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        found(ASKED);
        assertThat(trouble.get()).isNull();
        assertThat(done.getCount()).isZero();
        assertThat(found(ASKED)).contains("The physician ordered two weeks of rest.");
    }

    @Test
    void preferredButNotThereItIsWords() {
        for (EmbeddingModel absent : new EmbeddingModel[] {null, failing()}) {
            LocalMemoryBackend backend = open(Recall.HYBRID, absent);
            if (memory.workspace().read().recent(1).isEmpty()) {
                say();
            }
            assertThat(found(ASKED)).isEmpty();
            assertThat(found("What did the physician order?")).contains(SAID);
            assertThat(Recalls.of(backend, "What did the physician order?")).isPresent();
            assertThat(notes()).containsExactly("EMBEDDING_UNAVAILABLE");
            assertThat(memory.workspace().read().explain(MemoryQuery.of(ASKED), block()))
                    .contains("Looked for by words only: ");
            backend.shutdown();
        }
        memory.open();
    }

    @Test
    void askedForByNameButNotThereItIsRefusedAndRecallIsSilent() {
        for (EmbeddingModel absent : new EmbeddingModel[] {null, failing()}) {
            LocalMemoryBackend backend = open(Recall.EMBEDDING, absent);
            if (memory.workspace().read().recent(1).isEmpty()) {
                say();
            }
            MemoryException refused =
                    catchThrowableOfType(MemoryException.class, () -> found("What did the physician order?"));
            assertThat(refused.code()).isEqualTo(ErrorCode.EMBEDDING_UNAVAILABLE);
            assertThat(refused).hasMessageContaining("set recall to hybrid");
            assertThat(backend.search(MemoryQuery.of("What did the physician order?")))
                    .isEmpty();
            backend.shutdown();
        }
        memory.open();
    }

    private static EmbeddingModel failing() {
        return new SynonymModel().before(text -> {
            throw new IllegalStateException(text);
        });
    }

    @Test
    void aModelThatCannotBeIsRefusedWithTheNameOfTheSetting() {
        SynonymModel nameless = new SynonymModel();
        EmbeddingModel wrong = new EmbeddingModel() {
            @Override
            public String name() {
                return "";
            }

            @Override
            public int dimensions() {
                return nameless.dimensions();
            }

            @Override
            public double floor() {
                return nameless.floor();
            }

            @Override
            public List<float[]> embed(List<String> texts, java.time.Duration atMost) {
                return List.of();
            }
        };
        assertThatIllegalArgumentException()
                .isThrownBy(() -> memory.config().embeddingModel(wrong).build())
                .withMessageStartingWith("embeddingModel: ");
    }
}
