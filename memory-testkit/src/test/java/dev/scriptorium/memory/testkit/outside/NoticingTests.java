package dev.scriptorium.memory.testkit.outside;

import static dev.scriptorium.memory.testkit.outside.Person.M;
import static dev.scriptorium.memory.testkit.outside.Person.block;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What people save in their own editors is seen, and by whom, and when. */
@ExtendWith(WorkspaceExtension.class)
class NoticingTests {
    private TemporaryWorkspace memory;
    private Person person;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace;
        person = Person.at(workspace);
        person.writes(M, "# M\n\n" + block("The cat is grey.", "x"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aSaveIsSeenByTheVeryNextSearchAndNothingIsWritten(boolean byRename) {
        memory.handEdited();
        assertThat(person.finds("cat")).anyMatch(text -> text.contains("grey"));
        String typed = person.text(M).replace("grey", "blue") + "\n" + block("A parrot named Olga.", "e1");
        if (byRename) {
            person.saves(M, typed);
        } else {
            person.rewrites(M, typed);
        }
        person.restricts(M);
        ByteSnapshot before = memory.bytes().below("topics");

        assertThat(person.finds("parrot")).anyMatch(text -> text.contains("Olga"));
        assertThat(person.finds("cat"))
                .anyMatch(text -> text.contains("blue"))
                .noneMatch(text -> text.contains("grey"));

        MemoryAssertions.assertThat(memory.bytes().below("topics")).isUnchangedSince(before);
        assertThat(person.unadopted()).containsExactly(new TopicPath(M));
        assertThat(person.check()).anyMatch(found -> found.startsWith("EDIT_NOT_ADOPTED " + M));
        assertThat(person.problems()).isEmpty();
    }

    /** Reported fault 89, with a clock that is right, one that is behind, and one that is ahead. */
    @ParameterizedTest
    @ValueSource(ints = {0, -3600, 3600})
    void equalLengthAndTimesHideNothing(int secondsAhead) throws IOException {
        memory.handEdited();
        memory.clock().set(Instant.now().plusSeconds(secondsAhead));
        for (int i = 0; i < 20; i++) {
            String word = i % 2 == 0 ? "grey" : "blue";
            String other = i % 2 == 0 ? "blue" : "grey";
            FileTime then = Files.getLastModifiedTime(person.file(M));
            person.finds("cat");
            person.rewrites(M, person.text(M).replace(word, other));
            Files.setLastModifiedTime(person.file(M), then);
            assertThat(person.finds("cat")).as("save " + i).anyMatch(text -> text.contains("cat is " + other));
        }
    }

    @Test
    void aNewFileIsFoundByTheNextSearch() {
        memory.handEdited();
        person.saves("topics/pets/new/olga.md", "# Olga\n\n" + block("A parrot named Olga.", "e1"));
        person.restricts("topics/pets/new/olga.md");
        assertThat(person.finds("parrot")).anyMatch(text -> text.contains("Olga"));
    }

    /** Above 150 files. */
    @Test
    void inALargeMemoryARenameIsSeenAtOnceAndATransactionSeesWhatItTouches() {
        memory.handEdited();
        memory.backend();
        List<String> paths = new ArrayList<>();
        for (int i = 0; i < 155; i++) {
            paths.add("topics/many/t" + i + ".md");
            person.saves(paths.get(i), "# T\n\n" + block("Number " + i + " is a tortoise.", "e1"));
            person.restricts(paths.get(i));
        }
        person.settles();
        assertThat(person.unadopted()).isEmpty();
        person.finds("tortoise");

        person.saves(paths.get(3), person.text(paths.get(3)).replace("tortoise", "dromedary"));
        assertThat(person.finds("dromedary")).isNotEmpty();

        person.rewrites(paths.get(5), person.text(paths.get(5)).replace("tortoise", "platypus"));
        person.adds("It lives in a pond.", paths.get(5));
        assertThat(person.text(paths.get(5))).contains("platypus", "pond");
        assertThat(person.finds("platypus")).isNotEmpty();
        person.restricts(paths.get(3));
    }

    /** Above 150 files, with an executor: about two seconds. */
    @Test
    void inALargeMemoryTheExecutorNoticesWhatIsRewrittenInPlace() throws InterruptedException {
        memory.handEdited();
        memory.close();
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try {
            memory.open(settings -> settings.executor(executor));
            for (int i = 0; i < 155; i++) {
                person.saves("topics/many/t" + i + ".md", "# T\n\n" + block("Number " + i + " is a tortoise.", "e1"));
                person.restricts("topics/many/t" + i + ".md");
            }
            person.settles();
            person.finds("tortoise");
            person.rewrites(
                    "topics/many/t7.md", person.text("topics/many/t7.md").replace("tortoise", "platypus"));
            List<String> found = List.of();
            for (long end = System.nanoTime() + 20_000_000_000L; found.isEmpty() && System.nanoTime() < end; ) {
                found = person.finds("platypus");
                Thread.sleep(100);
            }
            assertThat(found).isNotEmpty();
            memory.close();
        } finally {
            executor.shutdownNow();
        }
    }

    /** Reported fault 6: a directory that cannot be listed, a file that cannot be read. */
    @Test
    void whatCannotBeReadIsNotDeleted() throws IOException {
        person.writes("topics/people/ada.md", "# Ada\n\n" + block("Ada keeps bees.", "x"));
        person.id("bees");
        Path file = person.file("topics/people/ada.md");
        Path aside = memory.beside().resolve("aside");
        Files.move(file, aside);
        // A name that no link could lead to is not what was there; a link is not followed.
        Files.createSymbolicLink(file, memory.beside().resolve("nowhere"));
        person.looks();
        Files.delete(file);
        Files.move(aside, file);
        person.settles();
        assertThat(person.adoptions()).isEmpty();
        MemoryAssertions.assertThat(memory).hasNoProblems().hasBlock("Ada keeps bees");
    }

    /** An editor that saves by removing first is no deletion. */
    @Test
    void aFileThatIsAwayForAMomentIsNoDeletion() {
        String text = person.text(M);
        person.removes(M);
        person.looks();
        memory.clock().advance(Duration.ofSeconds(9));
        person.adds("Something else.", "topics/other.md");
        assertThat(person.adoptions()).isEmpty();
        person.saves(M, text);
        person.restricts(M);
        person.settles();
        assertThat(person.adoptions()).isEmpty();
        assertThat(person.told()).isEmpty();
        MemoryAssertions.assertThat(memory).hasNoProblems().hasBlock("The cat is grey");
    }
}
