package dev.scriptorium.memory.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.bench.floor.FloorSetup;
import dev.scriptorium.memory.bench.floor.WriteFloor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jgit.internal.storage.file.FileRepository;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The floor does what it claims to: otherwise it would be too low. */
final class WriteFloorTests {
    private static final String TOPIC = "topics/people/new/somebody.md";
    private static final String ARCHIVE = "sources/local/_v2/new.md";

    @TempDir
    private Path directory;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void files_are_in_place_and_in_a_commit_upon_the_history_of_the_workspace() throws IOException {
        Path workspace = directory.resolve("w");
        BenchCalls.run("gen", "--blocks", 60, "--out", workspace).ok();
        Path root = directory.resolve("floor");
        try (WriteFloor floor = FloorSetup.beside(root, workspace, 60)) {
            Files.createDirectories(root.resolve("topics/people/new"));
            Files.createDirectories(root.resolve("sources/local/_v2"));
            floor.write(Map.of(TOPIC, bytes("text")), Map.of(ARCHIVE, bytes("end")), bytes("manifest"));
            floor.commit(Map.of(TOPIC, bytes("text"), ARCHIVE, bytes("end")));
            floor.index(TOPIC, FloorSetup.documents(TOPIC, "# Title\n\nA block.\n"));
        }
        assertThat(root.resolve(TOPIC)).hasContent("text");
        assertThat(root.resolve(ARCHIVE)).hasContent("end");
        assertThat(root.resolve("tx/manifest")).hasContent("manifest");
        try (FileRepository repository = new FileRepository(root.resolve(".git").toFile());
                FileRepository original =
                        new FileRepository(workspace.resolve(".git").toFile());
                RevWalk walk = new RevWalk(repository)) {
            ObjectId before = original.resolve("HEAD");
            RevCommit commit = walk.parseCommit(repository.resolve("HEAD"));
            assertThat(commit.getParent(0).getId()).isEqualTo(before);
            Set<String> paths = paths(repository, commit);
            assertThat(paths).contains(TOPIC, ARCHIVE);
            paths.remove(TOPIC);
            paths.remove(ARCHIVE);
            assertThat(paths).isEqualTo(paths(original, walk.parseCommit(before)));
        }
    }

    private static Set<String> paths(FileRepository repository, RevCommit commit) throws IOException {
        Set<String> paths = new TreeSet<>();
        try (ObjectReader objects = repository.newObjectReader();
                TreeWalk tree = new TreeWalk(objects)) {
            tree.addTree(commit.getTree());
            tree.setRecursive(true);
            while (tree.next()) {
                paths.add(tree.getPathString());
            }
        }
        return paths;
    }
}
