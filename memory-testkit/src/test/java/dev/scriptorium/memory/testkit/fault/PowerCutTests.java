package dev.scriptorium.memory.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.disk.DiskOperation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exactly these states, and no others, may be there after the power has failed. */
class PowerCutTests {
    @TempDir
    private Path temporary;

    private Path root;
    private RecordedRun run;
    private Disk disk;

    @BeforeEach
    void begin() throws IOException {
        root = temporary.toRealPath().resolve("root");
        Files.createDirectories(root.resolve("d"));
        Files.createDirectories(root.resolve("e"));
        Files.writeString(root.resolve("d/old"), "old");
        run = RecordedRun.of(root);
        disk = Disk.observedBy(run);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private List<String> states() {
        return run.now().states(1_000, 0).stream().map(DiskState::toString).toList();
    }

    @Test
    void nothingDoneLeavesWhatWasThere() {
        assertThat(states()).containsExactly("d/ d/old=old e/");
    }

    @Test
    void bytesAppendedAndNotForcedAreKeptLostOrZeroPieceByPiece() throws IOException {
        disk.appendUnforced(root.resolve("d/old"), bytes("ab"));
        assertThat(states())
                .containsExactlyInAnyOrder(
                        "d/ d/old=oldab e/",
                        "d/ d/old=old e/",
                        "d/ d/old=olda e/",
                        "d/ d/old=old.b e/",
                        "d/ d/old=olda. e/",
                        "d/ d/old=old.. e/",
                        "d/ d/old=old. e/");
    }

    @Test
    void bytesForcedAreKept() throws IOException {
        disk.append(root.resolve("d/old"), bytes("ab"));
        assertThat(states()).containsExactly("d/ d/old=oldab e/");
    }

    @Test
    void aFileForcedInADirectoryThatIsNotMayHaveNoName() throws IOException {
        disk.create(root.resolve("d/new"), bytes("ab"));
        assertThat(states()).containsExactlyInAnyOrder("d/ d/new=ab d/old=old e/", "d/ d/old=old e/");
        disk.forceDirectory(root.resolve("d"));
        assertThat(states()).containsExactly("d/ d/new=ab d/old=old e/");
    }

    @Test
    void aRenameInsideADirectoryChangesBothNamesOrNone() throws IOException {
        disk.move(root.resolve("d/old"), root.resolve("d/new"));
        assertThat(states()).containsExactlyInAnyOrder("d/ d/old=old e/", "d/ d/new=old e/");
    }

    @Test
    void aRenameIntoAnotherDirectoryMayHappenOnEitherSideAlone() throws IOException {
        disk.move(root.resolve("d/old"), root.resolve("e/new"));
        assertThat(states())
                .containsExactlyInAnyOrder("d/ d/old=old e/", "d/ e/ e/new=old", "d/ d/old=old e/ e/new=old", "d/ e/");
        disk.forceDirectory(root.resolve("e"));
        assertThat(states()).containsExactlyInAnyOrder("d/ e/ e/new=old", "d/ d/old=old e/ e/new=old");
    }

    @Test
    void aReplacementThatIsForcedAndNotItsDirectoryIsAsBeforeOrAsAfter() throws IOException {
        disk.replace(root.resolve("d/old"), bytes("ab"));
        assertThat(states()).containsExactly("d/ d/old=ab e/");
        List<String> before = run.after(run.operations() - 1).states(1_000, 0).stream()
                .map(state -> state.toString().replaceAll("\\.scriptorium-[^ =]*", "tmp"))
                .toList();
        assertThat(before)
                .containsExactlyInAnyOrder(
                        "d/ d/old=old e/", "d/ tmp=ab d/old=old e/".replace(" tmp", " d/tmp"), "d/ d/old=ab e/");
    }

    @Test
    void aReplacementThatIsNotForcedMayLeaveAnEmptyFile() throws IOException {
        disk.replaceUnforced(root.resolve("d/old"), bytes("a"));
        disk.forceDirectory(root.resolve("d"));
        assertThat(states()).containsExactlyInAnyOrder("d/ d/old=a e/", "d/ d/old= e/", "d/ d/old=. e/");
    }

    @Test
    void changesOfOneDirectoryAreKeptOrLostInAnyCombination() throws IOException {
        disk.remove(root.resolve("d/old"));
        disk.create(root.resolve("d/new"), bytes(""));
        assertThat(states())
                .containsExactlyInAnyOrder("d/ d/old=old e/", "d/ e/", "d/ d/new= d/old=old e/", "d/ d/new= e/");
    }

    @Test
    void aDirectoryThatIsLostTakesAlongWhatIsInIt() throws IOException {
        run.before(new DiskOperation.MakeDirectory(root.resolve("f")));
        Files.createDirectory(root.resolve("f"));
        disk.create(root.resolve("f/a"), bytes("a"));
        disk.forceDirectory(root.resolve("f"));
        assertThat(states()).containsExactlyInAnyOrder("d/ d/old=old e/ f/ f/a=a", "d/ d/old=old e/");
    }

    @Test
    void aSecondNameHasTheContentOfTheFirst() throws IOException {
        disk.link(root.resolve("d/old"), root.resolve("e/also"));
        disk.forceDirectory(root.resolve("e"));
        disk.append(root.resolve("d/old"), bytes("er"));
        assertThat(states()).containsExactly("d/ d/old=older e/ e/also=older");
    }

    @Test
    void bytesWrittenOverOthersLeaveThoseOrZero() {
        run.before(new DiskOperation.Overwrite(root.resolve("d/old"), 1, bytes("X")));
        assertThat(states()).containsExactlyInAnyOrder("d/ d/old=oXd e/", "d/ d/old=old e/", "d/ d/old=o.d e/");
    }

    @Test
    void anEmptiedFileMayKeepWhatItHeld() {
        run.before(new DiskOperation.Truncate(root.resolve("d/old")));
        run.before(new DiskOperation.Write(root.resolve("d/old"), bytes("n")));
        assertThat(states())
                .containsExactlyInAnyOrder(
                        "d/ d/old=n e/",
                        "d/ d/old=nld e/",
                        "d/ d/old= e/",
                        "d/ d/old=old e/",
                        "d/ d/old=. e/",
                        "d/ d/old=.ld e/");
    }

    @Test
    void whatTheDiskRefusesIsNotDoneHereEither() throws IOException {
        run.before(new DiskOperation.RemoveDirectory(root.resolve("d")));
        run.before(new DiskOperation.Create(root.resolve("d/old")));
        run.before(new DiskOperation.MakeDirectory(root.resolve("e")));
        run.before(new DiskOperation.Remove(root.resolve("d/none")));
        assertThat(states()).containsExactly("d/ d/old=old e/");
    }

    @Test
    void manyStatesAreChosenAtRandomTheSameForTheSameSeed() throws IOException {
        for (int i = 0; i < 20; i++) {
            disk.create(root.resolve("d/" + i), bytes("ab"));
        }
        PowerCut cut = run.now();
        assertThat(cut.ways()).isGreaterThan(java.math.BigInteger.valueOf(1_000_000));
        assertThat(cut.states(20, 1))
                .hasSize(20)
                .contains(cut.kept(), cut.lost())
                .isEqualTo(cut.states(20, 1));
        assertThat(cut.states(20, 2)).isNotEqualTo(cut.states(20, 1));
    }

    @Test
    void aStateIsWrittenAsItIs() throws IOException {
        disk.replace(root.resolve("d/old"), bytes("new"));
        Path written = temporary.resolve("written");
        run.now().kept().write(written);
        assertThat(DiskState.of(written, java.util.Set.of())).isEqualTo(DiskState.of(root, java.util.Set.of()));
        assertThat(written.resolve("d/old")).hasContent("new");
        assertThat(written.resolve("e")).isEmptyDirectory();
    }

    @Test
    void whatIsNotObservedIsLeftOut() throws IOException {
        assertThat(RecordedRun.of(root, "d").now().kept()).hasToString("e/");
        assertThat(RecordedRun.of(temporary.resolve("nothing")).now().kept()).hasToString("");
    }
}
