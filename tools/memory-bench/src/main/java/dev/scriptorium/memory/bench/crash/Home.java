package dev.scriptorium.memory.bench.crash;

import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.bench.run.ScratchDirectories;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.local.disk.DiskObserver;
import dev.scriptorium.memory.testkit.fault.DiskState;
import dev.scriptorium.memory.testkit.time.MutableClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A directory with a workspace and the marks of its host beside it.
 *
 * @param directory the directory, links resolved
 * @param hostMarks whether the host keeps marks; else they are beside the workspace
 * @param seed what is talked about
 */
record Home(Path directory, boolean hostMarks, long seed) {
    private static final String START = "2024-05-06T09:00:00Z";
    private static final String MARKS = "host-marks";
    private static final int BATCH_TOKENS = 60;
    private static final int ORGANISE_AFTER = 5;

    Path workspace() {
        return directory.resolve("memory");
    }

    LocalMemoryBackend open(DiskObserver observer) {
        MutableClock clock = MutableClock.at(START);
        SessionStore conversations = Conversations.store(seed, clock);
        SessionStore store =
                hostMarks ? new HostStore(conversations, new HostMarks(directory.resolve(MARKS))) : conversations;
        return LocalMemoryBackend.open(
                LocalMemoryConfig.builder(workspace(), store)
                        .clock(clock)
                        .zone(ZoneOffset.UTC)
                        .owner("owner/install/0123456789abcdef")
                        .batchTokens(BATCH_TOKENS)
                        .organiseAfterBatches(ORGANISE_AFTER)
                        .backgroundLockTimeout(Duration.ofSeconds(20))
                        .build(),
                observer);
    }

    /** What a transaction changes: nobody may ever see half of it. */
    DiskState memory() {
        return DiskState.of(workspace(), Set.of(".git", ".scriptorium")).below("topics", "sources");
    }

    /** Another home with this workspace, or another one in its place, and the same marks of the host. */
    Home copy(Path into, Path otherWorkspace) {
        try {
            Home copy = new Home(Files.createDirectories(into), hostMarks, seed);
            copyTree(otherWorkspace, copy.workspace());
            Path marks = directory.resolve(MARKS);
            if (Files.exists(marks)) {
                Files.copy(marks, into.resolve(MARKS));
            }
            return copy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copyTree(Path from, Path into) throws IOException {
        if (!Files.exists(from)) {
            return;
        }
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, into.resolve(from.relativize(file).toString()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    void delete() {
        try {
            ScratchDirectories.remove(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
