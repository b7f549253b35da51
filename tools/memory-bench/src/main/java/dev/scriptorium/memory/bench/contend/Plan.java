package dev.scriptorium.memory.bench.contend;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * All edits, a third of them in the files of the same ten blocks: half of those add words to the block, the others make
 * one beside it.
 *
 * @param edits the edits; each writer makes its own in this order
 */
record Plan(List<Edit> edits) {
    private static final int SHARED = 10;
    private static final int KINDS = 6;

    /** Copies the list. */
    Plan {
        edits = List.copyOf(edits);
    }

    /**
     * A topic to write into.
     *
     * @param topic the topic
     * @param title its first heading
     * @param block a block of it
     */
    record Place(TopicPath topic, String title, BlockId block) {}

    /** Deals edits to writers, one after the other; the same seed gives the same plan. */
    static Plan of(List<Place> places, int count, int writers, long seed) {
        Random random = new Random(seed);
        List<Place> shuffled = new ArrayList<>(places);
        Collections.shuffle(shuffled, random);
        int shared = Math.min(SHARED, shuffled.size() / 2);
        List<Integer> kinds = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            kinds.add(i % KINDS);
        }
        Collections.shuffle(kinds, random);
        List<Edit> edits = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            int kind = kinds.get(number);
            int at = kind < 2 ? random.nextInt(shared) : shared + random.nextInt(shuffled.size() - shared);
            Place place = shuffled.get(at);
            edits.add(
                    new Edit(number, number % writers, place.topic(), place.title(), kind == 0 ? place.block() : null));
        }
        return new Plan(edits);
    }

    /** The edits of one writer. */
    List<Edit> of(int writer) {
        return edits.stream().filter(edit -> edit.writer() == writer).toList();
    }

    /** Writes it down for the processes. */
    void write(Path file) throws IOException {
        Files.write(file, edits.stream().map(Edit::line).toList(), StandardCharsets.UTF_8);
    }

    /** Reads what was written down. */
    static Plan read(Path file) throws IOException {
        return new Plan(Files.readAllLines(file, StandardCharsets.UTF_8).stream()
                .map(Edit::ofLine)
                .toList());
    }
}
