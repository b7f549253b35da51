package dev.scriptorium.memory.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.scriptorium.memory.api.event.MemoryListener;
import dev.scriptorium.memory.cli.session.FileSessionStore;
import dev.scriptorium.memory.local.BlockOrigin;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.RecentEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every block that is written of the evaluation conversations leads to words that hold its own. One conversation, or all
 * of them with {@code -Dscriptorium.why.all=true}; none where the data is not there.
 */
class WhyOfConversationsIT {
    private static final Path DATA = Path.of("../../../shared/data/locomo-dev.json");
    private static final String ONE = "conv-26";

    @TempDir
    private Path scratch;

    @Test
    void everyBlockLeadsToWordsThatHoldItsOwn() throws IOException {
        if (!Files.exists(DATA)) {
            System.out.println("skipped: there is no " + DATA.toAbsolutePath().normalize());
        }
        assumeTrue(Files.exists(DATA), "there is no " + DATA);
        boolean all = Boolean.getBoolean("scriptorium.why.all");
        Cli cli = new Cli(scratch.resolve("memory"));
        cli.run("import", "--format", "locomo", DATA.toString()).ok();
        cli.run(Stream.of("write", "--force")
                        .flatMap(word ->
                                all || word.equals("--force") ? Stream.of(word) : Stream.of(word, "--session", ONE))
                        .toArray(String[]::new))
                .ok();
        int blocks = 0;
        List<String> without = new ArrayList<>();
        FileSessionStore sessions = FileSessionStore.in(scratch.resolve("memory-sessions"));
        try (LocalMemoryBackend backend = LocalMemoryBackend.open(
                Settings.config(cli.workspace(), sessions, List.of(), Optional.empty(), MemoryListener.none()))) {
            for (RecentEvent event : backend.workspace().read().recent(Integer.MAX_VALUE)) {
                BlockOrigin origin = backend.workspace().history().why(event.id());
                blocks++;
                boolean held = holds(origin);
                boolean told = !origin.commits().isEmpty()
                        && origin.evidence().stream()
                                .allMatch(turn -> turn.speaker().isPresent()
                                        && turn.saidAt().isPresent()
                                        && turn.problem().isEmpty());
                if (!held || !told) {
                    without.add("^" + event.id() + " " + origin.text());
                }
            }
        }
        System.out.println(blocks - without.size() + " of " + blocks + " blocks lead to words that hold their own");
        assertThat(without).isEmpty();
        assertThat(blocks).isGreaterThan(100);
    }

    /** A block is what was said in one turn, or a question and its answer, cited both. */
    private static boolean holds(BlockOrigin origin) {
        String text = collapsed(origin.text());
        List<String> said =
                origin.evidence().stream().map(turn -> collapsed(turn.quote())).toList();
        if (said.stream().anyMatch(words -> words.contains(text))) {
            return true;
        }
        for (int space = text.indexOf(' '); space > 0; space = text.indexOf(' ', space + 1)) {
            String question = text.substring(0, space);
            String answer = text.substring(space + 1);
            if (question.endsWith("?")
                    && said.stream().anyMatch(words -> words.contains(question))
                    && said.stream().anyMatch(words -> words.contains(answer))) {
                return true;
            }
        }
        return false;
    }

    private static String collapsed(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }
}
