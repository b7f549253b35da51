package dev.scriptorium.memory.cli.importer;

/** Something that is not as the format has it; becomes an {@link ImportProblem}. */
final class Malformed extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final String found;

    Malformed(String place, String expected, String found) {
        super(expected + " in " + place);
        this.found = found;
    }

    String found() {
        return found;
    }
}
