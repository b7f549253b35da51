package dev.scriptorium.memory.cli.importer;

import java.util.Locale;
import java.util.Optional;

/** What a file of conversations may look like. */
public enum ImportFormat {
    /** One turn a line, in our own fields. */
    JSONL,
    /** The evaluation conversations of LoCoMo. */
    LOCOMO,
    /** An exported {@code conversations.json} of ChatGPT. */
    CHATGPT,
    /** Session files of Claude Code. */
    CLAUDE_CODE;

    /** Its name on the command line. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The format of this name. */
    public static Optional<ImportFormat> of(String word) {
        for (ImportFormat format : values()) {
            if (format.word().equals(word)) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }
}
