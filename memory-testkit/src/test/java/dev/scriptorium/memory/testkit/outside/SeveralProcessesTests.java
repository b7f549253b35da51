package dev.scriptorium.memory.testkit.outside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.fault.Fault;
import dev.scriptorium.memory.testkit.fault.FaultPoints;
import dev.scriptorium.memory.testkit.fault.Killed;
import dev.scriptorium.memory.testkit.processes.ChildJvm;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What one instance installs is no outside edit for another, whatever happened to either. */
@ExtendWith(WorkspaceExtension.class)
@Timeout(240)
class SeveralProcessesTests {
    private static final String SHARED = "topics/shared.md";
    private TemporaryWorkspace memory;
    private Person person;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace;
        person = Person.at(workspace);
        person.adds("There is a first block.", SHARED);
    }

    private static String topic(int i) {
        return i % 3 == 0 ? SHARED : "topics/of-" + i % 5 + ".md";
    }

    private void nobodyWasTakenForAnother(LocalMemoryBackend... backends) {
        for (LocalMemoryBackend backend : backends) {
            assertThat(backend.workspace().read().status().unadopted()).isEmpty();
            assertThat(backend.workspace().read().status().quarantined()).isEmpty();
        }
        assertThat(person.told()).isEmpty();
        assertThat(person.adoptions()).isEmpty();
        MemoryAssertions.assertThat(memory).hasNoProblems();
        assertThat(person.check()).noneMatch(found -> found.startsWith("EDIT_NOT_ADOPTED"));
    }

    @Test
    void twoBackendsInTurns() {
        LocalMemoryBackend one = memory.backend();
        LocalMemoryBackend two = memory.open();
        for (int i = 0; i < 200; i++) {
            person.waits();
            LocalMemoryBackend backend = i % 2 == 0 ? one : two;
            OtherProcess.add(backend, topic(i), "Block " + i + " of the list.");
            if (i % 10 == 0) {
                one.workspace().read().status();
                two.workspace().read().status();
            }
        }
        nobodyWasTakenForAnother(one, two);
        MemoryAssertions.assertThat(memory).hasBlocks(201);
    }

    @Test
    void twoBackendsInTurnsWithoutHistory() {
        memory.close();
        LocalMemoryBackend one = memory.open(settings -> settings.history(false));
        LocalMemoryBackend two = memory.open(settings -> settings.history(false));
        for (int i = 0; i < 60; i++) {
            person.waits();
            OtherProcess.add(i % 2 == 0 ? one : two, topic(i), "Block " + i + " of the list.");
        }
        assertThat(one.workspace().read().status().unadopted()).isEmpty();
        assertThat(two.workspace().read().status().unadopted()).isEmpty();
        assertThat(person.told()).isEmpty();
        MemoryAssertions.assertThat(memory).hasNoProblems().hasBlocks(61);
        // The history that the last look opens does not know of these.
        memory.handEdited();
    }

    @Test
    void anotherJavaInTurns() throws Exception {
        LocalMemoryBackend one = memory.backend();
        try (ChildJvm child =
                ChildJvm.start(OtherProcess.class, memory.directory().toString(), "0")) {
            assertThat(child.line()).isEqualTo("ready");
            for (int i = 0; i < 100; i++) {
                person.waits();
                OtherProcess.add(one, topic(i), "Block " + i + " of the parent.");
                assertThat(child.ask(topic(i + 1) + "\tBlock " + i + " of the child."))
                        .isEqualTo("adopted 0");
            }
        }
        nobodyWasTakenForAnother(one);
        MemoryAssertions.assertThat(memory).hasBlocks(201);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 8, 11, 14, 17, 20, 24, 28, 34})
    void anotherJavaThatIsKilled(int operation) throws Exception {
        LocalMemoryBackend one = memory.backend();
        try (ChildJvm child =
                ChildJvm.start(OtherProcess.class, memory.directory().toString(), String.valueOf(operation + 30))) {
            assertThat(child.line()).isEqualTo("ready");
            String answer = "adopted 0";
            for (int i = 0; answer != null; i++) {
                assertThat(answer).isEqualTo("adopted 0");
                answer = child.ask(SHARED + "\tBlock " + i + " of the child.");
            }
            assertThat(child.exit()).isEqualTo(9);
        }
        for (int i = 0; i < 3; i++) {
            person.waits();
            OtherProcess.add(one, topic(i), "Block " + i + " of the parent.");
        }
        nobodyWasTakenForAnother(one);
    }

    @Test
    void anInstanceThatIsKilledAnywhere() throws IOException {
        LocalMemoryBackend one = memory.backend();
        boolean killed = true;
        int blocks = 0;
        for (int at = 1; killed; at += 3) {
            Path root = memory.directory();
            FaultPoints points = FaultPoints.of(root);
            LocalMemoryBackend two = LocalMemoryBackend.open(memory.config().build(), points);
            int opened = points.visited().size();
            points.at(opened + at, Fault.kill());
            String topic = topic(at);
            String text = "Block " + at + " of the killed.";
            Throwable end = catchThrowable(() -> OtherProcess.add(two, topic, text));
            killed = end instanceof Killed;
            Throwable closing = catchThrowable(two::close);
            assertThat(closing == null || closing instanceof Killed)
                    .as("at " + at + " " + closing)
                    .isTrue();
            person.waits();
            OtherProcess.add(one, topic(at), "Block " + at + " of the other.");
            assertThat(one.workspace().read().status().unadopted())
                    .as("at " + at)
                    .isEmpty();
            blocks++;
        }
        assertThat(blocks).isGreaterThan(5);
        ThirdContentTests.removeWhatTheDeadLeft(memory.directory());
        nobodyWasTakenForAnother(one);
    }

    @ParameterizedTest
    @ValueSource(strings = {"both", "base", "log", "torn", "garbage"})
    void whateverHappensToTheCatalogueWhileTwoAreAtWork(String what) throws IOException {
        LocalMemoryBackend one = memory.reopen();
        LocalMemoryBackend two = memory.open();
        Path base = person.file(".scriptorium/catalogue");
        Path log = person.file(".scriptorium/catalogue.log");
        for (int i = 0; i < 24; i++) {
            person.waits();
            OtherProcess.add(i % 2 == 0 ? one : two, topic(i), "Block " + i + " of the list.");
            if (i % 5 == 4) {
                if (Set.of("both", "base").contains(what)) {
                    Files.deleteIfExists(base);
                }
                if (Set.of("both", "log").contains(what)) {
                    Files.deleteIfExists(log);
                }
                if (what.equals("torn") && Files.exists(log)) {
                    byte[] bytes = Files.readAllBytes(log);
                    Files.write(log, java.util.Arrays.copyOf(bytes, bytes.length - 17));
                }
                if (what.equals("garbage") && Files.exists(log)) {
                    Files.write(log, new byte[] {'x', '\n', 0, 1, 2}, java.nio.file.StandardOpenOption.APPEND);
                }
            }
        }
        nobodyWasTakenForAnother(one, two);
        MemoryAssertions.assertThat(memory).hasBlocks(25);
        memory.reopen();
        person.settles();
        nobodyWasTakenForAnother(memory.backend());
    }

    /** A backup of our own state without the rest. */
    @Test
    void anOlderCopyOfOurStateIsNoReasonToSuspectAnybody() throws IOException {
        for (int i = 0; i < 5; i++) {
            OtherProcess.add(memory.backend(), topic(i), "Block " + i + " of the list.");
        }
        memory.close();
        Path copy = memory.beside().resolve("copy");
        copy(person.file(".scriptorium"), copy);
        memory.open();
        for (int i = 5; i < 12; i++) {
            OtherProcess.add(memory.backend(), topic(i), "Block " + i + " of the list.");
        }
        memory.close();
        replace(copy, person.file(".scriptorium"));
        memory.open();
        assertThat(person.unadopted()).isEmpty();
        person.settles();
        nobodyWasTakenForAnother(memory.backend());
        MemoryAssertions.assertThat(memory).hasBlocks(14);
    }

    private static void replace(Path from, Path to) throws IOException {
        Files.move(to, to.resolveSibling("old-state-of-ours"));
        Files.move(from, to);
        Path old = to.resolveSibling("old-state-of-ours");
        Files.walkFileTree(old, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes seen) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException trouble) throws IOException {
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes seen) throws IOException {
                Files.createDirectories(to.resolve(from.relativize(directory).toString()));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes seen) throws IOException {
                Files.copy(file, to.resolve(from.relativize(file).toString()), StandardCopyOption.COPY_ATTRIBUTES);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
