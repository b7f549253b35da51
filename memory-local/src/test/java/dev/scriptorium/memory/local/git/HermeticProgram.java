package dev.scriptorium.memory.local.git;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Uses every part of a history once, in a virtual machine of its own. */
final class HermeticProgram {
    private HermeticProgram() {}

    /** Makes as many commits as the second argument says, and prints the head and the threads that were started. */
    public static void main(String[] arguments) {
        Path root = Path.of(arguments[0]);
        int commits = Integer.parseInt(arguments[1]);
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        try (History history = History.open(root, root.resolve(".scriptorium/git-locks"))) {
            for (int i = 0; i < commits; i++) {
                CommitDraft draft = CommitDraft.builder("commit " + i, HistoryFixture.AT.plusSeconds(i))
                        .operation("op-" + i)
                        .caller("owner")
                        .expectedHead(history.head())
                        .put("topics/a/b/c/d/e/ada.md", ("line\r\nline " + i + "\r\n").getBytes(StandardCharsets.UTF_8))
                        .put("sources/x/_v2/s.md", "turn\n".repeat(i).getBytes(StandardCharsets.UTF_8))
                        .put("core.md", ("core " + i).getBytes(StandardCharsets.UTF_8))
                        .build();
                CommitResult result = history.commit(draft);
                if (result.outcome() != CommitResult.Outcome.COMMITTED
                        || !result.notes().isEmpty()) {
                    throw new IllegalStateException(result.toString());
                }
            }
            while (history.pack(() -> true)) {
                // Until nothing is due.
            }
            history.syncIndex();
            String head = history.head().orElseThrow();
            List<CommitSummary> log = history.log(1000, Optional.of("topics"));
            if (log.size() != commits
                    || history.files(head).size() != 3
                    || history.changed(Optional.of(log.get(commits - 1).id()), head)
                                    .size()
                            != 3
                    || history.resolve(head.substring(0, 8)).isEmpty()
                    || !history.state().notes().isEmpty()) {
                throw new IllegalStateException(history.state().toString());
            }
            List<Thread> started = new ArrayList<>(Thread.getAllStackTraces().keySet());
            started.removeAll(before);
            System.out.println(head + " " + started);
        }
    }
}
