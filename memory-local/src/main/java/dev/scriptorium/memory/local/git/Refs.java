package dev.scriptorium.memory.local.git;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;
import java.util.regex.Pattern;
import org.eclipse.jgit.lib.ObjectId;

/** Reads references: HEAD, loose ones, packed ones. */
final class Refs {
    static final String BRANCHES = "refs/heads/";

    private static final Pattern BRANCH = Pattern.compile("refs/heads/[^\\x00-\\x20\\x7f~^:?*\\[\\\\]+");
    private static final Pattern FORBIDDEN = Pattern.compile("(^|/)\\.|\\.\\.|//|@\\{|\\.lock(/|$)|[/.]$");

    private final GitLayout layout;

    Refs(GitLayout layout) {
        this.layout = layout;
    }

    /** What HEAD says: a branch, which may have no commit yet, or a commit. */
    record Head(Optional<String> branch, Optional<ObjectId> detached) {}

    /** Whether a name may be that of a branch, and stays inside {@code refs/heads} as a file name. */
    static boolean isBranch(String name) {
        return BRANCH.matcher(name).matches() && !FORBIDDEN.matcher(name).find();
    }

    Head head() throws IOException {
        String text = GitFiles.text(layout.head()).orElse("").strip();
        if (ObjectId.isId(text)) {
            return new Head(Optional.empty(), Optional.of(ObjectId.fromString(text)));
        }
        String target =
                text.startsWith("ref:") ? text.substring("ref:".length()).strip() : "";
        if (!isBranch(target)) {
            throw new DamagedException(".git/HEAD names neither a branch nor a commit");
        }
        return new Head(Optional.of(target), Optional.empty());
    }

    /** The commit HEAD is at; empty when its branch has none. */
    Optional<ObjectId> commit(Head head) throws IOException {
        return head.branch().isPresent() ? resolve(head.branch().get()) : head.detached();
    }

    /** The commit a branch is at; empty when there is no such branch. */
    Optional<ObjectId> resolve(String branch) throws IOException {
        Optional<String> text = loose(branch);
        if (text.isEmpty()) {
            return packed(branch);
        }
        if (!ObjectId.isId(text.get())) {
            throw new DamagedException(".git/" + branch + " names no commit");
        }
        return Optional.of(ObjectId.fromString(text.get()));
    }

    private Optional<String> loose(String branch) throws IOException {
        try {
            return GitFiles.text(layout.ref(branch)).map(String::strip);
        } catch (IOException e) {
            // A packed branch "a" may leave behind the directory of one that was called "a/b".
            if (Files.isDirectory(layout.ref(branch))) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private Optional<ObjectId> packed(String name) throws IOException {
        String ending = ' ' + name;
        return GitFiles.text(layout.packedRefs())
                .flatMap(text -> text.lines()
                        .filter(line -> line.endsWith(ending) && line.length() == 40 + ending.length())
                        .map(line -> line.substring(0, 40))
                        .filter(ObjectId::isId)
                        .findFirst())
                .map(ObjectId::fromString);
    }
}
