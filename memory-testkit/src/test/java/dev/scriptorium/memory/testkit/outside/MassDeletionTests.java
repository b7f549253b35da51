package dev.scriptorium.memory.testkit.outside;

import static dev.scriptorium.memory.testkit.outside.Person.block;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.event.OutsideEditHeld;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** So much is gone at once that nobody can mean it: nothing is taken over until somebody says so. */
@ExtendWith(WorkspaceExtension.class)
class MassDeletionTests {
    private static final String KEPT = "topics/kept.md";
    private TemporaryWorkspace memory;
    private Person person;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace;
        person = Person.at(workspace);
    }

    private static String path(int i) {
        return "topics/many/t" + i + ".md";
    }

    /** So many files of one block each, and one file with so many more. */
    private void fill(int files, int others) {
        for (int i = 0; i < files; i++) {
            person.writes(path(i), "# T" + i + "\n\n" + block("Number " + i + " is a tortoise.", "x"));
        }
        StringBuilder kept = new StringBuilder("# Kept\n");
        for (int i = 0; i < others; i++) {
            kept.append('\n').append(block("Thing " + i + " is a lamp.", "x" + i));
        }
        person.writes(KEPT, kept.toString());
    }

    private Path aside() {
        return memory.beside().resolve("aside");
    }

    private void empties() throws IOException {
        Files.move(person.file("topics/many"), aside());
    }

    private void returns() throws IOException {
        // Our own tidiness may have removed the directory or not.
        Files.deleteIfExists(person.file("topics/many"));
        Files.move(aside(), person.file("topics/many"), StandardCopyOption.ATOMIC_MOVE);
    }

    private boolean isHeld() {
        return memory.workspace().read().status().held().isPresent();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anEmptiedFolderIsHeldAndItsReturnEndsIt(boolean restart) throws IOException {
        fill(12, 8);
        BlockId tortoise = person.id("Number 3 ");
        empties();
        if (restart) {
            memory.reopen();
        }
        assertThat(isHeld()).isTrue();
        assertThat(memory.workspace().read().status().held().orElseThrow().gone())
                .isEqualTo(12);
        assertThat(memory.workspace().read().status().held().orElseThrow().before())
                .isEqualTo(20);
        assertThat(person.problems()).anyMatch(found -> found.startsWith("MASS_DELETION_HELD"));
        assertThat(person.finds("tortoise")).isNotEmpty();
        assertThat(memory.workspace().read().block(tortoise).markdown()).contains("Number 3 is a tortoise.");
        assertThat(memory.workspace().history().why(tortoise).path().value()).isEqualTo(path(3));
        MemoryAssertions.assertThat(memory).hasBlocks(20);
        int told = memory.events().of(OutsideEditHeld.class).size();
        assertThat(told).as("once in each process").isBetween(1, restart ? 2 : 1);

        person.settles();
        person.settles();
        assertThat(person.text("topics/unrelated.md")).isNotEmpty();
        assertThat(person.adoptions()).isEmpty();
        assertThat(isHeld()).isTrue();
        assertThat(memory.events().of(OutsideEditHeld.class)).hasSize(told);
        assertThat(catchThrowableOfType(MemoryException.class, () -> person.adds("No.", path(3)))
                        .code())
                .isEqualTo(ErrorCode.CONCURRENT_UPDATE);

        returns();
        assertThat(isHeld()).isFalse();
        assertThat(person.unadopted()).isEmpty();
        assertThat(person.adoptions()).isEmpty();
        MemoryAssertions.assertThat(memory).hasNoProblems();
        assertThat(person.id("Number 3 ")).isEqualTo(tortoise);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void acceptingTakesItOver(boolean restart) throws IOException {
        fill(12, 8);
        List<BlockId> ids = IntStream.range(0, 12)
                .mapToObj(i -> person.id("Number " + i + " "))
                .toList();
        empties();
        assertThat(isHeld()).isTrue();
        if (restart) {
            memory.reopen();
            assertThat(isHeld()).isTrue();
        }
        assertThat(memory.workspace().maintain().accept()).isTrue();
        assertThat(isHeld()).isFalse();
        assertThat(person.adoptions())
                .singleElement()
                .satisfies(message -> ids.forEach(id -> assertThat(message).contains("^" + id)));
        assertThat(person.told())
                .singleElement()
                .satisfies(event -> assertThat(event.removed()).containsExactlyInAnyOrderElementsOf(ids));
        assertThat(person.finds("tortoise")).noneMatch(text -> text.contains("Number"));
        MemoryAssertions.assertThat(memory).hasNoProblems().hasBlocks(8);
        assertThat(memory.workspace().maintain().accept()).isFalse();
    }

    /** More than 25 % and more than 10. */
    @ParameterizedTest
    @CsvSource({"10, 0, false", "10, 5, false", "11, 33, false", "11, 32, true", "11, 0, true", "1, 0, false"})
    void theBorders(int gone, int others, boolean held) {
        fill(gone, Math.max(others, 0));
        if (others == 0) {
            person.removes(KEPT);
        }
        for (int i = 0; i < gone; i++) {
            person.removes(path(i));
        }
        assertThat(isHeld()).isEqualTo(held);
        if (held) {
            memory.workspace().maintain().accept();
        } else {
            person.settles();
            assertThat(person.told()).isNotEmpty();
        }
        MemoryAssertions.assertThat(memory).hasNoProblems();
    }

    /** The same, where the blocks go from within a file. */
    @Test
    void aFileThatIsSavedEmptyIsHeldToo() {
        fill(1, 15);
        String full = person.text(KEPT);
        person.saves(KEPT, "");
        person.restricts(KEPT);
        assertThat(isHeld()).isTrue();
        assertThat(person.finds("lamp")).isNotEmpty();
        person.settles();
        assertThat(person.text(KEPT)).isEmpty();
        person.saves(KEPT, full);
        person.restricts(KEPT);
        assertThat(isHeld()).isFalse();
        assertThat(person.adoptions()).isEmpty();
        MemoryAssertions.assertThat(memory).hasNoProblems();
    }

    /** Nobody can creep below the threshold one file at a look. */
    @Test
    void aFolderThatGoesFileByFileIsHeldAsSoonAsItIsTooMuch() {
        fill(12, 0);
        for (int i = 0; i < 12; i++) {
            person.removes(path(i));
            person.looks();
        }
        assertThat(isHeld()).isTrue();
        memory.workspace().maintain().accept();
    }

    /** What others write meanwhile makes the share smaller, and the loss no more meant. */
    @Test
    void writingOtherTopicsDoesNotEndTheHold() throws IOException {
        fill(12, 30);
        empties();
        assertThat(isHeld()).isTrue();
        for (int i = 0; i < 10; i++) {
            person.adds("Another " + i + ".", "topics/other.md");
        }
        person.settles();
        person.settles();
        assertThat(isHeld()).isTrue();
        assertThat(person.adoptions()).isEmpty();
        returns();
        assertThat(isHeld()).isFalse();
        MemoryAssertions.assertThat(memory).hasNoProblems();
    }

    /** What is known is known from history when nothing else says it. */
    @Test
    void anEmptiedFolderIsHeldWithoutACatalogueToo() throws IOException {
        fill(12, 8);
        memory.close();
        Files.deleteIfExists(person.file(".scriptorium/catalogue"));
        Files.deleteIfExists(person.file(".scriptorium/catalogue.log"));
        empties();
        memory.open();
        assertThat(isHeld()).isTrue();
        assertThat(person.finds("tortoise")).isNotEmpty();
        returns();
        assertThat(isHeld()).isFalse();
    }

    @Test
    void otherEditsWaitMeanwhileAndAreNotLost() throws IOException {
        fill(12, 8);
        empties();
        assertThat(isHeld()).isTrue();
        person.saves("topics/new.md", "# New\n\n" + block("A parrot named Olga.", "e1"));
        person.settles();
        assertThat(person.text("topics/new.md")).contains("Olga");
        returns();
        person.settles();
        MemoryAssertions.assertThat(memory).hasNoProblems().hasBlock("Olga");
    }

    @Test
    void withoutHistoryTheSameProcessStillServesIt() throws IOException {
        memory.close();
        memory.open(settings -> settings.history(false));
        fill(12, 8);
        person.finds("tortoise");
        empties();
        assertThat(isHeld()).isTrue();
        assertThat(person.finds("tortoise")).isNotEmpty();
        person.adds("Something.", "topics/other.md");
        returns();
        assertThat(isHeld()).isFalse();
        MemoryAssertions.assertThat(memory).hasNoProblems().hasBlocks(21);
        memory.handEdited();
    }

    /** What cannot be served any more cannot be asked back from anybody either: writing goes on. */
    @Test
    void withoutHistoryAnotherProcessSaysSoAndGoesOn() throws IOException {
        memory.close();
        memory.open(settings -> settings.history(false));
        fill(12, 8);
        memory.close();
        empties();
        memory.open(settings -> settings.history(false));
        assertThat(isHeld()).isTrue();
        person.adds("Something.", "topics/other.md");
        person.settles();
        assertThat(Stream.of("topics/other.md", "topics/unrelated.md").map(person::text))
                .noneMatch(String::isEmpty);
        returns();
        assertThat(isHeld()).isFalse();
        memory.handEdited();
    }

    /** What is written meanwhile makes the share smaller; a restart must not end what was held. */
    @Test
    void aHoldSurvivesARestartThoughMuchHasBeenWrittenSince() throws IOException {
        fill(12, 8);
        empties();
        assertThat(isHeld()).isTrue();
        for (int i = 0; i < 40; i++) {
            person.adds("Another thing " + i + " was told.", "topics/later.md");
        }
        assertThat(isHeld()).isTrue();
        memory.reopen();
        assertThat(isHeld()).isTrue();
        person.settles();
        person.settles();
        assertThat(isHeld()).isTrue();
        assertThat(person.adoptions()).isEmpty();
        returns();
        assertThat(isHeld()).isFalse();
        memory.reopen();
        assertThat(isHeld()).isFalse();
        MemoryAssertions.assertThat(memory).hasNoProblems();
    }
}
