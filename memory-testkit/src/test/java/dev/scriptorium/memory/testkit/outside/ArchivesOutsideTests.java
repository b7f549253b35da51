package dev.scriptorium.memory.testkit.outside;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static dev.scriptorium.memory.testkit.outside.Person.M;
import static dev.scriptorium.memory.testkit.outside.Person.block;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.session.InMemorySession;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives that somebody put in place, added to, changed, cut or took away. */
@ExtendWith(WorkspaceExtension.class)
class ArchivesOutsideTests {
    private TemporaryWorkspace memory;
    private Person person;
    private String archive;
    /** The archive of another session, and the same after one more turn, as another machine made them. */
    private String other;

    private byte[] first;
    private byte[] longer;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) throws IOException {
        memory = workspace;
        elsewhere();
        person = Person.at(workspace);
        person.writes(M, "# M\n\n" + block("The cat is grey.", "x"));
        archive = archives().get(0);
    }

    private List<String> archives() {
        return memory.workspace().read().list("sources").stream()
                .map(file -> file.path())
                .filter(path -> path.startsWith("sources/"))
                .toList();
    }

    private void elsewhere() throws IOException {
        TemporaryWorkspace machine = TemporaryWorkspace.create();
        try {
            InMemorySession session = machine.store().session("t").say("v1", "I keep bees on the roof.");
            machine.backend().extractBeforeDiscard(DiscardRequest.of(session.id(), session.turns()));
            other = machine.workspace().read().list("sources").get(0).path();
            first = Files.readAllBytes(machine.directory().resolve(other));
            session.say("v2", "I sold the telescope.");
            machine.backend().extractBeforeDiscard(DiscardRequest.of(session.id(), session.turns()));
            longer = Files.readAllBytes(machine.directory().resolve(other));
        } finally {
            machine.delete();
        }
        assertThat(Arrays.copyOf(longer, first.length)).isEqualTo(first);
    }

    private void puts(String path, byte[] bytes) {
        person.saves(path, bytes);
        person.restricts(path);
    }

    private byte[] bytes(String path) {
        try {
            return Files.readAllBytes(person.file(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void cites(String path, String words, String ref) {
        person.writes(path, "# Bees\n\n" + block(words, "x").replace(Person.U1, ref));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aNewArchiveAndThenALongerOneAreAdopted(boolean whileOpen) {
        if (!whileOpen) {
            memory.close();
        }
        puts(other, first);
        if (!whileOpen) {
            memory.open();
        }
        MemoryAssertions.assertThat(memory).hasArchived(3);
        assertThat(person.finds("bees roof")).isNotEmpty();
        person.settles();
        assertThat(person.problems()).isEmpty();
        cites("topics/bees.md", "There are bees.", "local/t/v1");

        if (!whileOpen) {
            memory.close();
        }
        puts(other, longer);
        if (!whileOpen) {
            memory.open();
        }
        MemoryAssertions.assertThat(memory).hasArchived(4);
        assertThat(person.finds("telescope")).isNotEmpty();
        person.settles();
        cites("topics/telescope.md", "The telescope is sold.", "local/t/v2");
        assertThat(bytes(other)).isEqualTo(longer);
        assertThat(person.problems()).isEmpty();
        assertThat(person.check()).noneMatch(found -> found.startsWith("EDIT_NOT_ADOPTED"));
        assertThat(person.told())
                .hasSize(2)
                .allSatisfy(event -> assertThat(event.paths()).containsExactly(other));
    }

    private byte[] changed(String how, byte[] bytes) {
        return switch (how) {
            case "changed" ->
                new String(bytes, StandardCharsets.UTF_8)
                        .replace("Lisbon", "London")
                        .getBytes(StandardCharsets.UTF_8);
            case "shortened" -> Arrays.copyOf(bytes, bytes.length - 5);
            case "emptied" -> new byte[0];
            default -> throw new IllegalArgumentException(how);
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"changed", "shortened", "emptied"})
    void whatIsNotWhatWasWrittenIsNamedAndItsTopicsServe(String how) {
        byte[] before = bytes(archive);
        puts(archive, changed(how, before));
        for (boolean again : new boolean[] {false, true}) {
            if (again) {
                memory.reopen();
            }
            assertThat(person.problems()).anyMatch(found -> found.startsWith("SOURCE_MODIFIED " + archive));
            assertThat(person.finds("cat")).anyMatch(text -> text.contains("grey"));
            MemoryAssertions.assertThat(memory).hasBlock("The cat is grey").quoting("Lisbon");
            MemoryAssertions.assertThat(memory).hasArchived(2);
        }
        person.settles();
        person.settles();
        assertThat(bytes(archive)).isEqualTo(changed(how, before));
        assertThat(person.adoptions()).isEmpty();

        memory.store().session("s").say("u3", "I like tea.");
        InMemorySession session = memory.store().session("s");
        MemoryException refusal = catchThrowableOfType(
                MemoryException.class,
                () -> memory.backend().extractBeforeDiscard(DiscardRequest.of(session.id(), session.turns())));
        if (refusal != null) {
            assertThat(refusal.code()).isEqualTo(ErrorCode.SOURCE_MODIFIED);
        }
        assertThat(memory.write("s")).isPresent();
        assertThat(bytes(archive)).isEqualTo(changed(how, before));

        puts(archive, before);
        assertThat(person.problems()).isEmpty();
        memory.clock().advance(java.time.Duration.ofHours(25));
        assertThatWrite(memory.write("s")).succeeded();
    }

    @Test
    void aChangedArchiveIsTakenWhenSomebodySaysSo() {
        puts(archive, changed("changed", bytes(archive)));
        person.looks();
        assertThat(memory.workspace().maintain().accept()).isTrue();
        assertThat(person.problems()).isEmpty();
        MemoryAssertions.assertThat(memory).hasBlock("The cat is grey").quoting("London");
        memory.store().session("s").say("u3", "I like tea.");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRemovedArchiveIsNamedAndItsTopicsServe(boolean restart) {
        byte[] before = bytes(archive);
        person.removes(archive);
        if (restart) {
            memory.reopen();
        }
        assertThat(person.problems()).anyMatch(found -> found.contains(archive));
        assertThat(person.finds("cat")).anyMatch(text -> text.contains("grey"));
        person.waits();
        person.looks();
        assertThat(person.adoptions()).isEmpty();
        MemoryAssertions.assertThat(memory).hasBlocks(1);
        puts(archive, before);
        person.settles();
        assertThat(person.problems()).isEmpty();
        assertThat(memory.workspace().read().status().turnsArchived()).isEqualTo(2);
        assertThat(Optional.of(bytes(archive))).contains(before);
    }
}
