package dev.scriptorium.memory.cli.session;

/** A field that is missing or cannot be read. */
public final class FieldProblem extends Exception {
    private static final long serialVersionUID = 1L;

    private final String field;
    private final String expected;
    private final String found;

    /** A field with what it should hold and what it holds. */
    public FieldProblem(String field, String expected, String found) {
        super("field \"" + field + "\": expected " + expected + ", found " + found);
        this.field = field;
        this.expected = expected;
        this.found = found;
    }

    /** The field. */
    public String field() {
        return field;
    }

    /** What it should hold. */
    public String expected() {
        return expected;
    }

    /** What it holds. */
    public String found() {
        return found;
    }
}
