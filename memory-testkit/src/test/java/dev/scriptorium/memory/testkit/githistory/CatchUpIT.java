package dev.scriptorium.memory.testkit.githistory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * More entries wait for their commits than anybody would wait for. It takes a minute and more to make so many, so it runs
 * when asked for: {@code -Dscriptorium.history.catchup=true}.
 */
@ExtendWith(WorkspaceExtension.class)
class CatchUpIT {
    private static final int OWED = 1_001;

    @Test
    void one_commit_holds_them_all_and_lists_them(TemporaryWorkspace memory) throws IOException {
        assumeTrue(
                Boolean.getBoolean("scriptorium.history.catchup"), "-Dscriptorium.history.catchup=true was not given");
        assumeTrue(Git.isHere(), "no git here: nothing holds the lock of a branch");
        Owner owner = Owner.of(memory);
        Git git = Git.in(memory.directory());
        owner.adds();
        String tip = git.commit("HEAD");
        Path lock = Files.createFile(
                owner.file(".git/" + git.run("symbolic-ref", "HEAD").strip() + ".lock"));
        for (int i = 0; i < OWED; i++) {
            owner.adds("topics/t" + i % 50 + ".md");
        }
        assertThat(owner.behind()).isEqualTo(OWED);
        Files.delete(lock);

        memory.reopen();
        assertThat(owner.behind()).isZero();
        assertThat(git.commit("HEAD~1")).isEqualTo(tip);
        List<String> message = git.run("log", "-1", "--format=%B").lines().toList();
        assertThat(message.get(0)).isEqualTo("memory: catch up " + OWED + " changes");
        assertThat(message.stream().filter(line -> line.startsWith("* op-"))).hasSize(OWED);
        assertThat(git.status()).isEmpty();
        assertThat(git.complaints()).isEmpty();
        assertThat(owner.adds().gitCommit()).isPresent();
    }
}
