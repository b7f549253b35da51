package dev.scriptorium.memory.markdown.topic;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A footnote definition: when something happened, and the sources that say so.
 *
 * @param line its line, from 0
 * @param label the label that citations use
 * @param time {@code undated} or a date as written, which may be no real one
 * @param sources the sources in order
 * @param stray text between the sources that is no source; empty when there is none
 * @since 0.1
 */
public record Definition(int line, String label, String time, List<SourceLink> sources, String stray)
        implements Element {
    /** The time of evidence that has none. */
    public static final String UNDATED = "undated";

    private static final Pattern LOCAL = Pattern.compile("e[0-9]+|new-evidence-[A-Za-z0-9-]+");

    /** Copies the list. */
    public Definition {
        sources = List.copyOf(sources);
    }

    @Override
    public int endLine() {
        return line + 1;
    }

    /** The date; empty when undated. */
    public Optional<String> when() {
        return time.equals(UNDATED) ? Optional.empty() : Optional.of(time);
    }

    /** Whether a label is local to an edit, to be replaced by a stable one. */
    public static boolean isLocal(String label) {
        return LOCAL.matcher(label).matches();
    }
}
