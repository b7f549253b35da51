package dev.scriptorium.memory.local.writer.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The texts that a model is given, kept as files beside this class, a directory for each version. Immutable. */
final class Prompts {
    /** Raised whenever a text changes what a model is asked to do. */
    static final int VERSION = 1;

    private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z]+)}}");

    private Prompts() {}

    /** Standing instructions. */
    static String system() {
        return text("system");
    }

    /** A task: record a batch, or put topics in order. */
    static String text(String name) {
        String file = "v" + VERSION + "/" + name + ".md";
        try (InputStream in = Prompts.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("the prompt " + file + " did not come along");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A text with its places filled. What is filled in is never looked at for places. */
    static String filled(String name, Map<String, String> values) {
        Matcher place = PLACE.matcher(text(name));
        StringBuilder out = new StringBuilder();
        while (place.find()) {
            @Nullable String value = values.get(place.group(1));
            if (value == null) {
                throw new IllegalStateException("nothing to fill in at " + place.group() + " of " + name);
            }
            place.appendReplacement(out, Matcher.quoteReplacement(value));
        }
        return place.appendTail(out).toString();
    }
}
