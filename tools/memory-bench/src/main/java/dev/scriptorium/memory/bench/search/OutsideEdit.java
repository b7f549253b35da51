package dev.scriptorium.memory.bench.search;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * Topics changed by somebody else's program, one block at a time, saved as editors do: written beside, then renamed. Not
 * thread-safe.
 */
final class OutsideEdit {
    private static final String CITATION = ".[^";

    private final Path root;
    private final List<Path> topics;
    private int edits;

    OutsideEdit(Path root) throws IOException {
        this.root = root;
        this.topics = PlainDocuments.files(root.resolve("topics"));
    }

    /**
     * An edit.
     *
     * @param file the topic
     * @param path the same from the root
     * @param word what the block says now and nobody said before
     * @param sentence the block as it is now
     * @param before the whole topic as it was
     */
    record Done(Path file, String path, String word, String sentence, String before) {
        /** Saves the topic as it was. */
        void undo() throws IOException {
            save(file, before);
        }
    }

    /** Adds a word to a block of the next topic. */
    Done next() throws IOException {
        Path file = topics.get(edits % topics.size());
        String word = "edited" + edits++;
        String text = Files.readString(file);
        int end = text.indexOf(CITATION);
        int begin = text.lastIndexOf("\n\n", end) + 2;
        if (end < 0 || begin < 2) {
            throw new IOException(file + " has no cited block; expected a workspace made by gen");
        }
        String sentence = text.substring(begin, end) + " " + word;
        save(file, text.substring(0, begin) + sentence + text.substring(end));
        return new Done(file, PlainDocuments.path(root, file), word, sentence, text);
    }

    private static void save(Path file, String text) throws IOException {
        Path beside = Files.createTempFile(file.getParent(), ".save-", ".tmp");
        Files.writeString(beside, text);
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
