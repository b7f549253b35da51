package dev.scriptorium.memory.bench.contend;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One edit that a writer makes.
 *
 * @param number tells it from all others
 * @param writer whose it is, from 0
 * @param topic the topic that it changes
 * @param title the first heading there
 * @param rewritten the block that it adds words to; null when it makes a block of its own
 */
record Edit(
        int number,
        int writer,
        TopicPath topic,
        String title,
        @Nullable BlockId rewritten) {
    /** What every token looks like; no other text does. */
    static final Pattern TOKEN = Pattern.compile("edit-[0-9]{6,}");

    private static final String NONE = "-";

    /** The word that this edit leaves in its topic, and no other edit does. */
    String token() {
        return String.format(Locale.ROOT, "edit-%06d", number);
    }

    /** One line, without its end. */
    String line() {
        return number + "\t" + writer + "\t" + topic.value() + "\t" + (rewritten == null ? NONE : rewritten.value())
                + "\t" + title;
    }

    /** The edit of a line. */
    static Edit ofLine(String line) {
        String[] parts = line.split("\t", 5);
        return new Edit(
                Integer.parseInt(parts[0]),
                Integer.parseInt(parts[1]),
                new TopicPath(parts[2]),
                parts[4],
                parts[3].equals(NONE) ? null : new BlockId(parts[3]));
    }
}
