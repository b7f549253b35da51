package dev.scriptorium.memory.testkit.outside;

import static dev.scriptorium.memory.testkit.outside.Person.M;
import static dev.scriptorium.memory.testkit.outside.Person.N;
import static dev.scriptorium.memory.testkit.outside.Person.block;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What editors, file managers and synchronisers do besides saving. */
@ExtendWith(WorkspaceExtension.class)
class HabitsTests {
    private TemporaryWorkspace memory;
    private Person person;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace;
        person = Person.at(workspace);
        person.writes(M, "# M\n\n" + block("The cat is grey.", "x") + "\n" + block("The house is old.", "y"));
        person.writes(N, "# N\n\n" + block("The boat is red.", "x"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"carriage returns", "byte-order mark", "no newline at the end", "blank lines"})
    void otherBytesOfTheSameWordsAreTakenOverOnce(String how) {
        BlockId cat = person.id("cat");
        String text = person.text(M);
        String typed = switch (how) {
            case "carriage returns" -> text.replace("\n", "\r\n");
            case "byte-order mark" -> "\uFEFF" + text;
            case "no newline at the end" -> text.stripTrailing();
            default -> text.replace("# M\n", "# M\n\n\n") + "\n\n";
        };
        person.saves(M, typed);
        person.restricts(M);
        person.settles();
        person.settles();
        assertThat(person.unadopted()).isEmpty();
        assertThat(person.told()).hasSizeLessThanOrEqualTo(1);
        assertThat(person.id("cat")).isEqualTo(cat);
        MemoryAssertions.assertThat(memory).hasNoProblems();
    }

    /** A copy has no right to the ids, whether its name comes before or after, and whatever is typed into the original. */
    @ParameterizedTest
    @ValueSource(strings = {"topics/m copy.md", "topics/z.md", "topics/a.md"})
    void aCopyHarmsNobodyButItself(String copy) {
        BlockId cat = person.id("cat");
        String text = person.text(M);
        person.saves(copy, text);
        person.restricts(copy);
        person.saves(M, text.replace("grey", "blue"));
        person.restricts(M);
        assertThat(memory.workspace().read().status().quarantined())
                .extracting(Violation::path)
                .containsOnly(copy);
        person.settles();
        assertThat(person.text(M)).contains("blue");
        assertThat(memory.workspace().read().status().quarantined())
                .extracting(Violation::path)
                .containsOnly(copy);
        assertThat(memory.workspace().read().block(cat).path().value()).isEqualTo(M);
        MemoryAssertions.assertThat(memory).hasBlock("The cat is blue").inTopic(M);
        person.removes(copy);
        person.looks();
        MemoryAssertions.assertThat(memory).hasNoProblems();
        assertThat(person.told())
                .singleElement()
                .satisfies(event -> assertThat(event.paths()).containsExactly(M));
    }

    /** A file that others link to is renamed by a file manager, which knows nothing of links. */
    @Test
    void aRenamedFileThatOthersLinkToLosesNothing() throws IOException {
        BlockId cat = person.id("cat");
        person.adds("See [it](m.md#^" + cat + ").", "topics/links.md");
        Files.move(person.file(M), person.file("topics/k.md"));
        person.settles();
        person.settles();
        MemoryAssertions.assertThat(memory).hasBlock("The cat is grey").and().hasBlock("See [it]");
        assertThat(person.id("The cat")).isEqualTo(cat);
        person.adds("A word.", "topics/links.md");
        if (!person.unadopted().isEmpty()) {
            Files.move(person.file("topics/k.md"), person.file(M));
        }
        MemoryAssertions.assertThat(memory).hasNoProblems();
    }

    @Test
    void whatEditorsLeaveBesideIsNobodysTopic() {
        for (String beside : new String[] {"m.md~", ".m.md.swp", "#m.md#", "m.md.bak", ".goutputstream-1"}) {
            person.saves("topics/" + beside, "Not a topic.\n");
            person.restricts("topics/" + beside);
        }
        person.settles();
        assertThat(person.unadopted()).isEmpty();
        assertThat(person.problems()).isEmpty();
        MemoryAssertions.assertThat(memory).hasBlocks(4);
    }

    @Test
    void anEditIsTakenOverByOneOfTwoInstances() {
        LocalMemoryBackend one = memory.backend();
        LocalMemoryBackend two = memory.open();
        for (int i = 0; i < 6; i++) {
            person.saves(M, person.text(M) + "\n" + block("Typed " + i + ".", "e1"));
            person.restricts(M);
            one.workspace().read().status();
            two.workspace().read().status();
            person.waits();
            OtherProcess.add(i % 2 == 0 ? one : two, "topics/other.md", "One " + i + ".");
            OtherProcess.add(i % 2 == 0 ? two : one, "topics/other.md", "Two " + i + ".");
            assertThat(person.told()).hasSize(i + 1);
            assertThat(person.adoptions()).hasSize(i + 1);
        }
        assertThat(one.workspace().read().status().unadopted()).isEmpty();
        assertThat(two.workspace().read().status().unadopted()).isEmpty();
        MemoryAssertions.assertThat(memory).hasNoProblems().hasBlock("Typed 5.");
    }

    /** Saved over and over for longer than a file must be left alone: not once in between. */
    @Test
    void whoGoesOnTypingIsNotInterrupted() {
        for (int i = 0; i < 5; i++) {
            String typed = person.text(M) + "\n" + block("Typed " + i + ".", "e" + i);
            person.saves(M, typed);
            person.restricts(M);
            person.looks();
            memory.clock().advance(java.time.Duration.ofSeconds(7));
            person.adds("Thing " + i + ".", "topics/other.md");
            assertThat(person.text(M)).isEqualTo(typed);
        }
        assertThat(person.told()).isEmpty();
        person.settles();
        assertThat(person.told()).hasSize(1);
        MemoryAssertions.assertThat(memory).hasNoProblems().hasBlock("Typed 4.");
    }
}
