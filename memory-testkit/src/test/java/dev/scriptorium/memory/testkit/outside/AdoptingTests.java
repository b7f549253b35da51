package dev.scriptorium.memory.testkit.outside;

import static dev.scriptorium.memory.testkit.outside.Person.M;
import static dev.scriptorium.memory.testkit.outside.Person.N;
import static dev.scriptorium.memory.testkit.outside.Person.block;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What people did becomes part of the memory once it has been left alone, and by one commit. */
@ExtendWith(WorkspaceExtension.class)
class AdoptingTests {
    private TemporaryWorkspace memory;
    private Person person;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace;
        person = Person.at(workspace);
        person.writes(M, "# M\n\n" + block("The cat is grey.", "x") + "\n" + block("The house is old.", "y"));
        person.writes(N, "# N\n\n" + block("The boat is red.", "x"));
    }

    @Test
    void anEditIsAdoptedOnceItHasBeenLeftAlone() {
        String typed = person.text(M) + "\n" + block("A parrot named Olga.", "e1");
        person.saves(M, typed);
        person.looks();
        memory.clock().advance(Duration.ofSeconds(9));
        person.adds("Something.", "topics/other.md");
        assertThat(person.text(M)).as("not touched before it is settled").isEqualTo(typed);
        assertThat(person.adoptions()).isEmpty();

        memory.clock().advance(Duration.ofSeconds(2));
        person.adds("Something more.", "topics/other.md");

        assertThat(person.adoptions()).containsExactly("memory: outside edit of " + M);
        assertThat(person.told()).singleElement().satisfies(event -> {
            assertThat(event.paths()).containsExactly(M);
            assertThat(event.removed()).isEmpty();
        });
        assertThat(person.text(M)).containsPattern("Olga\\.\\[\\^e[0-9a-z-]*\\] \\^[0-9a-f]{8}");
        assertThat(person.unadopted()).isEmpty();
        MemoryAssertions.assertThat(memory).hasNoProblems().hasBlock("Olga").citing(Person.U1);
        assertThat(person.check()).noneMatch(found -> found.startsWith("EDIT_NOT_ADOPTED"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCanonicalFileKeepsBytesAndInode(boolean history) {
        memory.close();
        memory.open(settings -> settings.history(history));
        String typed = person.text(M).replace("grey", "blue");
        person.saves(M, typed);
        person.restricts(M);
        long inode = person.inode(M);
        person.settles();
        assertThat(person.unadopted()).isEmpty();
        assertThat(person.text(M)).isEqualTo(typed);
        assertThat(person.inode(M)).isEqualTo(inode);
        assertThat(person.told()).hasSize(1);
        MemoryAssertions.assertThat(memory).hasNoProblems();
        if (!history) {
            // A later look with a history finds what no commit holds.
            memory.handEdited();
        }
    }

    /** D16: 0600, always, whoever made the file. */
    @Test
    void anAdoptedFileIsItsOwnersOnly() throws IOException {
        person.saves(M, person.text(M).replace("grey", "blue"));
        Files.setPosixFilePermissions(person.file(M), PosixFilePermissions.fromString("rw-r--r--"));
        person.settles();
        assertThat(person.adoptions()).hasSize(1);
        assertThat(person.check()).noneMatch(found -> found.startsWith("MODE"));
    }

    @Test
    void aTransactionThatNeedsTheFileAdoptsItAtOnce() {
        person.saves(M, person.text(M).replace("grey", "blue"));
        person.adds("The garden is wild.", M);
        assertThat(person.text(M)).contains("blue", "The garden is wild.");
        assertThat(person.adoptions()).hasSize(1);
        assertThat(person.unadopted()).isEmpty();
    }

    @Test
    void aTransactionWaitsWhereBlocksVanish() {
        String full = person.text(M);
        String half = full.substring(0, full.indexOf("The house")).stripTrailing() + "\n";
        person.saves(M, half);
        person.restricts(M);
        person.looks();
        ByteSnapshot before = memory.bytes().without(".scriptorium");
        MemoryException refusal =
                catchThrowableOfType(MemoryException.class, () -> person.adds("The garden is wild.", M));
        assertThat(refusal).isNotNull();
        assertThat(refusal.code()).isEqualTo(ErrorCode.CONCURRENT_UPDATE);
        MemoryAssertions.assertThat(memory.bytes().without(".scriptorium")).isUnchangedSince(before);

        person.waits();
        person.adds("The garden is wild.", M);
        assertThat(person.text(M)).contains("garden").doesNotContain("The house");
        assertThat(person.adoptions()).singleElement().asString().contains("removed ^");
        MemoryAssertions.assertThat(memory).hasNoProblems();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aMovedParagraphKeepsItsId(boolean sourceFirst) {
        BlockId house = person.id("house");
        String m = person.text(M);
        String moved = m.substring(m.indexOf("The house")).strip() + "\n";
        String rest = m.substring(0, m.indexOf("The house")).stripTrailing() + "\n";
        String target = person.text(N) + "\n" + moved;
        if (sourceFirst) {
            person.saves(M, rest);
            person.looks();
            memory.clock().advance(Duration.ofSeconds(3));
            person.saves(N, target);
        } else {
            person.saves(N, target);
            person.looks();
            memory.clock().advance(Duration.ofSeconds(3));
            person.saves(M, rest);
        }
        person.restricts(M);
        person.restricts(N);
        person.settles();

        assertThat(person.unadopted()).isEmpty();
        assertThat(person.id("house")).isEqualTo(house);
        MemoryAssertions.assertThat(memory)
                .hasNoProblems()
                .hasBlock("The house")
                .inTopic(N);
        assertThat(person.told())
                .allSatisfy(event -> assertThat(event.removed()).isEmpty());
    }

    /** Half of a move has been left alone for long, and the other half has just been saved. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aMoveIsAdoptedAsAWhole(boolean sourceFirst) {
        BlockId house = person.id("house");
        String m = person.text(M);
        String rest = m.substring(0, m.indexOf("The house")).stripTrailing() + "\n";
        String target =
                person.text(N) + "\n" + m.substring(m.indexOf("The house")).strip() + "\n";
        person.saves(sourceFirst ? M : N, sourceFirst ? rest : target);
        person.restricts(sourceFirst ? M : N);
        person.looks();
        person.waits();
        person.saves(sourceFirst ? N : M, sourceFirst ? target : rest);
        person.restricts(sourceFirst ? N : M);

        person.adds("Something.", "topics/other.md");
        assertThat(person.told()).isEmpty();
        assertThat(person.id("house")).isEqualTo(house);
        person.settles();

        assertThat(person.told()).singleElement().satisfies(event -> {
            assertThat(event.paths()).containsExactly(M, N);
            assertThat(event.removed()).isEmpty();
        });
        assertThat(person.id("house")).isEqualTo(house);
        MemoryAssertions.assertThat(memory)
                .hasNoProblems()
                .hasBlock("The house")
                .inTopic(N);
    }

    /** The same, where a transaction needs one of the two files. */
    @ParameterizedTest
    @ValueSource(strings = {M, N})
    void aMoveIsAdoptedAsAWholeByWhoNeedsHalfOfIt(String needed) {
        BlockId house = person.id("house");
        String m = person.text(M);
        person.saves(
                N, person.text(N) + "\n" + m.substring(m.indexOf("The house")).strip() + "\n");
        person.saves(M, m.substring(0, m.indexOf("The house")).stripTrailing() + "\n");
        person.adds("The garden is wild.", needed);
        assertThat(person.told()).singleElement().satisfies(event -> {
            assertThat(event.paths()).containsExactly(M, N);
            assertThat(event.removed()).isEmpty();
        });
        assertThat(person.id("house")).isEqualTo(house);
        MemoryAssertions.assertThat(memory)
                .hasNoProblems()
                .hasBlock("The house")
                .inTopic(N);
    }

    /** A link to a block that is on its way to another file. */
    @Test
    void anUnrelatedTransactionIsNotHinderedByEditsThatHoldOnlyTogether() {
        BlockId house = person.id("house");
        String m = person.text(M);
        person.adds("There is a lamp.", "topics/lamp.md");
        person.saves(
                "topics/lamp.md",
                person.text("topics/lamp.md") + "\n" + block("It stands in [it](n.md#^" + house + ").", "e1"));
        person.looks();
        person.waits();
        person.saves(M, m.substring(0, m.indexOf("The house")).stripTrailing() + "\n");
        person.saves(
                N, person.text(N) + "\n" + m.substring(m.indexOf("The house")).strip() + "\n");
        person.adds("Something.", "topics/other.md");
        person.settles();
        assertThat(person.unadopted()).isEmpty();
        assertThat(person.id("house")).isEqualTo(house);
        MemoryAssertions.assertThat(memory)
                .hasNoProblems()
                .hasBlock("It stands in")
                .inTopic("topics/lamp.md");
    }

    /** The file it was taken from has been quiet for long when the other is saved. */
    @Test
    void aParagraphThatIsMovedSlowlyKeepsItsId() {
        BlockId house = person.id("house");
        String m = person.text(M);
        String moved = m.substring(m.indexOf("The house")).strip() + "\n";
        person.saves(M, m.substring(0, m.indexOf("The house")).stripTrailing() + "\n");
        person.settles();
        person.saves(N, person.text(N) + "\n" + moved);
        person.settles();
        assertThat(person.id("house")).isEqualTo(house);
        MemoryAssertions.assertThat(memory)
                .hasNoProblems()
                .hasBlock("The house")
                .inTopic(N);
    }

    @Test
    void aDeletionIsAdoptedAfterTwoLooksOnly() throws IOException {
        BlockId boat = person.id("boat");
        person.looks();
        person.removes(N);
        Files.setLastModifiedTime(person.file("topics"), java.nio.file.attribute.FileTime.fromMillis(0));
        person.waits();
        person.adds("Something.", "topics/other.md");
        assertThat(person.adoptions()).as("the first look").isEmpty();

        person.waits();
        person.adds("Something more.", "topics/other.md");
        assertThat(person.adoptions()).singleElement().asString().contains(N).contains("removed ^" + boat);
        assertThat(person.told()).singleElement().satisfies(event -> {
            assertThat(event.paths()).containsExactly(N);
            assertThat(event.removed()).containsExactly(boat);
        });
        MemoryAssertions.assertThat(memory).hasNoProblems().hasNoBlock("boat");
    }

    @Test
    void aDeletedParagraphComesBackWithItsId() {
        BlockId house = person.id("house");
        String full = person.text(M);
        person.saves(M, full.substring(0, full.indexOf("The house")).stripTrailing() + "\n");
        person.settles();
        MemoryAssertions.assertThat(memory).hasNoBlock("house");
        person.saves(M, full);
        person.settles();
        assertThat(person.id("house")).isEqualTo(house);
        assertThat(person.text(M)).isEqualTo(full);
    }

    @Test
    void inventedIdsAreRemoved() {
        person.saves(
                M,
                person.text(M)
                        + "\nA parrot named Olga.[^e1] ^deadbeef\n\n[^e1]: Time: `undated`; Sources: [said](local/s/u1)\n");
        person.settles();
        assertThat(person.text(M)).contains("Olga").doesNotContain("deadbeef");
        assertThat(person.id("Olga").value()).isNotEqualTo("deadbeef");
    }

    @Test
    void aFileWithoutAnyRecordIsLeftAsItIsAndIsNoTopic() {
        String draft = "# A draft\n\n## To do\n";
        person.saves("topics/draft.md", draft);
        person.restricts("topics/draft.md");
        int topics = memory.workspace().read().status().topics();
        person.settles();
        person.settles();
        assertThat(person.text("topics/draft.md")).isEqualTo(draft);
        assertThat(person.adoptions()).isEmpty();
        assertThat(person.told()).isEmpty();
        assertThat(memory.workspace().read().status().topics()).isEqualTo(topics + 1);
        assertThat(person.problems()).isEmpty();

        person.saves("topics/draft.md", draft + "\n" + block("Buy a lamp.", "e1"));
        person.settles();
        MemoryAssertions.assertThat(memory)
                .hasNoProblems()
                .hasBlock("Buy a lamp")
                .inTopic("topics/draft.md");
    }

    @Test
    void anEditMadeWhileNobodyRanIsAdopted() {
        memory.close();
        person.saves(M, person.text(M).replace("grey", "blue") + "\n" + block("A parrot named Olga.", "e1"));
        person.restricts(M);
        person.leftLongAgo(M);
        memory.open();
        assertThat(person.finds("parrot")).isNotEmpty();
        person.adds("Something.", "topics/other.md");
        assertThat(person.adoptions()).containsExactly("memory: outside edit of " + M);
        MemoryAssertions.assertThat(memory).hasNoProblems().hasBlock("Olga");
        assertThat(person.check()).noneMatch(found -> found.startsWith("EDIT_NOT_ADOPTED"));
    }

    /** A last good version that nobody can read any more is no reason to refuse what somebody else writes. */
    @ParameterizedTest
    @ValueSource(strings = {M, "topics/other.md"})
    void withoutHistoryAnEditOfAFileThatNobodyHasReadIsAdoptedToo(String written) {
        memory.close();
        memory.open(settings -> settings.history(false));
        BlockId cat = person.id("cat");
        BlockId house = person.id("house");
        memory.close();
        String full = person.text(M);
        person.saves(M, full.substring(0, full.indexOf("The house")).stripTrailing() + "\n");
        person.restricts(M);
        memory.open(settings -> settings.history(false));
        person.settles();
        person.adds("Something.", written);
        assertThat(person.id("cat")).isEqualTo(cat);
        assertThat(person.told()).singleElement().satisfies(event -> {
            assertThat(event.paths()).containsExactly(M);
            assertThat(event.removed()).containsExactly(house);
        });
        MemoryAssertions.assertThat(memory).hasNoProblems().hasNoBlock("house");
        memory.handEdited();
    }

    /** Short-lived processes, as of a command line: each looks once. */
    @Test
    void aDeletionIsAdoptedOverProcesses() {
        memory.close();
        person.removes(N);
        memory.open();
        person.looks();
        memory.close();
        person.waits();
        memory.open();
        person.adds("Something.", "topics/other.md");
        MemoryAssertions.assertThat(memory).hasNoProblems().hasNoBlock("boat");
        assertThat(person.adoptions()).hasSize(1);
    }

    @Test
    void anEditThatIsTakenBackIsForgotten() {
        String full = person.text(M);
        person.saves(M, full.replace("grey", "blue"));
        person.looks();
        person.saves(M, full);
        person.restricts(M);
        person.settles();
        assertThat(person.adoptions()).isEmpty();
        assertThat(person.told()).isEmpty();
        assertThat(person.finds("cat")).anyMatch(text -> text.contains("grey"));
    }

    @Test
    void aRenamedFileKeepsItsIds() throws IOException {
        BlockId boat = person.id("boat");
        Files.move(person.file(N), person.file("topics/boats.md"));
        person.settles();
        person.settles();
        assertThat(person.id("boat")).isEqualTo(boat);
        MemoryAssertions.assertThat(memory).hasNoProblems().hasBlock("boat").inTopic("topics/boats.md");
        assertThat(person.told())
                .allSatisfy(event -> assertThat(event.removed()).isEmpty());
        assertThat(person.unadopted()).isEmpty();
    }

    @Test
    void aRefusedChangeAdoptsNothing() {
        person.saves(M, person.text(M).replace("grey", "blue"));
        person.restricts(M);
        person.looks();
        ByteSnapshot before = memory.bytes();
        assertThat(catchThrowableOfType(MemoryException.class, () -> person.writes(M, "# M\n\nNo source.\n")))
                .isNotNull();
        MemoryAssertions.assertThat(memory.bytes()).isUnchangedSince(before);
        person.settles();
    }

    @Test
    void theResidentBlockFollowsAnAdoptedMaster() {
        person.writes("topics/core.md", "# Core\n\n" + block("Prefers tea.", "x"));
        person.saves("topics/core.md", person.text("topics/core.md").replace("tea", "coffee"));
        person.settles();
        assertThat(person.text("core.md")).contains("coffee");
        assertThat(person.unadopted()).isEmpty();
        assertThat(person.adoptions()).containsExactly("memory: outside edit of topics/core.md");
        assertThat(memory.workspace().read().status().unadopted()).doesNotContain(new TopicPath("topics/core.md"));
    }

    /** An editor that was open all the time knows nothing of the ids that its paragraphs got meanwhile. */
    @Test
    void aParagraphKeepsItsIdWhenAnEditorSavesTheTextFromBeforeIt() {
        String typed = person.text(M) + "\n" + block("A person wrote this.", "p");
        person.saves(M, typed);
        person.settles();
        String adopted = person.text(M);
        BlockId id = person.id("A person wrote this.");

        person.saves(M, typed.replace("grey", "blue"));
        person.settles();

        assertThat(person.id("A person wrote this.")).isEqualTo(id);
        assertThat(person.text(M)).isEqualTo(adopted.replace("grey", "blue"));
    }
}
