package dev.scriptorium.memory.testkit.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.testkit.processes.ChildJvm;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** More sessions with {@code -Dscriptorium.sessions=N}, of which {@code -Dscriptorium.due=N} are due. */
@ExtendWith(WorkspaceExtension.class)
class ManySessionsIT {
    private static final int SESSIONS = Integer.getInteger("scriptorium.sessions", 10_000);
    private static final int DUE = Integer.getInteger("scriptorium.due", 100);
    private static final List<String> SMALL = List.of("-Xmx64m");

    @Test
    void ofManySessionsEachDueOneIsWrittenOnceThoughOneOfTwoWatchersIsKilled(TemporaryWorkspace memory)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        try (ChildJvm one = start(memory);
                ChildJvm other = start(memory)) {
            assertThat(one.line()).isEqualTo("watching");
            assertThat(other.line()).isEqualTo("watching");

            CompletableFuture<List<String>> first = CompletableFuture.supplyAsync(() -> wrote(one, DUE / 4));
            CompletableFuture<List<String>> second = CompletableFuture.supplyAsync(() -> wrote(other, DUE / 4));
            CompletableFuture.anyOf(first, second).get(5, TimeUnit.MINUTES);
            ChildJvm killed = first.isDone() ? one : other;
            ChildJvm left = killed == one ? other : one;
            killed.kill();
            (killed == one ? second : first).get(5, TimeUnit.MINUTES);

            long before = looked(left);
            long after = looked(left);
            assertThat(after).as("no session is looked at for ever").isEqualTo(before);
            left.tell("stop");
            assertThat(left.exit()).isZero();
        }

        String topic = memory.text("topics/scripted.md");
        ManySessions sessions = new ManySessions(SESSIONS, DUE);
        List<String> wrong = new ArrayList<>();
        for (int number = 0; number < SESSIONS; number++) {
            int times = topic.split(java.util.regex.Pattern.quote(ManySessions.id(number) + " in"), -1).length - 1;
            if (times != (sessions.isDue(number) ? 1 : 0)) {
                wrong.add(ManySessions.id(number) + " " + times);
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(memory.workspace().read().status().blocks()).isEqualTo(DUE);
        assertThat(Files.readAllLines(memory.directory().resolve(".scriptorium/session-end.jsonl")))
                .doesNotHaveDuplicates()
                .hasSize(SESSIONS - active());
    }

    private static int active() {
        int every = SESSIONS / DUE;
        return (int) java.util.stream.IntStream.range(0, SESSIONS)
                .filter(number -> number % every == 1)
                .count();
    }

    private static ChildJvm start(TemporaryWorkspace memory) throws IOException {
        return ChildJvm.start(
                SMALL,
                WatchingProcess.class,
                memory.directory().toString(),
                String.valueOf(SESSIONS),
                String.valueOf(DUE));
    }

    /** Reads on until a process has written so many sessions, or has looked through all of them. */
    private static List<String> wrote(ChildJvm process, int sessions) {
        List<String> wrote = new ArrayList<>();
        try {
            for (String line = process.line(); line != null; line = process.line()) {
                assertThat(line).doesNotStartWith("failed");
                if (line.startsWith("wrote")) {
                    wrote.add(line);
                }
                if (wrote.size() == sessions) {
                    return wrote;
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return wrote;
    }

    /** The number of turns that a process has read when it has looked through all sessions once more. */
    private static long looked(ChildJvm process) throws IOException {
        String line = process.line();
        while (line != null && !line.startsWith("looked")) {
            assertThat(line).doesNotStartWith("failed");
            line = process.line();
        }
        return number(line);
    }

    private static long number(@Nullable String line) {
        assertThat(line).isNotNull();
        return Arrays.stream(String.valueOf(line).split(" ", -1))
                .skip(1)
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElseThrow();
    }
}
