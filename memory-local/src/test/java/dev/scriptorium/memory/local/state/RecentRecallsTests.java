package dev.scriptorium.memory.local.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.disk.DiskObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecentRecallsTests {
    private static final SessionId S = new SessionId("s");

    @TempDir
    private Path directory;

    private RecentRecalls recalls() {
        return new RecentRecalls(directory.resolve("recalls"), Disk.observedBy(DiskObserver.NONE));
    }

    @Test
    void theLastThirtyTwoOfASessionAreKnownAlsoToTheNextStart() {
        RecentRecalls first = recalls();
        for (int i = 0; i < 20; i++) {
            first.remember(S, "recall " + i);
        }
        first.save();
        RecentRecalls next = recalls();
        for (int i = 20; i < 40; i++) {
            next.remember(S, "recall " + i);
        }
        next.save();
        for (RecentRecalls any : new RecentRecalls[] {next, recalls()}) {
            assertThat(any.of(S).test("recall 7")).isFalse();
            assertThat(any.of(S).test("recall 8")).isTrue();
            assertThat(any.of(S).test("recall 39")).isTrue();
            assertThat(any.of(new SessionId("t")).test("recall 39")).isFalse();
        }
    }

    @Test
    void nothingIsWrittenUntilItIsSavedAndNothingWhenNothingIsNew() throws IOException {
        RecentRecalls recalls = recalls();
        recalls.save();
        recalls.remember(S, "a recall");
        assertThat(directory).isEmptyDirectory();
        recalls.save();
        Path file = directory.resolve("recalls");
        assertThat(file).isNotEmptyFile();
        Files.delete(file);
        recalls.save();
        assertThat(directory).isEmptyDirectory();
    }
}
