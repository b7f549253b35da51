package dev.scriptorium.memory.testkit.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ByteSnapshotTests {
    @TempDir
    private Path directory;

    private ByteSnapshot before;

    @BeforeEach
    void fill() throws IOException {
        Files.createDirectories(directory.resolve("a/b"));
        Files.writeString(directory.resolve("a/one.md"), "one");
        Files.writeString(directory.resolve("a/b/two.md"), "two");
        Files.writeString(directory.resolve("write.lock"), "");
        before = ByteSnapshot.of(directory);
    }

    private void differs(String... differences) {
        assertThat(before.differences(ByteSnapshot.of(directory))).containsExactly(differences);
    }

    @Test
    void nothingChangedIsNoDifference() {
        differs();
        MemoryAssertions.assertThat(ByteSnapshot.of(directory)).isUnchangedSince(before);
        assertThat(before.files()).containsExactly("a/b/two.md", "a/one.md");
        assertThat(before.text("a/one.md")).isEqualTo("one");
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> before.text("a"));
    }

    @Test
    void everyByteCounts() throws IOException {
        Files.writeString(directory.resolve("a/one.md"), "One");
        differs("a/one.md: other bytes (3 before, 3 now)");
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() ->
                        MemoryAssertions.assertThat(ByteSnapshot.of(directory)).isUnchangedSince(before))
                .withMessageContaining("a/one.md");
    }

    @Test
    void newAndGoneFilesAreNamed() throws IOException {
        Files.delete(directory.resolve("a/one.md"));
        Files.writeString(directory.resolve("three.md"), "three");
        differs("a: something was made or removed in it", "a/one.md: is gone", "three.md: is new");
    }

    @Test
    void aFileThatCameAndWentIsNoticed() throws IOException {
        Files.setLastModifiedTime(directory.resolve("a/b"), FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));
        differs("a/b: something was made or removed in it");
        assertThat(before.withoutTimes().differences(ByteSnapshot.of(directory)))
                .isEmpty();
    }

    @Test
    void aFileWrittenAgainIsNamedUnlessTimesAreLeftOut() throws IOException {
        Files.setLastModifiedTime(directory.resolve("a/one.md"), FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));
        differs("a/one.md: written again with the same bytes");
        assertThat(before.withoutTimes().differences(ByteSnapshot.of(directory)))
                .isEmpty();
    }

    @Test
    void rightsCount() throws IOException {
        Files.setPosixFilePermissions(directory.resolve("a/b"), PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThat(before.differences(ByteSnapshot.of(directory)))
                .singleElement()
                .satisfies(difference ->
                        assertThat(difference).startsWith("a/b: rights").contains("rwxrwxrwx"));
    }

    @Test
    void locksAndTheirNotesAreLeftOut() throws IOException {
        Files.writeString(directory.resolve("write.lock.owner"), "somebody");
        Files.delete(directory.resolve("write.lock"));
        differs();
    }

    @Test
    void partsAreComparedByThemselves() throws IOException {
        Files.writeString(directory.resolve("a/one.md"), "One");
        ByteSnapshot now = ByteSnapshot.of(directory);
        assertThat(before.below("a/b").differences(now.below("a/b"))).isEmpty();
        assertThat(before.below("a").differences(now.below("a"))).hasSize(1);
        assertThat(before.without("a/one.md").differences(now.without("a/one.md")))
                .isEmpty();
    }
}
