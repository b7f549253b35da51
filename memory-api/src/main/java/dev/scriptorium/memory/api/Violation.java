package dev.scriptorium.memory.api;

/**
 * One broken rule at one place. Immutable.
 *
 * @param path workspace path of the file, such as {@code topics/people/ada.md}; empty when no file is meant
 * @param line line number from 1; 0 when the whole file is meant
 * @param rule name of the rule, from the closed list in the reference
 * @param expected what the rule asks for
 * @param found what stands there instead
 * @param hint how to mend it
 * @since 0.1
 */
public record Violation(String path, int line, String rule, String expected, String found, String hint) {

    /** Refuses a negative line and a blank rule. */
    public Violation {
        if (line < 0) {
            throw new IllegalArgumentException("line must not be negative: " + line);
        }
        if (rule.isBlank()) {
            throw new IllegalArgumentException("a violation names its rule");
        }
    }

    @Override
    public String toString() {
        return path + ":" + line + " " + rule + ": expected " + expected + ", found " + found + " (" + hint + ")";
    }
}
