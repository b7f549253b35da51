package dev.scriptorium.memory.local.git;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Installs and commits until it is killed; packs now and then. */
final class EndlessCommits {
    private EndlessCommits() {}

    /** Goes on after the last commit there is. */
    public static void main(String[] arguments) throws Exception {
        Path root = Path.of(arguments[0]);
        Files.createDirectories(root.resolve("topics"));
        try (History history = History.open(root, root.resolve(".scriptorium/git-locks"))) {
            int next = history.log(1_000_000, Optional.empty()).size();
            while (true) {
                byte[] text = ("number " + next + "\n").getBytes(StandardCharsets.UTF_8);
                String path = "topics/t" + next % 7 + ".md";
                Files.write(root.resolve(path), text);
                history.commit(draft(next, path, text, history.head()));
                history.pack(() -> false);
                next++;
            }
        }
    }

    static CommitDraft draft(int number, String path, byte[] text, Optional<String> head) {
        return CommitDraft.builder("commit " + number, HistoryFixture.AT.plusSeconds(number))
                .operation("op-" + number)
                .expectedHead(head)
                .put(path, text)
                .build();
    }
}
