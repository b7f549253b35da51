package dev.scriptorium.memory.cli.json;

/** A text that is not the JSON it should be. */
public final class JsonProblem extends Exception {
    private static final long serialVersionUID = 1L;

    private final int line;
    private final int column;

    JsonProblem(String message, int line, int column) {
        super(message);
        this.line = line;
        this.column = column;
    }

    /** The line from 1, counted from where reading began. */
    public int line() {
        return line;
    }

    /** The byte within the line, from 1. */
    public int column() {
        return column;
    }
}
