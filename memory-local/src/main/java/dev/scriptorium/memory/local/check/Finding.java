package dev.scriptorium.memory.local.check;

/**
 * Something that a check found.
 *
 * @param code what kind
 * @param problem whether it must be mended
 * @param path workspace path; empty when no file is meant
 * @param line the line, from 1; 0 when the whole file is meant
 * @param message what is wrong
 * @param hint how to mend it
 * @since 0.1
 */
public record Finding(FindingCode code, boolean problem, String path, int line, String message, String hint) {

    static Finding problem(FindingCode code, String path, int line, String message, String hint) {
        return new Finding(code, true, path, line, message, hint);
    }

    static Finding note(FindingCode code, String path, String message, String hint) {
        return new Finding(code, false, path, 0, message, hint);
    }
}
