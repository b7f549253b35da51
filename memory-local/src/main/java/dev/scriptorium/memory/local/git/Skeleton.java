package dev.scriptorium.memory.local.git;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Creates a repository, and mends what one lacks. Two processes may do it at once: every file is written whole, with the
 * same content, and HEAD, which makes it a repository, comes last. A configuration that exists is never touched.
 */
final class Skeleton {
    /** What a repository of ours starts with. Modes are not content of a memory; bytes are. */
    private static final String CONFIG = """
            [core]
            \trepositoryformatversion = 0
            \tfilemode = false
            \tbare = false
            \tlogallrefupdates = true
            \tautocrlf = false
            """;

    private static final String MAIN = Refs.BRANCHES + "main";
    private static final String MASTER = Refs.BRANCHES + "master";

    private static final List<String> EXCLUDED =
            List.of("/.scriptorium*", "/.nativemem*", "/timeline/", "/recent_events.jsonl", "/relations.json");

    /** Stronger than any attributes file in the work tree, or of the user: no person's {@code git} changes our bytes. */
    private static final List<String> ATTRIBUTES = List.of("* -text -ident -filter !working-tree-encoding");

    private final GitLayout layout;

    Skeleton(GitLayout layout) {
        this.layout = layout;
    }

    /** What no commit of ours holds, as top-level names. */
    static final List<String> DERIVED = List.of("timeline", "recent_events.jsonl", "relations.json");

    void ensure() throws IOException {
        layout.files().directories(layout.git());
        GitFiles.makePrivate(layout.git());
        layout.files().directories(layout.objects().resolve("info"));
        layout.files().directories(layout.packs());
        layout.files().directories(layout.ref("refs/heads"));
        layout.files().directories(layout.ref("refs/tags"));
        layout.files().directories(layout.info());
        boolean fresh = write(layout.config(), CONFIG);
        fresh |= lines(layout.info().resolve("exclude"), EXCLUDED);
        fresh |= lines(layout.info().resolve("attributes"), ATTRIBUTES);
        fresh |= write(layout.head(), "ref: " + claim() + '\n');
        if (fresh) {
            layout.files().forceDirectory(layout.info());
            layout.files().forceDirectory(layout.git());
        }
    }

    /** Puts our branch on record, so that it stays ours when a person checks out another one. */
    String claim() throws IOException {
        Optional<String> recorded = recorded();
        String branch = branch(recorded);
        if (!recorded.equals(Optional.of(branch))) {
            layout.files().replace(layout.branchRecord(), layout.git(), utf8(branch + '\n'), true);
        }
        return branch;
    }

    /** Our branch: the one on record, else the one HEAD is on now. */
    String branch() throws IOException {
        return branch(recorded());
    }

    private Optional<String> recorded() throws IOException {
        return GitFiles.text(layout.branchRecord()).map(String::strip).filter(Refs::isBranch);
    }

    private String branch(Optional<String> recorded) throws IOException {
        Refs refs = new Refs(layout);
        Optional<String> current =
                blank(layout.head()) ? Optional.empty() : refs.head().branch();
        // A person may have renamed our branch while standing on it.
        if (recorded.isPresent()
                && (current.isEmpty()
                        || refs.resolve(recorded.get()).isPresent()
                        || refs.resolve(current.get()).isEmpty())) {
            return recorded.get();
        }
        return current.or(() -> recorded)
                .orElse(refs.resolve(MAIN).isEmpty() && refs.resolve(MASTER).isPresent() ? MASTER : MAIN);
    }

    private boolean write(Path file, String text) throws IOException {
        if (!blank(file)) {
            return false;
        }
        layout.files().replace(file, layout.git(), utf8(text), true);
        return true;
    }

    /** Whether a file is missing, or holds what a power loss leaves. */
    private static boolean blank(Path file) throws IOException {
        return GitFiles.text(file).orElse("").chars().allMatch(c -> c <= ' ');
    }

    private boolean lines(Path file, List<String> wanted) throws IOException {
        // One character a byte: what a person wrote there stays as it is, in whatever encoding.
        String text = new String(GitFiles.bytes(file).orElse(new byte[0]), StandardCharsets.ISO_8859_1);
        Set<String> present = text.lines().map(String::strip).collect(Collectors.toSet());
        if (present.containsAll(wanted)) {
            return false;
        }
        StringBuilder more = new StringBuilder(text.isEmpty() || text.endsWith("\n") ? text : text + '\n');
        wanted.stream()
                .filter(line -> !present.contains(line))
                .forEach(line -> more.append(line).append('\n'));
        layout.files().replace(file, layout.git(), more.toString().getBytes(StandardCharsets.ISO_8859_1), true);
        return true;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
