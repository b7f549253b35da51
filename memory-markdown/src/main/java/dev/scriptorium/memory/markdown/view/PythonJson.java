package dev.scriptorium.memory.markdown.view;

import dev.scriptorium.memory.markdown.source.JsonText;
import java.util.Collection;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** JSON with a space after every comma and colon, as the views have it. */
final class PythonJson {
    private PythonJson() {}

    static void string(StringBuilder out, @Nullable String text) {
        if (text == null) {
            out.append("null");
        } else {
            JsonText.append(out, text);
        }
    }

    static void key(StringBuilder out, String key) {
        out.append(out.charAt(out.length() - 1) == '{' ? "" : ", ");
        JsonText.append(out, key).append(": ");
    }

    static void array(StringBuilder out, Collection<String> items) {
        out.append('[');
        Iterator<String> each = items.iterator();
        while (each.hasNext()) {
            JsonText.append(out, each.next()).append(each.hasNext() ? ", " : "");
        }
        out.append(']');
    }
}
