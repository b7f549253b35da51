package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.cli.json.Json;
import dev.scriptorium.memory.cli.json.JsonObject;
import java.io.PrintStream;
import java.util.List;

/** Where a verb says what it found: one JSON document, or text for people. */
final class Output {
    private static final int LEAST_WIDTH = 60;
    private static final int USUAL_WIDTH = 88;
    private static final int MOST_WIDTH = 100;

    private final Surroundings around;
    private final boolean json;

    Output(Surroundings around, boolean json) {
        this.around = around;
        this.json = json;
    }

    /** Whether the caller wants JSON. */
    boolean json() {
        return json;
    }

    Surroundings around() {
        return around;
    }

    /** The columns that text may take. */
    int width() {
        try {
            int columns = Integer.parseInt(around.environment().getOrDefault("COLUMNS", ""));
            return Math.max(LEAST_WIDTH, Math.min(MOST_WIDTH, columns));
        } catch (NumberFormatException e) {
            return USUAL_WIDTH;
        }
    }

    /** The one document of a call. */
    void document(JsonObject document) {
        line(Json.pretty(document));
    }

    /** The one document of a call that is an array. */
    void array(List<JsonObject> documents) {
        line(Json.pretty(documents));
    }

    /** One document of many, on a line of its own. */
    void compact(JsonObject document) {
        line(Json.compact(document));
    }

    /** A line of text, with nothing in it that a terminal would obey. */
    void text(String line) {
        line(TextLayout.visible(line));
    }

    /** Text wrapped to the width, behind an indent. */
    void wrapped(String text, String indent) {
        raw(TextLayout.wrap(text, width(), indent));
    }

    /** Something from a file, as it stands there unless a terminal would have to show it. */
    void verbatim(String text) {
        String shown = around.interactive() ? TextLayout.visible(text) : text;
        raw(shown.isEmpty() || shown.endsWith("\n") ? shown : shown + "\n");
    }

    /** A remark beside the result. */
    void note(String remark) {
        complaint("note: " + remark);
    }

    /** A line for the error stream. */
    void complaint(String line) {
        // On a terminal, what was said before stands before.
        around.out().flush();
        PrintStream err = around.err();
        err.print(TextLayout.visible(line) + "\n");
        err.flush();
    }

    private void line(String line) {
        raw(line + "\n");
    }

    private void raw(String text) {
        around.out().print(text);
    }
}
