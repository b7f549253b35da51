package dev.scriptorium.memory.testkit.backup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.local.ExportReport;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.local.UpdateRequest;
import dev.scriptorium.memory.local.WorkspaceChange;
import dev.scriptorium.memory.markdown.change.CreateRecord;
import dev.scriptorium.memory.markdown.change.Destination;
import dev.scriptorium.memory.markdown.change.Position;
import dev.scriptorium.memory.markdown.change.SourceCitation;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.processes.ChildJvm;
import dev.scriptorium.memory.testkit.processes.Places;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import dev.scriptorium.memory.testkit.time.MutableClock;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Backups of a workspace that another process writes, and processes that are killed over a backup. */
@Timeout(300)
class BackupWhileWritingIT {
    private static final int TURNS = 40;
    private static final int BACKUPS = 5;
    private static final int KILLS = 6;

    private Path home;
    private Path workspace;

    @BeforeEach
    void begin() throws IOException {
        home = Places.fastDirectory();
        workspace = home.resolve("memory");
    }

    @AfterEach
    void end() throws IOException {
        Places.remove(home);
    }

    /** The turns that the other process writes: each is one batch and gives one block. */
    static InMemorySessionStore store() {
        InMemorySessionStore store = InMemorySessionStore.withoutMarks(MutableClock.at(TemporaryWorkspace.START));
        for (int i = 0; i < TURNS; i++) {
            store.session("s" + i).say("u1", "I bought " + (100 + i) + " tulips in Lisbon in May " + (1950 + i) + ".");
        }
        return store;
    }

    static LocalMemoryConfig config(Path workspace) {
        return LocalMemoryConfig.builder(workspace, store())
                .clock(MutableClock.at(TemporaryWorkspace.START))
                .zone(ZoneOffset.UTC)
                .owner("owner/install/0123456789abcdef")
                .backgroundLockTimeout(Duration.ofSeconds(20))
                .build();
    }

    /** Writes one session after the other, and says so. */
    public static final class Writing {
        private Writing() {}

        /** Writes into a workspace. */
        public static void main(String[] args) {
            try (LocalMemoryBackend backend = LocalMemoryBackend.open(config(Path.of(args[0])))) {
                for (int i = 0; i < TURNS; i++) {
                    Optional<WriteFailure> failure;
                    do {
                        failure = backend.write(WriteRequest.force(new SessionId("s" + i)));
                    } while (failure.isPresent());
                    System.out.println("written " + i);
                    System.out.flush();
                }
            }
            System.out.println("done");
            System.out.flush();
        }
    }

    /** Exports over and over, or restores, until it is killed. */
    public static final class BackingUp {
        private BackingUp() {}

        /** Exports a workspace into a directory, and restores each export beside it. */
        public static void main(String[] args) {
            Path workspace = Path.of(args[0]);
            Path into = Path.of(args[1]);
            try (LocalMemoryBackend backend = LocalMemoryBackend.open(config(workspace))) {
                for (int i = 0; ; i++) {
                    System.out.println("begun " + i);
                    System.out.flush();
                    Path zip = into.resolve(i + ".zip");
                    backend.workspace().maintain().export(zip);
                    LocalMemoryBackend.restoreExport(zip, config(into.resolve(String.valueOf(i))));
                }
            }
        }
    }

    @Test
    void everyBackupIsAWholeStateAndLosesNothingAndRepeatsNothing() throws IOException, InterruptedException {
        Path undisturbed = home.resolve("undisturbed");
        try (ChildJvm child = ChildJvm.start(Writing.class, workspace.toString())) {
            assertThat(child.line()).isEqualTo("written 0");
            try (LocalMemoryBackend backend = LocalMemoryBackend.open(config(workspace))) {
                for (int i = 0; i < BACKUPS; i++) {
                    ExportReport report = backend.workspace().maintain().export(home.resolve(i + ".zip"));
                    assertThat(report.blocks()).isPositive();
                    child.line();
                }
            }
            String line = child.line();
            while (!"done".equals(line)) {
                assertThat(line).startsWith("written");
                line = child.line();
            }
            assertThat(child.exit()).isZero();
        }
        try (ChildJvm child = ChildJvm.start(Writing.class, undisturbed.toString())) {
            String line = child.line();
            while (!"done".equals(line)) {
                line = child.line();
            }
            assertThat(child.exit()).isZero();
        }
        ByteSnapshot expected = ByteSnapshot.of(undisturbed).withoutTimes();
        for (int i = 0; i < BACKUPS; i++) {
            Path restored = home.resolve("restored-" + i);
            assertThat(LocalMemoryBackend.restoreExport(home.resolve(i + ".zip"), config(restored))
                            .check()
                            .problems())
                    .extracting(problem -> problem.code() + " " + problem.path() + " " + problem.message())
                    .isEmpty();
            try (LocalMemoryBackend backend = LocalMemoryBackend.open(config(restored))) {
                assertThat(backend.workspace().maintain().check().notes()).isEmpty();
                for (int s = 0; s < TURNS; s++) {
                    assertThat(backend.write(WriteRequest.force(new SessionId("s" + s))))
                            .isEmpty();
                }
                MemoryAssertions.assertThat(backend.workspace())
                        .hasNoProblems()
                        .hasPending(0)
                        .hasArchived(TURNS);
            }
            MemoryAssertions.assertThat(ByteSnapshot.of(restored).withoutTimes().below("topics"))
                    .isUnchangedSince(expected.below("topics"));
        }
    }

    @Test
    void aProcessThatIsKilledOverABackupLeavesNoHalfOne() throws IOException, InterruptedException {
        try (LocalMemoryBackend backend = LocalMemoryBackend.open(config(workspace))) {
            for (int i = 0; i < 5; i++) {
                assertThat(backend.write(WriteRequest.force(new SessionId("s" + i))))
                        .isEmpty();
            }
            WorkspaceChange change = backend.workspace().change();
            change.update(UpdateRequest.changes(
                            change.owner("test/turn"),
                            List.of(new CreateRecord(
                                    "A block made by hand.",
                                    "undated",
                                    List.of(new SourceCitation("local/s0/u1", "said")),
                                    new Destination(TopicPath.of("topics/hand.md"), List.of(), Position.END, null))))
                    .build());
        }
        for (int kill = 0; kill < KILLS; kill++) {
            Path into = Files.createDirectory(home.resolve("killed-" + kill));
            try (ChildJvm child = ChildJvm.start(BackingUp.class, workspace.toString(), into.toString())) {
                assertThat(child.line()).isEqualTo("begun 0");
                TimeUnit.MILLISECONDS.sleep(100L + 150L * kill);
                child.kill();
            }
            try (Stream<Path> files = Files.list(into)) {
                for (Path left : files.toList()) {
                    String name = String.valueOf(left.getFileName());
                    if (name.endsWith(".zip")) {
                        assertThat(LocalMemoryBackend.restoreExport(left, config(into.resolve("of-" + name)))
                                        .check()
                                        .problems())
                                .isEmpty();
                    } else if (!name.endsWith(".tmp")) {
                        try (LocalMemoryBackend backend = LocalMemoryBackend.open(config(left))) {
                            MemoryAssertions.assertThat(backend.workspace())
                                    .hasNoProblems()
                                    .hasArchived(5);
                        }
                    }
                }
            }
        }
        try (LocalMemoryBackend backend = LocalMemoryBackend.open(config(workspace))) {
            MemoryAssertions.assertThat(backend.workspace()).hasNoProblems();
        }
    }
}
