package dev.scriptorium.memory.api;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Complains loudly about each cause once, then quietly. A complaint names places in code and never carries a message of
 * somebody else's, which might hold what people said.
 */
final class WarnOnce {
    // Causes are few; whoever makes up new ones for ever is heard quietly.
    private static final int MAX_CAUSES = 256;

    private final System.Logger log;
    private final Set<String> causes = ConcurrentHashMap.newKeySet();

    WarnOnce(Class<?> about) {
        this.log = System.getLogger(about.getName());
    }

    void complain(String what, Throwable problem) {
        String cause = what + " ended with " + describe(problem);
        log.log(isNew(cause) ? System.Logger.Level.WARNING : System.Logger.Level.DEBUG, cause + place(problem));
    }

    void complain(String cause) {
        log.log(isNew(cause) ? System.Logger.Level.WARNING : System.Logger.Level.DEBUG, cause);
    }

    private boolean isNew(String cause) {
        return causes.size() < MAX_CAUSES && causes.add(cause);
    }

    static String describe(Throwable problem) {
        return problem instanceof MemoryException refusal
                ? refusal.code().name()
                : problem.getClass().getName();
    }

    private static String place(Throwable problem) {
        StackTraceElement[] trace = problem.getStackTrace();
        return trace.length == 0 ? "" : " at " + trace[0];
    }
}
