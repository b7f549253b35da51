package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.markdown.topic.Element;
import dev.scriptorium.memory.markdown.topic.Heading;
import java.util.regex.Pattern;

/** The headings under which blocks stand by time: {@code ## 2023-05}, {@code ## 2023}, {@code ## undated}. */
final class Periods {
    private static final Pattern PERIOD = Pattern.compile("[0-9]{4}(?:-[0-9]{2})?|undated");

    private Periods() {}

    /** Whether a text is that of such a heading. */
    static boolean is(String text) {
        return PERIOD.matcher(text).matches();
    }

    /** Whether an element is such a heading. */
    static boolean is(Element element) {
        return element instanceof Heading heading && heading.level() == 2 && is(heading.text());
    }
}
