package dev.scriptorium.memory.testkit.githistory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.local.CheckReport;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The repository is broken, or is none that we may write to: the memory works without it, and catches up afterwards. */
@ExtendWith(WorkspaceExtension.class)
class UnusableRepositoryTests {
    private TemporaryWorkspace memory;
    private Owner owner;
    private Git git;
    private Path repository;
    private Path aside;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        assumeTrue(Git.isHere(), "no git here: repositories of other kinds are not tried");
        memory = workspace;
        owner = Owner.of(workspace);
        git = Git.in(workspace.directory());
        repository = owner.file(".git");
        aside = workspace.beside().resolve("aside");
        owner.adds(3);
    }

    /** What is wrong with it. */
    enum Damage {
        HEAD_IS_GARBAGE,
        HEAD_IS_A_DIRECTORY,
        BRANCH_IS_GARBAGE,
        OBJECTS_ARE_MISSING,
        PACKS_ARE_CORRUPT,
        CONFIGURATION_IS_GARBAGE
    }

    private void breaks(Damage damage) throws IOException {
        switch (damage) {
            case HEAD_IS_GARBAGE ->
                Files.write(repository.resolve("HEAD"), "nonsense\n".getBytes(StandardCharsets.US_ASCII));
            case HEAD_IS_A_DIRECTORY -> {
                Files.delete(repository.resolve("HEAD"));
                Files.createDirectory(repository.resolve("HEAD"));
            }
            case BRANCH_IS_GARBAGE ->
                Files.writeString(
                        repository.resolve(git.run("symbolic-ref", "HEAD").strip()), "nonsense\n");
            case OBJECTS_ARE_MISSING -> {
                for (Path pack : packs()) {
                    Files.delete(pack);
                }
            }
            case PACKS_ARE_CORRUPT -> {
                for (Path pack : packs()) {
                    byte[] bytes = Files.readAllBytes(pack);
                    for (int i = 12; i < bytes.length; i++) {
                        bytes[i] ^= 0x55;
                    }
                    Files.write(pack, bytes);
                }
            }
            case CONFIGURATION_IS_GARBAGE -> Files.writeString(repository.resolve("config"), "[core\nnonsense");
        }
    }

    private List<Path> packs() throws IOException {
        try (Stream<Path> files = Files.list(repository.resolve("objects/pack"))) {
            return files.toList();
        }
    }

    @ParameterizedTest
    @EnumSource(Damage.class)
    void a_broken_repository_stops_nobody_and_is_caught_up_with_once_mended(Damage damage) throws IOException {
        String tip = git.commit("HEAD");
        memory.close();
        copy(repository, aside);
        breaks(damage);
        ByteSnapshot broken = ByteSnapshot.of(repository);

        memory.reopen();
        works(2);
        memory.reopen();
        works(1);
        assertThat(ByteSnapshot.of(repository).below("objects").differences(broken.below("objects")))
                .isEmpty();

        memory.close();
        remove(repository);
        copy(aside, repository);
        memory.reopen();
        assertThat(owner.behind()).isZero();
        assertThat(git.commit("HEAD~3")).isEqualTo(tip);
        assertThat(git.status()).isEmpty();
        assertThat(git.complaints()).isEmpty();
    }

    @Test
    void a_repository_that_breaks_while_we_are_open_stops_nobody() throws IOException {
        copy(repository, aside);
        breaks(Damage.HEAD_IS_GARBAGE);
        works(2);
        remove(repository);
        copy(aside, repository);
        owner.adds();
        assertThat(owner.behind()).isZero();
        assertThat(git.status()).isEmpty();
        assertThat(git.complaints()).isEmpty();
    }

    /** A kind of repository that is not ours to write to. */
    enum Kind {
        ELSEWHERE_BY_FILE,
        ELSEWHERE_BY_LINK,
        A_WORK_TREE_OF_ANOTHER,
        SHA_256,
        REFTABLE
    }

    private void makes(Kind kind) throws IOException {
        Files.createDirectories(aside);
        Git other = Git.in(aside);
        switch (kind) {
            case ELSEWHERE_BY_FILE ->
                git.run(
                        "init",
                        "--quiet",
                        "--separate-git-dir",
                        aside.resolve("x").toString());
            case ELSEWHERE_BY_LINK -> {
                other.run("init", "--quiet");
                Files.createSymbolicLink(repository, aside.resolve(".git"));
            }
            case A_WORK_TREE_OF_ANOTHER -> {
                other.run("init", "--quiet");
                other.run("commit", "--allow-empty", "-m", "first");
                Path tree = memory.beside().resolve("tree");
                other.run("worktree", "add", "--quiet", tree.toString());
                Files.move(tree.resolve(".git"), repository);
            }
            case SHA_256 ->
                assumeTrue(
                        git.attempt("init", "--quiet", "--object-format=sha256").code() == 0, "a git without SHA-256");
            case REFTABLE ->
                assumeTrue(
                        git.attempt("init", "--quiet", "--ref-format=reftable").code() == 0, "a git without reftable");
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void a_repository_that_is_not_ours_is_left_alone_and_named(Kind kind) throws IOException {
        memory.close();
        Path ours = memory.beside().resolve("ours");
        Files.move(repository, ours);
        makes(kind);
        ByteSnapshot before = ByteSnapshot.of(aside);
        ByteSnapshot inside = Files.isDirectory(repository) ? ByteSnapshot.of(repository) : before;

        memory.reopen();
        works(2);
        memory.close();
        assertThat(ByteSnapshot.of(aside).differences(before)).isEmpty();
        if (Files.isDirectory(repository) && !Files.isSymbolicLink(repository)) {
            assertThat(ByteSnapshot.of(repository).differences(inside))
                    .allMatch(difference -> difference.contains("rights"));
        }

        remove(repository);
        Files.move(ours, repository);
        memory.reopen();
        assertThat(owner.behind()).isZero();
        assertThat(git.status()).isEmpty();
        assertThat(git.complaints()).isEmpty();
    }

    @Test
    void a_damaged_index_is_made_again() throws IOException {
        Files.write(repository.resolve("index"), new byte[] {'D', 'I', 'R', 'C', 9, 9});
        assertThat(owner.adds().gitCommit()).isPresent();
        assertThat(git.status()).isEmpty();
        assertThat(owner.check()).isEmpty();
    }

    @Test
    void a_disk_that_refuses_below_git_stops_nobody() {
        memory.close();
        try (LocalMemoryBackend backend =
                LocalMemoryBackend.open(memory.config().build(), operation -> {
                    if (operation.path().startsWith(repository)) {
                        throw new IOException("read-only");
                    }
                })) {
            assertThat(Owner.adds(backend, Owner.TOPIC, "Written without a history.")
                            .gitCommit())
                    .isEmpty();
            assertThat(backend.workspace().read().status().history().behind()).isOne();
            assertThat(backend.workspace().read().status().history().reason())
                    .hasValueSatisfying(reason -> assertThat(reason).contains("read-only"));
            assertThat(backend.search(MemoryQuery.of("without a history"))).isPresent();
        }
        memory.reopen();
        assertThat(owner.behind()).isZero();
        assertThat(git.status()).isEmpty();
        assertThat(owner.log()).hasSize(5);
    }

    @Test
    void a_repository_that_is_moved_away_begins_anew_with_what_is_on_disk() throws IOException {
        memory.close();
        remove(repository);
        memory.reopen();
        owner.adds();
        assertThat(git.status()).isEmpty();
        assertThat(git.run("diff", "HEAD")).isEmpty();
        assertThat(git.complaints()).isEmpty();
        assertThat(owner.check()).isEmpty();
    }

    /** Writes, reads and is told what is wrong. */
    private void works(int records) {
        int before = owner.behind();
        for (int i = 0; i < records; i++) {
            assertThat(owner.adds().gitCommit()).isEmpty();
        }
        assertThat(memory.backend().search(MemoryQuery.of("Record of the owner")))
                .isPresent();
        assertThat(owner.behind()).isEqualTo(before + records);
        assertThat(owner.reason()).isNotBlank();
        assertThat(owner.status().notes()).anySatisfy(note -> {
            assertThat(note.code()).startsWith("HISTORY_");
            assertThat(note.message()).contains(".git");
            assertThat(note.hint()).isNotBlank();
        });
        CheckReport report = memory.workspace().maintain().check();
        assertThat(Stream.concat(report.problems().stream(), report.notes().stream())
                        .map(finding -> finding.code()))
                .contains("HISTORY_BEHIND");
    }

    static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }

    static void remove(Path place) throws IOException {
        Files.walkFileTree(place, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes seen) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException trouble) throws IOException {
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
