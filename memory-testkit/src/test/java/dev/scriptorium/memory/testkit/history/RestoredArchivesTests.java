package dev.scriptorium.memory.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.local.RestoreReport;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.session.InMemorySession;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An archive that somebody spoiled comes back from the history; a whole one is never replaced. */
@ExtendWith(WorkspaceExtension.class)
class RestoredArchivesTests {
    private static final String ARCHIVE = "sources/local/_v2/s.md";

    private TemporaryWorkspace memory;
    private Notebook notes;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace;
        notes = Notebook.in(workspace, 5);
        notes.create("topics/a.md", "One", "The first note.", 0);
    }

    enum Spoiling {
        CHANGED {
            @Override
            byte[] of(byte[] whole) {
                byte[] bytes = whole.clone();
                bytes[bytes.length / 2] ^= 1;
                return bytes;
            }
        },
        CUT {
            @Override
            byte[] of(byte[] whole) {
                return Arrays.copyOf(whole, whole.length / 2);
            }
        },
        EMPTIED {
            @Override
            byte[] of(byte[] whole) {
                return new byte[0];
            }
        };

        abstract byte[] of(byte[] whole);
    }

    private Path archive() {
        return memory.directory().resolve(ARCHIVE);
    }

    @ParameterizedTest
    @EnumSource(Spoiling.class)
    void aSpoiledArchiveComesBackToTheByte(Spoiling spoiling) throws IOException {
        byte[] whole = Files.readAllBytes(archive());
        Files.write(archive(), spoiling.of(whole));
        assertThat(memory.workspace().maintain().check().problems()).isNotEmpty();
        RestoreReport report = notes.restoreFile(notes.head(), ARCHIVE);
        assertThat(report.removed()).isEmpty();
        comesBack(whole);
    }

    @Test
    void aRemovedArchiveComesBackToTheByte() throws IOException {
        byte[] whole = Files.readAllBytes(archive());
        Files.delete(archive());
        memory.workspace().read().status();
        notes.restoreFile(notes.head(), ARCHIVE);
        comesBack(whole);
    }

    private void comesBack(byte[] whole) throws IOException {
        assertThat(Files.readAllBytes(archive())).isEqualTo(whole);
        MemoryAssertions.assertThat(memory).hasNoProblems();
        notes.create("topics/a.md", "One", "The second note.", 1);
        memory.reopen();
        assertThat(Files.readAllBytes(archive())).isEqualTo(whole);
        MemoryAssertions.assertThat(memory).hasNoProblems();
    }

    @Test
    void nothingIsPutInThePlaceOfAWholeArchive() throws IOException {
        String then = notes.head();
        Files.writeString(archive(), Files.readString(archive()) + "\n");
        Files.setPosixFilePermissions(archive(), PosixFilePermissions.fromString("rw-------"));
        byte[] longer = Files.readAllBytes(archive());
        notes.refused(ErrorCode.READ_ONLY_PATH, () -> notes.restoreFile(then, ARCHIVE));
        assertThat(Files.readAllBytes(archive())).isEqualTo(longer);
        memory.handEdited();
    }

    @Test
    void anArchiveThatIsGoneComesBackFromTheLatestCommitOnlySoThatNothingSaidSinceIsCutOff() throws IOException {
        String then = notes.head();
        InMemorySession session = memory.store().session("s").say("u5", "Said since.");
        memory.backend().extractBeforeDiscard(DiscardRequest.of(session.id(), session.turns()));
        notes.create("topics/a.md", "One", "The second note.", 1);
        byte[] whole = Files.readAllBytes(archive());
        Files.delete(archive());
        memory.workspace().read().status();

        assertThat(notes.refused(ErrorCode.READ_ONLY_PATH, () -> notes.restoreFile(then, ARCHIVE)))
                .hasMessageContaining("restore it from the latest");

        notes.restoreFile(notes.head(), ARCHIVE);
        assertThat(Files.readAllBytes(archive())).isEqualTo(whole);
        MemoryAssertions.assertThat(memory).hasNoProblems();
    }

    @Test
    void anArchiveNoCommitHoldsIsNotFound() {
        notes.refused(ErrorCode.MEMORY_NOT_FOUND, () -> notes.restoreFile(notes.head(), "sources/local/_v2/other.md"));
    }
}
