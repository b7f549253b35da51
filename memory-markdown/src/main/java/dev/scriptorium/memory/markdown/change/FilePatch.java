package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.ref.TopicPath;
import java.util.List;

/**
 * The part of a patch that is about one file.
 *
 * @param path the topic
 * @param kind what it does to the file
 * @param hunks in the order of the patch
 */
record FilePatch(TopicPath path, Kind kind, List<Hunk> hunks) {

    /** What a patch does to a file. */
    enum Kind {
        CREATE,
        MODIFY,
        DELETE
    }

    FilePatch {
        hunks = List.copyOf(hunks);
    }
}
