package dev.scriptorium.memory.testkit.together;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.MemoryBackend;
import dev.scriptorium.memory.api.MemoryBackends;
import dev.scriptorium.memory.api.event.MemoryListener;
import dev.scriptorium.memory.api.event.WriteEnded;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.model.WriterSteps;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Writes in the background of the real thing. */
@ExtendWith(WorkspaceExtension.class)
@Timeout(120)
class BackgroundTests {
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    @Test
    void oneRunsAndOneWaitsAndNobodyIsKept(TemporaryWorkspace memory) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        AtomicInteger atOnce = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        ScriptedTopicWriter writer = ScriptedTopicWriter.of((task, stage) -> {
                    most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
                    try {
                        return WriterSteps.waiting(begun, leave, WriterSteps.record("topics/a.md"))
                                .run(task, stage);
                    } finally {
                        atOnce.decrementAndGet();
                    }
                })
                .otherwise((task, stage) -> {
                    most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
                    try {
                        return WriterSteps.record("topics/a.md").run(task, stage);
                    } finally {
                        atOnce.decrementAndGet();
                    }
                });
        memory.use(writer);
        List<WriteEnded> outcomes = new CopyOnWriteArrayList<>();
        CountDownLatch ended = new CountDownLatch(2);
        MemoryListener listener = new MemoryListener() {
            @Override
            public void writeEnded(WriteEnded event) {
                outcomes.add(event);
                ended.countDown();
            }
        };
        MemoryBackend background = MemoryBackends.background(memory.open(), threads, listener);
        SessionId session =
                memory.store().session("s").say("u1", "The first thing.").id();
        long start = System.nanoTime();
        assertThatWrite(background.write(WriteRequest.force(session))).succeeded();
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        for (int i = 2; i <= 6; i++) {
            memory.store().session("s").say("u" + i, "Thing number " + i + ".");
            assertThatWrite(background.write(i == 2 ? WriteRequest.force(session) : WriteRequest.of(session)))
                    .succeeded();
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
        assertThat(memory.written("s")).isEmpty();
        leave.countDown();
        assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(most).hasValue(1);
        assertThat(outcomes)
                .hasSize(2)
                .allSatisfy(outcome -> assertThat(outcome.code()).isEmpty());
        assertThat(writer.tasks().size()).isBetween(2, 3);
        assertThat(memory.written("s")).containsExactly("u1", "u2", "u3", "u4", "u5", "u6");
        MemoryAssertions.assertThat(memory).hasBlocks(6);
    }
}
