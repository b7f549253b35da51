package dev.scriptorium.memory.testkit.githistory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.scriptorium.memory.testkit.processes.ChildJvm;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Processes are killed while they commit; {@code -Dscriptorium.history.kills=200} kills more of them. */
@ExtendWith(WorkspaceExtension.class)
class KilledCommitsIT {
    private static final int KILLS = Integer.getInteger("scriptorium.history.kills", 10);

    @Test
    void no_kill_leaves_a_lock_that_stops_the_next_commit_of_ours_or_of_a_person(TemporaryWorkspace memory)
            throws IOException, InterruptedException {
        assumeTrue(Git.isHere(), "no git here: nobody commits beside us");
        Owner owner = Owner.of(memory);
        owner.adds();
        Git git = Git.in(memory.directory());
        Random random = new Random(13);
        int stopped = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            memory.close();
            String before = git.commit("HEAD");
            try (ChildJvm child =
                    ChildJvm.start(OurCommits.class, memory.directory().toString())) {
                for (int i = random.nextInt(4); i >= 0; i--) {
                    assertThat(child.line()).isEqualTo(OurCommits.COMMITTED);
                }
                TimeUnit.MICROSECONDS.sleep(random.nextInt(60_000));
                child.kill();
            }
            assertThat(git.isBefore(before, "HEAD")).isTrue();
            if (random.nextBoolean()) {
                // Nobody of us has come by yet: what is held is held.
                Git.Result direct = git.attempt("commit", "--allow-empty", "-m", "At once");
                assertThat(direct.code() == 0 || direct.output().contains(".lock"))
                        .as(direct.output())
                        .isTrue();
                stopped += direct.code() == 0 ? 0 : 1;
            }

            memory.reopen();
            assertThat(locks(memory.directory())).isEmpty();
            assertThat(owner.behind()).isZero();
            assertThat(git.status()).isEmpty();
            git.run("commit", "--allow-empty", "-m", "A person's, " + kill);
            assertThat(owner.adds().gitCommit()).contains(git.commit("HEAD"));
            assertThat(git.status()).isEmpty();
        }
        assertThat(git.complaints()).isEmpty();
        System.out.println(KILLS + " kills; a person was stopped " + stopped + " times before we came by");
    }

    private static List<Path> locks(Path workspace) throws IOException {
        try (Stream<Path> files = Files.walk(workspace.resolve(".git"))) {
            return files.filter(file -> file.toString().endsWith(".lock")
                            || String.valueOf(file.getFileName()).startsWith("tmp_scriptorium"))
                    .toList();
        }
    }
}
