package dev.scriptorium.memory.retrieval;

import static dev.scriptorium.memory.retrieval.Fixtures.apply;
import static dev.scriptorium.memory.retrieval.Fixtures.archive;
import static dev.scriptorium.memory.retrieval.Fixtures.block;
import static dev.scriptorium.memory.retrieval.Fixtures.recalled;
import static dev.scriptorium.memory.retrieval.Fixtures.topic;
import static dev.scriptorium.memory.retrieval.Fixtures.turn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.retrieval.content.IndexedBlock;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Questions in scripts without spaces, and about identifiers, among paragraphs of the same scripts. Rows 93
 * and 94.
 */
class ScriptsTests {
    private static final int OTHERS = 2_000;
    private static final int SEED = 93;
    private static final int WORDS = 8;

    @TempDir
    private Path directory;

    private record Pair(String script, String question, String paragraph) {}

    private static Stream<String[]> lines(String resource) throws IOException {
        try (InputStream in = ScriptsTests.class.getResourceAsStream(resource)) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.split("\t", -1));
        }
    }

    private static List<Pair> pairs() throws IOException {
        return lines("scripts.tsv")
                .map(fields -> new Pair(fields[0], fields[1], fields[2]))
                .toList();
    }

    /** What other paragraphs of a script are made of. */
    private static List<Vocabulary> vocabularies() throws IOException {
        return lines("other-words.tsv")
                .map(fields -> new Vocabulary(fields[0], List.of(fields[1].split(" ", -1))))
                .toList();
    }

    private record Vocabulary(String script, List<String> words) {
        String paragraph(Random random) {
            boolean spaced = script.equals("ko") || script.equals("id");
            List<String> chosen = new ArrayList<>();
            for (int i = 0; i < WORDS; i++) {
                chosen.add(words.get(random.nextInt(words.size())));
            }
            return String.join(spaced ? " " : "", chosen);
        }
    }

    @Test
    void theRightParagraphIsAmongTheFirstFive() throws IOException {
        List<Pair> pairs = pairs();
        assertThat(pairs).hasSize(150);
        List<IndexedBlock> blocks = new ArrayList<>();
        for (int i = 0; i < pairs.size(); i++) {
            blocks.add(block("right" + i, pairs.get(i).paragraph(), "m1"));
        }
        Random random = new Random(SEED);
        List<Vocabulary> others = vocabularies();
        for (int i = 0; i < OTHERS; i++) {
            blocks.add(block("other" + i, others.get(i % others.size()).paragraph(random), "m1"));
        }
        List<String> missed = new ArrayList<>();
        try (MemoryIndex index = MemoryIndex.open(directory, Fixtures.SETTINGS)) {
            apply(index, archive("room", "h", turn("m1", "Ada", "(everything)")));
            apply(index, topic("topics/all.md", "h", blocks.toArray(IndexedBlock[]::new)));
            for (int i = 0; i < pairs.size(); i++) {
                if (!recalled(index, pairs.get(i).question()).contains("right" + i)) {
                    missed.add(pairs.get(i).toString());
                }
            }
        }
        assertThat(missed.size()).as("found nothing right for " + missed).isLessThanOrEqualTo(pairs.size() * 5 / 100);
    }
}
