package dev.scriptorium.memory.testkit.processes;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Row 19 of the reported faults: two writers never use one temporary file, and nobody sweeps that of another. */
@ExtendWith(WorkspaceExtension.class)
@Timeout(120)
class TemporaryFilesTests {
    private TemporaryWorkspace memory;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace.use(ScriptedTopicWriter.of());
        memory.store().session("s").say("u1", "I live in Lisbon.").say("u2", "I work as a baker.");
        assertThatWrite(memory.write("s")).succeeded();
    }

    @Test
    void twoProcessesRenderTheViewsAtOnceAndBothAreRight() throws Exception {
        memory.workspace().maintain().rebuild();
        ByteSnapshot before = memory.bytes();
        int times = 10;
        try (ChildJvm other = ChildJvm.start(Rendering.class, memory.directory().toString(), String.valueOf(times))) {
            assertThat(other.line()).isEqualTo(Counters.READY);
            other.tell("go");
            for (int i = 0; i < times; i++) {
                memory.workspace().maintain().rebuild();
            }
            assertThat(other.line()).isEqualTo("done");
            assertThat(other.exit()).isZero();
        }
        ByteSnapshot after = memory.bytes();
        for (String view : List.of("core.md", "recent_events.jsonl", "relations.json", "timeline")) {
            MemoryAssertions.assertThat(after.below(view).withoutTimes())
                    .isUnchangedSince(before.below(view).withoutTimes());
        }
        assertThat(after.files()).noneMatch(path -> path.endsWith(".tmp"));
    }

    /** What a living process is about to rename is left alone; what a dead one left is swept. */
    @ParameterizedTest
    @ValueSource(strings = {"", "topics/", "sources/local/_v2/", "timeline/2024/05/", ".scriptorium/"})
    void aTemporaryFileIsSweptOnlyWhenItsProcessHasEnded(String directory) throws Exception {
        memory.close();
        Path dead = memory.directory().resolve(directory + ".scriptorium-999999999-0123abcd.tmp");
        Files.writeString(dead, "half a file");
        try (ChildJvm living = ChildJvm.start(LockProbe.class)) {
            Path temporary = memory.directory().resolve(directory + ".scriptorium-" + living.pid() + "-0123abcd.tmp");
            assertThat(living.ask(memory.beside().resolve("any.lock").toString()))
                    .isEqualTo(LockProbe.FREE);
            Files.writeString(temporary, "half a file");
            memory.open();
            MemoryAssertions.assertThat(memory).hasNoProblems().hasBlocks(2);
            assertThat(dead).as("of a dead process").doesNotExist();
            assertThat(temporary).as("of a living one").exists();
            living.kill();
            memory.reopen();
            assertThat(temporary).as("once it is dead").doesNotExist();
        }
    }
}
