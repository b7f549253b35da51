package dev.scriptorium.memory.bench.crash;

import java.util.List;

/**
 * How a process ends.
 *
 * @param arguments what the process is told
 * @param afterOpening whether to wait until it has opened the workspace
 * @param afterMillis when to kill it from outside after that; negative when it halts by itself
 * @param point the name of the point, or of the kind of kill, that it counts for
 */
record Kill(List<String> arguments, boolean afterOpening, int afterMillis, String point) {
    static final String FROM_OUTSIDE = "outside";
    static final String AT_POINT = "point";
    static final String AT_OPERATION = "operation";
    static final String POWER_CUT = "power";

    /** Where the states that a power cut may leave are written. */
    static final String STATES = "states";

    /** The signal that nobody can catch, at any instant. */
    static Kill signal(boolean afterOpening, int afterMillis) {
        return new Kill(
                List.of(FROM_OUTSIDE),
                afterOpening,
                afterMillis,
                afterOpening ? "any instant" : "any instant of recovery");
    }

    /** Just before an operation of a name. */
    static Kill atPoint(String point, int occurrence) {
        return new Kill(List.of(AT_POINT, point, String.valueOf(occurrence)), false, -1, point);
    }

    /** Just before one of the first operations, which are those of recovery. */
    static Kill inRecovery(int operation) {
        return new Kill(List.of(AT_OPERATION, String.valueOf(operation)), false, -1, "recovery");
    }

    /** The power is cut before an operation. */
    static Kill powerCut(int operation, int states) {
        return new Kill(
                List.of(POWER_CUT, String.valueOf(operation), STATES, String.valueOf(states)), false, -1, "power cut");
    }

    boolean isPowerCut() {
        return arguments.get(0).equals(POWER_CUT);
    }
}
