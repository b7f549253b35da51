package dev.scriptorium.memory.local.git;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * Where the parts of a repository are.
 *
 * @param root the workspace
 * @param git its {@code .git}
 * @param files what its files are written with
 */
record GitLayout(Path root, Path git, GitFiles files) {

    GitLayout(Path root, GitFiles files) {
        this(root, root.resolve(".git"), files);
    }

    Path head() {
        return git.resolve("HEAD");
    }

    Path config() {
        return git.resolve("config");
    }

    Path info() {
        return git.resolve("info");
    }

    Path objects() {
        return git.resolve("objects");
    }

    Path packs() {
        return objects().resolve("pack");
    }

    Path packedRefs() {
        return git.resolve("packed-refs");
    }

    Path ref(String name) {
        return git.resolve(name);
    }

    Path reflog(String name) {
        return git.resolve("logs").resolve(name);
    }

    Path index() {
        return git.resolve("index");
    }

    /** Which branch is ours. */
    Path branchRecord() {
        return git.resolve("scriptorium-branch");
    }

    /** The commit we left our branch at. */
    Path headRecord() {
        return git.resolve("scriptorium-head");
    }

    /** The commit that our entries in the index stand for. */
    Path indexRecord() {
        return git.resolve("scriptorium-index");
    }

    /** A path inside the workspace as people write it. */
    String relative(Path path) {
        return root.relativize(path).toString().replace('\\', '/');
    }

    /** Whether the repository, and what we write in it, is inside the workspace and not behind a file or a link. */
    boolean here() {
        return plain(git)
                && plain(objects())
                && plain(packs())
                && plain(git.resolve("refs"))
                && plain(git.resolve("refs/heads"))
                && !Files.isSymbolicLink(head());
    }

    private static boolean plain(Path directory) {
        return Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
                || !Files.exists(directory, LinkOption.NOFOLLOW_LINKS);
    }
}
