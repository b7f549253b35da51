package dev.scriptorium.memory.testkit.together;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static dev.scriptorium.memory.testkit.together.Page.M;
import static dev.scriptorium.memory.testkit.together.Page.adding;
import static dev.scriptorium.memory.testkit.together.Page.madeFor;
import static dev.scriptorium.memory.testkit.together.Page.plain;
import static dev.scriptorium.memory.testkit.together.Page.rewriting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.ref.Revision;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.ReorganizeReport;
import dev.scriptorium.memory.api.write.ReorganizeRequest;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.tx.InstallCheckpoint;
import dev.scriptorium.memory.local.tx.StateBefore;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.model.WriterSteps;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a host is shown before a change of topics, and how it stops one. */
@ExtendWith(WorkspaceExtension.class)
@Timeout(120)
class CheckpointTests {
    private static final TopicPath PATH = new TopicPath(M);

    private final List<StateBefore> seen = new ArrayList<>();
    private final ScriptedTopicWriter writer = ScriptedTopicWriter.of();
    private TemporaryWorkspace memory;
    private Page page;
    private LocalMemoryBackend beside;
    private volatile InstallCheckpoint then = InstallCheckpoint.NONE;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace.use(writer);
        page = Page.of(memory, 4);
        memory.write("s");
        beside = memory.backend();
        memory.open(settings -> settings.beforeInstall(state -> {
                    seen.add(state);
                    then.beforeInstall(state);
                })
                .checkpointTimeout(Duration.ofMillis(500)));
    }

    /** What the checkpoint stops leaves everything as it was that anybody reads. */
    private void stopsAnUpdate() {
        ByteSnapshot before = memory.bytes();
        MemoryException stopped = catchThrowableOfType(
                MemoryException.class, () -> page.change(rewriting(page.id(plain(2)), "Two is new.")));
        assertThat(stopped).isNotNull();
        assertThat(stopped.code()).isEqualTo(ErrorCode.CHECKPOINT_FAILED);
        for (String part : List.of("topics", "sources", "timeline", "core.md", ".git", ".scriptorium/tx")) {
            assertThat(before.below(part).differences(memory.bytes().below(part)))
                    .as(part)
                    .isEmpty();
        }
    }

    private void pending(String turn) {
        memory.store().session("s").say(turn, "Something worth keeping of " + turn + ".");
    }

    @Test
    void itSeesTheExactStateBefore() throws Exception {
        String before = page.text();
        Revision revision = page.revision();
        List<String> onDisk = new ArrayList<>();
        then = state -> onDisk.add(memory.text(M));
        page.change(rewriting(page.id(plain(2)), "Two is new."), adding("Something else.", "topics/other.md"));
        assertThat(seen).singleElement().satisfies(state -> {
            assertThat(state.revision()).isEqualTo(revision);
            assertThat(state.text(PATH)).contains(before);
            assertThat(state.text(new TopicPath("topics/other.md"))).isEmpty();
            assertThat(state.topics()).contains(PATH).doesNotContain(new TopicPath("topics/other.md"));
            assertThat(state.changing()).containsExactly(PATH, new TopicPath("topics/other.md"));
        });
        assertThat(onDisk).as("no file has moved").containsExactly(before);
    }

    @Test
    void theRevisionIsOfTheStateThatTheCallerEdited() {
        String before = page.text();
        Revision base = page.revision();
        page.change(rewriting(page.id(plain(1)), "One is new."));
        seen.clear();
        page.change(madeFor(base), rewriting(page.id(plain(2)), "Two is new."));
        assertThat(seen).singleElement().satisfies(state -> {
            assertThat(state.text(PATH)).contains(before);
            assertThat(state.revision().sameTopics(base))
                    .as("the revision goes with the texts")
                    .isTrue();
        });
    }

    @Test
    void whatIsRefusedOrChangesNothingNeverGetsThere() {
        String text = page.text();
        Revision base = page.revision();
        page.refused(ErrorCode.INVALID_TOPIC_FORMAT, () -> page.write(M, text + "\nNobody said this.\n"));
        page.write(M, text);
        page.refused(
                ErrorCode.CONCURRENT_UPDATE,
                () -> page.change(
                        madeFor(new Revision("0123456789abcdef0123456789abcdef")),
                        rewriting(page.id(plain(2)), "Two is new.")));
        assertThat(page.revision()).isEqualTo(base);
        pending("u2");
        writer.then(WriterSteps.nothing("small talk"));
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(seen).isEmpty();
    }

    @Test
    void anEditThatIsRefusedOnceIsShownOnce() {
        pending("u2");
        writer.then(WriterSteps.refused(M), WriterSteps.record("topics/w.md"));
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(seen)
                .singleElement()
                .satisfies(state -> assertThat(state.changing()).containsExactly(new TopicPath("topics/w.md")));
    }

    @Test
    void whatItThrowsStopsAnUpdate() {
        for (Throwable trouble : List.of(new IllegalStateException("no"), new java.io.IOException("no"))) {
            then = state -> {
                throw (Exception) trouble;
            };
            stopsAnUpdate();
        }
        then = InstallCheckpoint.NONE;
        page.change(rewriting(page.id(plain(2)), "Two is new."));
    }

    @Test
    void anErrorInItStopsAnUpdateAsWell() {
        then = state -> {
            throw new NoClassDefFoundError("of the host");
        };
        stopsAnUpdate();
    }

    @Test
    void beingLateStopsAnUpdate() {
        then = state -> Thread.sleep(700);
        stopsAnUpdate();
    }

    @Test
    void beingInterruptedStopsAnUpdateAndStaysKnown() {
        then = state -> {
            Thread.currentThread().interrupt();
            new CountDownLatch(1).await();
        };
        Throwable trouble = catchThrowable(() -> page.change(rewriting(page.id(plain(2)), "Two is new.")));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(trouble)
                .isInstanceOfSatisfying(
                        MemoryException.class, why -> assertThat(why.code()).isEqualTo(ErrorCode.CHECKPOINT_FAILED));
    }

    @Test
    void itStopsAPassAndNothingIsMarked() {
        pending("u2");
        ByteSnapshot topics = memory.bytes().below("topics");
        then = state -> {
            throw new IllegalStateException("no");
        };
        assertThatWrite(memory.write("s")).failedWith(FailureCode.CHECKPOINT_FAILED);
        assertThat(topics.differences(memory.bytes().below("topics"))).isEmpty();
        assertThat(memory.written("s")).containsExactly("u1");
        then = InstallCheckpoint.NONE;
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(memory.written("s")).containsExactly("u1", "u2");
    }

    @Test
    void whatStopsAnOrganisePassStopsNoBatch() {
        writer.organising(WriterSteps.edit(
                stage -> stage.write(PATH, stage.read(PATH).orElseThrow().replace(plain(2), "Two is organised."))));
        memory.open(settings -> settings.organiseAfterBatches(1).beforeInstall(state -> {
            if (state.changing().contains(PATH)) {
                throw new IllegalStateException("not this topic");
            }
        }));
        for (String turn : List.of("u2", "u3")) {
            pending(turn);
            assertThatWrite(memory.write("s")).as(turn).succeeded();
        }
        assertThat(memory.written("s")).containsExactly("u1", "u2", "u3");
        assertThat(memory.backend().reorganize(ReorganizeRequest.install()))
                .satisfies(report -> assertThat(report.status()).isEqualTo(ReorganizeReport.Status.FAILED))
                .satisfies(report ->
                        assertThat(report.failure().map(WriteFailure::code)).contains(FailureCode.CHECKPOINT_FAILED));
    }

    @Test
    void callingBackIntoTheWorkspaceIsAnError() {
        List<Runnable> calls = List.of(
                () -> memory.workspace().read().status(),
                () -> memory.workspace().read().recent(3),
                () -> memory.workspace().read().grep("plain", 3),
                () -> memory.workspace().maintain().check(),
                () -> memory.workspace().maintain().rebuild(),
                () -> memory.workspace().maintain().accept(),
                () -> page.change(adding("From inside.", "topics/inside.md")),
                () -> memory.workspace().change().edit(PATH, "", "# Inside\n", false));
        List<Throwable> answers = new ArrayList<>();
        then = state -> calls.forEach(call -> answers.add(catchThrowable(call::run)));
        page.change(rewriting(page.id(plain(2)), "Two is new."));
        assertThat(answers)
                .hasSize(calls.size())
                .allSatisfy(answer -> assertThat(answer)
                        .isInstanceOfSatisfying(
                                MemoryException.class,
                                why -> assertThat(why.code()).isEqualTo(ErrorCode.CHECKPOINT_FAILED)));
        MemoryAssertions.assertThat(memory).hasNoBlock("From inside");
    }

    @Test
    void readingAFileFromInsideIsAnErrorToo() {
        List<Throwable> answers = new ArrayList<>();
        then = state ->
                answers.add(catchThrowable(() -> memory.workspace().read().file(M)));
        page.change(rewriting(page.id(plain(2)), "Two is new."));
        assertThat(answers).singleElement().isInstanceOf(MemoryException.class);
    }

    @Test
    void callingBackIntoTheBackendDoesNothing() {
        pending("u2");
        List<Optional<WriteFailure>> writes = new ArrayList<>();
        List<Optional<String>> recalls = new ArrayList<>();
        List<Throwable> troubles = new ArrayList<>();
        then = state -> {
            troubles.add(
                    catchThrowable(() -> writes.add(memory.backend().write(WriteRequest.force(new SessionId("s"))))));
            troubles.add(catchThrowable(() -> recalls.add(memory.backend().search(MemoryQuery.of("Block plain")))));
        };
        page.change(rewriting(page.id(plain(2)), "Two is new."));
        assertThat(troubles).hasSize(2);
        assertThat(writes).allSatisfy(answer -> assertThat(answer).isPresent());
        assertThat(recalls).allSatisfy(answer -> assertThat(answer).isEmpty());
        assertThat(memory.written("s")).containsExactly("u1");
        then = InstallCheckpoint.NONE;
        assertThatWrite(memory.write("s")).succeeded();
    }

    @Test
    void itMayReadWhatItWasShownWhileSomebodyInstalls() {
        String before = page.text();
        List<String> read = new ArrayList<>();
        then = state -> {
            Thread other = new Thread(() -> {
                var change = beside.workspace().change();
                change.edit(PATH, before, before.replace(plain(1), "One is somebody else's."), false);
            });
            other.start();
            other.join();
            read.add(state.text(PATH).orElseThrow());
        };
        page.change(rewriting(page.id(plain(2)), "Two is new."));
        assertThat(read).containsExactly(before);
        MemoryAssertions.assertThat(memory)
                .hasBlock("One is somebody else's.")
                .and()
                .hasBlock("Two is new.");
    }

    @Test
    void aPassDuringWhichSomebodyInstallsLandsToo() {
        pending("u2");
        String before = page.text();
        writer.then(WriterSteps.record(M));
        then = state -> {
            then = InstallCheckpoint.NONE;
            Thread other = new Thread(() -> beside.workspace()
                    .change()
                    .edit(PATH, before, before.replace(plain(1), "One is somebody else's."), false));
            other.start();
            other.join();
        };
        int tasks = writer.tasks().size();
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(writer.tasks()).hasSize(tasks + 1);
        MemoryAssertions.assertThat(memory)
                .hasBlock("One is somebody else's.")
                .and()
                .hasBlock("Something worth keeping of u2.");
    }

    /** The person has changed the file already: there is nothing left to look at before, and nobody to refuse. */
    @Test
    void itIsNotAskedAboutWhatAPersonHasSaved() {
        page.save(M, page.text().replace(plain(3), "Three is by hand."));
        memory.workspace().maintain().accept();
        assertThat(seen).isEmpty();
        String before = page.text();
        page.change(rewriting(page.id(plain(2)), "Two is new."));
        assertThat(seen)
                .singleElement()
                .satisfies(state -> assertThat(state.text(PATH)).contains(before));
    }
}
