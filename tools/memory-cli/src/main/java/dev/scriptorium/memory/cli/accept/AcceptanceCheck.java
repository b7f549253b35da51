package dev.scriptorium.memory.cli.accept;

/**
 * One thing that was looked at. Immutable.
 *
 * @param name a word for it
 * @param passed whether it is as it has to be
 * @param found what was found, in a line
 */
public record AcceptanceCheck(String name, boolean passed, String found) {

    /** A check that found what it looked for, or did not. */
    static AcceptanceCheck of(String name, boolean passed, String good, String bad) {
        return new AcceptanceCheck(name, passed, passed ? good : bad);
    }
}
