package dev.scriptorium.memory.testkit.outside;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static dev.scriptorium.memory.testkit.outside.Person.M;
import static dev.scriptorium.memory.testkit.outside.Person.N;
import static dev.scriptorium.memory.testkit.outside.Person.block;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.event.OutsideEditQuarantined;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** D13: one bad file harms only itself, and its last good version serves. */
@ExtendWith(WorkspaceExtension.class)
class QuarantineTests {
    private TemporaryWorkspace memory;
    private Person person;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace;
        person = Person.at(workspace);
        person.writes(M, "# M\n\n" + block("The cat is grey.", "x") + "\n" + block("The house is old.", "y"));
        person.writes(
                N,
                "# N\n\nThe boat is red, see [that](m.md#^" + person.id("cat") + ").[^x]\n\n"
                        + "[^x]: Time: `undated`; Sources: [said](local/s/u1)\n");
    }

    /** What somebody may do to a topic, and the rule that it breaks. */
    enum Bad {
        UNCITED("uncited-prose") {
            @Override
            byte[] of(String good) {
                return utf8(good + "\nNobody said this.\n");
            }
        },
        UNDEFINED("citation-undefined") {
            @Override
            byte[] of(String good) {
                return utf8(good + "\nThis is said.[^nowhere]\n");
            }
        },
        DANGLING("dangling-link") {
            @Override
            byte[] of(String good) {
                return utf8(good + "\n" + block("See [that](n.md#^00000000).", "e1"));
            }
        },
        UNRESOLVABLE("source-unresolvable") {
            @Override
            byte[] of(String good) {
                return utf8(good + "\n" + block("They said so.", "e1").replace(Person.U1, "local/s/never"));
            }
        },
        NOT_UTF_8("encoding") {
            @Override
            byte[] of(String good) {
                byte[] bytes = utf8(good);
                byte[] broken = Arrays.copyOf(bytes, bytes.length + 2);
                broken[bytes.length] = (byte) 0xe9;
                broken[bytes.length + 1] = '\n';
                return broken;
            }
        },
        DOUBLED("duplicate-id") {
            @Override
            byte[] of(String good) {
                String id = good.substring(good.indexOf(" ^"), good.indexOf('\n', good.indexOf(" ^")));
                return utf8(good + "\n" + block("The dog is brown.", "e1").replaceFirst("\n", id + "\n"));
            }
        },
        LARGE("limit") {
            @Override
            byte[] of(String good) {
                StringBuilder much = new StringBuilder(good);
                for (int i = 0; much.length() <= 1 << 20; i++) {
                    much.append('\n').append(block("Line ".repeat(200) + i, "e" + i));
                }
                return utf8(much.toString());
            }
        };

        private final String rule;

        Bad(String rule) {
            this.rule = rule;
        }

        abstract byte[] of(String good);

        static byte[] utf8(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
    }

    private List<String> rules() {
        return memory.workspace().read().status().quarantined().stream()
                .filter(violation -> violation.path().equals(M))
                .map(Violation::rule)
                .toList();
    }

    @ParameterizedTest
    @EnumSource(Bad.class)
    void theLastGoodVersionServesUntilItIsMended(Bad bad) {
        String good = person.text(M);
        person.saves(M, bad.of(good.replace("grey", "blue")));
        person.restricts(M);
        for (boolean again : new boolean[] {false, true}) {
            if (again) {
                memory.reopen();
            }
            assertThat(person.finds("cat")).as("again " + again).anyMatch(text -> text.contains("cat is grey"));
            assertThat(rules()).contains(bad.rule);
            assertThat(memory.workspace().read().block(person.id("cat")).markdown())
                    .contains("grey");
            assertThat(person.problems()).anyMatch(found -> found.contains(M));
            assertThat(person.problems()).noneMatch(found -> found.contains(N));
        }

        // Writers and updates leave it alone; other files are not harmed.
        byte[] theirs = bad.of(good.replace("grey", "blue"));
        MemoryException refusal = catchThrowableOfType(MemoryException.class, () -> person.adds("No.", M));
        assertThat(refusal).isNotNull();
        assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_TOPIC_FORMAT);
        assertThat(refusal).hasMessageContaining(M);
        person.settles();
        person.adds("The boat has a mast.", N);
        person.saves("topics/other.md", "# Other\n\n" + block("A parrot named Olga.", "e1"));
        person.settles();
        MemoryAssertions.assertThat(memory).hasBlock("Olga").and().hasBlock("mast");
        assertThat(person.file(M)).hasBinaryContent(theirs);
        assertThat(memory.events().of(OutsideEditQuarantined.class))
                .filteredOn(event -> event.path().equals(M))
                .as("once in each process")
                .hasSizeBetween(1, 2)
                .allSatisfy(event -> assertThat(event.path()).isEqualTo(M));

        person.saves(M, good.replace("grey", "green"));
        assertThat(person.finds("cat")).anyMatch(text -> text.contains("green"));
        assertThat(rules()).isEmpty();
        person.adds("The garden is wild.", M);
        MemoryAssertions.assertThat(memory)
                .hasNoProblems()
                .hasBlock("green")
                .and()
                .hasBlock("garden");
    }

    @Test
    void itIsToldOnceAndNotAtEachLook() {
        person.saves(M, Bad.UNCITED.of(person.text(M)));
        person.restricts(M);
        for (int i = 0; i < 3; i++) {
            person.looks();
            person.waits();
            person.adds("Thing " + i + ".", "topics/other.md");
        }
        assertThat(memory.events().of(OutsideEditQuarantined.class))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.path()).isEqualTo(M);
                    assertThat(event.rule()).isEqualTo("uncited-prose");
                    assertThat(event.line()).isPositive();
                });
        person.saves(M, memoryOf(M));
        person.restricts(M);
    }

    private String memoryOf(String path) {
        // The bad version added one paragraph at its end.
        return person.text(path).replace("\nNobody said this.\n", "");
    }

    /** A link to a block that somebody removes: the file that removes it is the one in the wrong. */
    @Test
    void aBlockThatIsLinkedToCannotBeRemovedUnseen() {
        String good = person.text(M);
        person.saves(M, good.substring(0, good.indexOf("The cat")) + good.substring(good.indexOf("The house")));
        person.restricts(M);
        person.settles();
        person.settles();
        assertThat(memory.workspace().read().status().quarantined()).isNotEmpty();
        MemoryAssertions.assertThat(memory).hasBlock("The cat");
        person.adds("The boat has a mast.", N);
        person.saves(M, good);
        person.restricts(M);
        MemoryAssertions.assertThat(memory).hasNoProblems();
    }

    @Test
    void aWriterLeavesTheFileAlone() {
        memory.use(ScriptedTopicWriter.of()).reopen();
        person.adds("There is more.", ScriptedTopicWriter.TOPIC);
        String good = person.text(ScriptedTopicWriter.TOPIC);
        byte[] bad = Bad.UNCITED.of(good);
        person.saves(ScriptedTopicWriter.TOPIC, bad);
        person.restricts(ScriptedTopicWriter.TOPIC);
        assertThat(memory.write("s")).isPresent();
        assertThat(person.file(ScriptedTopicWriter.TOPIC)).hasBinaryContent(bad);
        assertThat(memory.written("s")).isEmpty();
        person.saves(ScriptedTopicWriter.TOPIC, good);
        person.restricts(ScriptedTopicWriter.TOPIC);
        memory.clock().advance(java.time.Duration.ofHours(25));
        assertThatWrite(memory.write("s")).succeeded();
    }

    /** Nothing but the history keeps what a save replaced, so without one it is named, and mending it is all. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void withoutHistoryItIsNamedAndMendingItEndsIt(boolean restart) {
        memory.close();
        memory.open(settings -> settings.history(false));
        String good = person.text(M);
        BlockId cat = person.id("The cat");
        person.adds("A word.", "topics/other.md");
        person.saves(M, Bad.UNCITED.of(good));
        person.restricts(M);
        if (restart) {
            memory.close();
            memory.open(settings -> settings.history(false));
        }
        assertThat(rules()).contains("uncited-prose");
        person.settles();
        person.saves(M, good);
        person.restricts(M);
        assertThat(person.finds("cat")).anyMatch(text -> text.contains("grey"));
        person.settles();
        assertThat(rules()).isEmpty();
        assertThat(person.id("The cat")).isEqualTo(cat);
        MemoryAssertions.assertThat(memory).hasNoProblems();
        memory.handEdited();
    }

    @Test
    void withoutHistoryTheLastGoodVersionServesToo() {
        memory.close();
        memory.open(settings -> settings.history(false));
        String good = person.text(M);
        assertThat(person.finds("cat")).isNotEmpty();
        person.saves(M, Bad.UNCITED.of(good));
        person.restricts(M);
        assertThat(rules()).contains("uncited-prose");
        assertThat(person.finds("cat")).anyMatch(text -> text.contains("grey"));
        person.saves(M, good);
        person.restricts(M);
        memory.handEdited();
    }

    @Test
    void aNewFileThatBreaksARuleIsNamedAndHarmsNobody() {
        person.saves("topics/new.md", "# New\n\nNobody said this.\n");
        person.restricts("topics/new.md");
        person.settles();
        assertThat(memory.workspace().read().status().quarantined())
                .extracting(Violation::path)
                .containsOnly("topics/new.md");
        MemoryAssertions.assertThat(memory).hasNoBlock("Nobody said");
        person.removes("topics/new.md");
        person.looks();
        MemoryAssertions.assertThat(memory).hasNoProblems();
        assertThat(person.adoptions()).isEmpty();
    }

    /** Many people commit whatever there is, every evening. */
    @Test
    void theLastGoodVersionServesAfterAPersonCommittedTheBrokenOne() throws Exception {
        String good = person.text(M);
        person.rewrites(M, new String(Bad.UNCITED.of(good), StandardCharsets.UTF_8));
        person.restricts(M);
        person.git("add", "topics");
        person.git("commit", "-m", "evening");
        memory.reopen();
        assertThat(rules()).contains("uncited-prose");
        assertThat(person.finds("cat")).anyMatch(text -> text.contains("grey"));
        person.adds("Something else was told.", "topics/unrelated.md");
        person.rewrites("topics/mine.md", "words without a source");
        person.restricts("topics/mine.md");
        person.git("add", "topics");
        person.git("commit", "-m", "another evening");
        memory.reopen();
        assertThat(person.finds("cat")).anyMatch(text -> text.contains("grey"));
        person.removes("topics/mine.md");
        person.rewrites(M, good);
        person.restricts(M);
        person.settles();
        assertThat(rules()).isEmpty();
        MemoryAssertions.assertThat(memory).hasNoProblems();
        memory.handEdited();
    }
}
