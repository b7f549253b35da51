package dev.scriptorium.memory.local;

import java.util.List;

/**
 * What a check found. Immutable.
 *
 * @since 0.1
 */
public final class CheckReport {
    private final List<CheckFinding> problems;
    private final List<CheckFinding> notes;

    CheckReport(List<CheckFinding> problems, List<CheckFinding> notes) {
        this.problems = List.copyOf(problems);
        this.notes = List.copyOf(notes);
    }

    /** What must be mended. */
    public List<CheckFinding> problems() {
        return problems;
    }

    /** What is worth knowing and mends itself or may stay. */
    public List<CheckFinding> notes() {
        return notes;
    }

    /** Whether nothing must be mended. */
    public boolean ok() {
        return problems.isEmpty();
    }
}
