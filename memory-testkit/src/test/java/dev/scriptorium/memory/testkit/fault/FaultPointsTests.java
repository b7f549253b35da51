package dev.scriptorium.memory.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.disk.DiskOperation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Operations have names, and faults strike where they are told to. */
class FaultPointsTests {
    private static final byte[] TEXT = "text".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path root;

    private FaultPoints points;
    private RecordedRun run;
    private Disk disk;

    @BeforeEach
    void begin() throws IOException {
        run = RecordedRun.of(root);
        points = FaultPoints.of(root, run);
        disk = Disk.observedBy(points);
    }

    @ParameterizedTest
    @CsvSource({
        ".scriptorium/tx/17.manifest, write tx/N.manifest",
        ".scriptorium/tx/17-0123abcd-2, write tx/N-H-N",
        ".scriptorium/tx/17-0123abcd0123abcd.writing, write tx/N-H.writing",
        ".scriptorium/views, write views",
        ".scriptorium/.scriptorium-31-0a0b0c0d.tmp, write tmp",
        ".scriptorium/marks/0123456789abcdef.marks, write marks/*",
        "topics/people/ada-2.md, write topics/*",
        "topics/people/.scriptorium-31-0a0b0c0d.tmp, write topics/tmp",
        "sources/2024/s1.md, write sources/*",
        "core.md, write core.md",
        ".git/refs/heads/main.lock, write .git/refs/heads/main.lock",
        ".git/tmp_scriptorium_00_11, write .git/tmp",
        ".git/objects/pack/pack-0123456789abcdef.idx, write .git/objects/pack/pack-H.idx",
        "/elsewhere/a, write elsewhere",
    })
    void aNameSaysWhatIsDoneToWhichPartOfTheWorkspace(String path, String name) throws IOException {
        points.before(new DiskOperation.Write(root.resolve(path), TEXT));
        assertThat(points.visited()).containsExactly(name);
    }

    @Test
    void theDirectoriesHaveNamesToo() throws IOException {
        points.before(new DiskOperation.ForceDirectory(root));
        points.before(new DiskOperation.MakeDirectory(root.resolve("topics")));
        points.before(new DiskOperation.RemoveDirectory(root.resolve("topics/people")));
        assertThat(points.visited())
                .containsExactly("force directory .", "make directory topics", "remove directory topics/*");
    }

    @Test
    void everyOperationIsCounted() throws IOException {
        disk.append(root.resolve("a.md"), TEXT);
        disk.append(root.resolve("a.md"), TEXT);
        assertThat(points.visited())
                .containsExactly(
                        "create a.md",
                        "write a.md",
                        "write a.md",
                        "force a.md",
                        "write a.md",
                        "write a.md",
                        "force a.md");
        assertThat(points.counts())
                .containsEntry("create a.md", 1)
                .containsEntry("write a.md", 4)
                .containsEntry("force a.md", 2)
                .hasSize(3);
        assertThat(points.struck()).isEmpty();
    }

    @Test
    void aFaultStrikesBeforeTheOperationItIsSetAt() throws IOException {
        points.at("write a.md", 2, Fault.refusal());
        assertThatThrownBy(() -> disk.append(root.resolve("a.md"), TEXT)).isInstanceOf(IOException.class);
        assertThat(root.resolve("a.md")).hasContent("te");
        assertThat(points.struck()).contains("write a.md");
        assertThat(run.now().kept()).isEqualTo(DiskState.of(root, java.util.Set.of()));
        disk.append(root.resolve("a.md"), TEXT);
        assertThat(root.resolve("a.md")).hasContent("tetext");
    }

    @Test
    void aFaultStrikesAtAnOperationByItsNumber() {
        points.at(4, Fault.refusal());
        assertThatThrownBy(() -> disk.append(root.resolve("a.md"), TEXT)).isInstanceOf(IOException.class);
        assertThat(points.struck()).contains("force a.md");
    }

    @Test
    void aFullDiskRefusesEverythingUntilItIsHealed() throws IOException {
        points.at(2, Fault.diskFull());
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> disk.append(root.resolve("a.md"), TEXT)).hasMessageContaining("No space left");
        }
        assertThat(root.resolve("a.md")).isEmptyFile();
        points.heal();
        disk.append(root.resolve("a.md"), TEXT);
        assertThat(root.resolve("a.md")).hasContent("text");
    }

    @Test
    void nothingReachesTheDiskAfterAKill() throws IOException {
        points.at("rename a.md", 1, Fault.kill());
        assertThatThrownBy(() -> disk.replace(root.resolve("a.md"), TEXT)).isInstanceOf(Killed.class);
        assertThatThrownBy(() -> disk.append(root.resolve("b.md"), TEXT)).isInstanceOf(Killed.class);
        try (var files = java.nio.file.Files.list(root)) {
            assertThat(files.map(file -> file.getFileName().toString()).toList())
                    .as("the temporary file stays, as after a real kill")
                    .singleElement()
                    .matches(Disk::isTemporary);
        }
        assertThat(points.visited())
                .isEqualTo(List.of("create tmp", "write tmp", "write tmp", "force tmp", "rename a.md"));
    }
}
