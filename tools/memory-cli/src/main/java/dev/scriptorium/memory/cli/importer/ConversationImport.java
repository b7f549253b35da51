package dev.scriptorium.memory.cli.importer;

import dev.scriptorium.memory.cli.session.FileSessionStore;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;

/** Reads files of conversations into a store, each wholly or not at all. */
public final class ConversationImport {
    private final FileSessionStore store;
    private final ImportNotes notes;
    private final DoubleConsumer progress;

    /**
     * An import into a store.
     *
     * @param listener hears what was passed over, a line a note
     * @param progress hears now and then how much of a file is done, from 0 to 1
     */
    public ConversationImport(FileSessionStore store, Consumer<String> listener, DoubleConsumer progress) {
        this.store = store;
        this.notes = new ImportNotes(listener);
        this.progress = progress;
    }

    /**
     * Imports one file. What the store has already is passed over.
     *
     * @throws ImportProblem when something is wrong with the file; the store is as before
     */
    public ImportResult run(ImportFormat format, Path file) throws ImportProblem {
        String name = file.toString();
        if (!Files.isRegularFile(file)) {
            String found = Files.isDirectory(file) ? "a directory" : Files.exists(file) ? "no plain file" : "nothing";
            throw ImportProblem.at(name, 0, "a file", found, "name the files to import one by one");
        }
        notes.begin(name);
        try {
            return switch (format) {
                case JSONL -> new JsonlImporter(store, notes, progress, file).run();
                case LOCOMO -> new LocomoImporter(store, notes, file).run();
                case CHATGPT -> new ChatGptImporter(store, notes, progress, file).run();
                case CLAUDE_CODE -> new ClaudeCodeImporter(store, notes, progress, file).run();
            };
        } catch (AccessDeniedException | NoSuchFileException e) {
            throw ImportProblem.at(name, 0, "a file that may be read", "none", "look at its owner and mode");
        } catch (IOException e) {
            throw ImportProblem.at(
                    name, 0, "a file that can be read", String.valueOf(e.getMessage()), "look at the file");
        } finally {
            notes.end();
        }
    }
}
