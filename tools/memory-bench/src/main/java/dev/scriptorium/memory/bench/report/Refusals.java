package dev.scriptorium.memory.bench.report;

import dev.scriptorium.memory.api.MemoryException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is said, and returned, when a bench was not called as it has to be or could not finish. */
public final class Refusals {
    private static final int FAILED = 1;
    private static final int USAGE = 2;
    private static final int RETRY = 75;

    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean json;

    /** Refusals told to these writers. */
    public Refusals(PrintWriter out, PrintWriter err, boolean json) {
        this.out = out;
        this.err = err;
        this.json = json;
    }

    /** A call that is not as it has to be; returns the exit code. */
    public int usage(String message) {
        tell("INVALID_ARGUMENT", message, false);
        return USAGE;
    }

    /** A run that did not come to an end; returns the exit code. */
    public int failure(Throwable problem) {
        boolean retryable = false;
        if (problem instanceof MemoryException refusal) {
            retryable = refusal.retryable();
            tell(refusal.code().name(), String.valueOf(refusal.getMessage()), retryable);
            refusal.violations().stream().limit(10).forEach(violation -> err.print("  " + violation + "\n"));
        } else {
            tell("INTERNAL_ERROR", String.valueOf(problem), false);
            problem.printStackTrace(err);
        }
        err.flush();
        return retryable ? RETRY : FAILED;
    }

    private void tell(String code, String message, boolean retryable) {
        if (json) {
            Map<String, @Nullable Object> error = new LinkedHashMap<>();
            error.put("code", code);
            error.put("message", message);
            error.put("retryable", retryable);
            error.put("violations", List.of());
            Map<String, @Nullable Object> document = new LinkedHashMap<>();
            document.put("ok", false);
            document.put("error", error);
            out.print(Json.pretty(document) + "\n");
            out.flush();
        }
        err.print("bench: " + code + ": " + message + "\n");
        err.flush();
    }
}
