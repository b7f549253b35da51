package dev.scriptorium.memory.testkit.processes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Readers through the library see whole states, in this and in other processes. */
@Timeout(120)
class ReadersIT {
    private static final int READERS = 3;
    private static final String MILLISECONDS = "8000";

    private Path home;
    private Path workspace;
    private LocalMemoryBackend backend;

    @BeforeEach
    void begin() throws IOException {
        home = Places.fastDirectory();
        workspace = home.resolve("memory");
        InMemorySessionStore store = new InMemorySessionStore();
        store.session("s").say("u1", "I read the gauge.");
        LocalMemoryConfig config = Counters.config(workspace, store).build();
        backend = LocalMemoryBackend.open(config);
        backend.extractBeforeDiscard(
                DiscardRequest.of(new SessionId("s"), store.session("s").turns()));
        Counters.set(backend, 1);
    }

    @AfterEach
    void end() throws IOException {
        try {
            MemoryAssertions.assertThat(backend.workspace()).hasNoProblems().hasBlocks(3);
        } finally {
            backend.close();
            Places.remove(home);
        }
    }

    @Test
    void threeProcessesNeverSeeAMixtureOfTwoStatesWhileAnotherInstallsOneAfterTheOther() throws Exception {
        List<ChildJvm> children = new ArrayList<>();
        try {
            children.add(ChildJvm.start(CountingWriter.class, workspace.toString(), MILLISECONDS));
            for (int i = 0; i < READERS; i++) {
                children.add(ChildJvm.start(CountingReader.class, workspace.toString(), MILLISECONDS));
            }
            for (ChildJvm child : children) {
                assertThat(child.line()).isEqualTo(Counters.READY);
            }
            for (ChildJvm child : children) {
                child.tell("go");
            }
            ChildJvm writer = children.get(0);
            int installed = Integer.parseInt(String.valueOf(writer.line()));
            assertThat(writer.exit()).isZero();
            for (ChildJvm reader : children.subList(1, children.size())) {
                int looks = Integer.parseInt(String.valueOf(reader.line()));
                System.out.println("looked " + looks + " times beside " + installed + " changes");
                assertThat(rest(reader)).as("of " + looks + " looks").isEmpty();
                assertThat(reader.exit()).isZero();
                assertThat(looks).isPositive();
            }
            assertThat(Counters.number(backend)).isEqualTo(installed + 1);
        } finally {
            children.forEach(ChildJvm::close);
        }
    }

    /** The process that holds the lock in the middle of an install shows nobody half of it. */
    @Test
    void anInstallThatHaltsInTheMiddleIsSeenByNobody() throws Exception {
        try (ChildJvm writer = ChildJvm.start(StoppingWriter.class, workspace.toString(), "right.md")) {
            assertThat(writer.line()).isEqualTo(StoppingWriter.INSIDE);
            assertThat(Counters.number(backend)).as("half of it is on the disk").isEqualTo(2);
            assertThat(Counters.mixtures(backend)).isEmpty();
            assertThat(writer.ask("go on")).isEqualTo(StoppingWriter.DONE);
            assertThat(writer.exit()).isZero();
        }
        assertThat(Counters.mixtures(backend)).isEmpty();
    }

    private static List<String> rest(ChildJvm child) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String line = child.line(); line != null; line = child.line()) {
            lines.add(line);
        }
        return lines;
    }
}
