package dev.scriptorium.memory.cli.importer;

import dev.scriptorium.memory.api.Violation;
import java.util.List;

/** A file that cannot be imported; nothing of it was. */
public final class ImportProblem extends Exception {
    private static final long serialVersionUID = 1L;
    private static final String RULE = "import-format";

    private final transient List<Violation> places;

    ImportProblem(List<Violation> places) {
        super(message(places));
        this.places = List.copyOf(places);
    }

    /** A file with one thing wrong in it; line 0 stands for the whole file. */
    static ImportProblem at(String file, int line, String expected, String found, String hint) {
        return new ImportProblem(List.of(place(file, line, expected, found, hint)));
    }

    static Violation place(String file, int line, String expected, String found, String hint) {
        return new Violation(file, line, RULE, expected, found, hint);
    }

    private static String message(List<Violation> places) {
        Violation first = places.get(0);
        String where = first.line() == 0 ? first.path() : first.path() + ", line " + first.line();
        String more = places.size() == 1 ? "" : " (and " + (places.size() - 1) + " more)";
        return where + ": expected " + first.expected() + ", found " + first.found() + more;
    }

    /** What is wrong, and where. */
    public List<Violation> places() {
        return places == null ? List.of() : places;
    }
}
