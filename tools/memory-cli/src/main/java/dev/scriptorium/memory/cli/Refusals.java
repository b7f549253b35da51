package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.cli.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is said, and returned, when a call is refused or fails. */
final class Refusals {
    private static final String INTERNAL = "INTERNAL_ERROR";

    private Refusals() {}

    /** Reports what went wrong; returns the exit code. */
    static int report(Throwable problem, Output output) {
        if (problem instanceof UsageException) {
            return usage(String.valueOf(problem.getMessage()), output);
        }
        if (problem instanceof MemoryException refusal) {
            print(
                    refusal.code().name(),
                    String.valueOf(refusal.getMessage()),
                    refusal.retryable(),
                    refusal.violations(),
                    output);
            hint(refusal.code()).filter(hint -> !output.json()).ifPresent(hint -> output.complaint("  " + hint));
            return refusal.retryable() ? ExitCode.RETRY : ExitCode.REFUSED;
        }
        if (problem instanceof OutOfMemoryError) {
            print(INTERNAL, "out of memory; give more with SCRIPTORIUM_JAVA_OPTS=-Xmx2g", false, List.of(), output);
            return ExitCode.REFUSED;
        }
        print(INTERNAL, String.valueOf(problem), false, List.of(), output);
        if (output.around().environment().containsKey("SCRIPTORIUM_DEBUG")) {
            problem.printStackTrace(output.around().err());
        } else {
            output.complaint("  this is a fault of ours; SCRIPTORIUM_DEBUG=1 shows where");
        }
        return ExitCode.REFUSED;
    }

    /** Reports a call that is not as it has to be; returns the exit code. */
    static int usage(String message, Output output) {
        if (output.json()) {
            output.document(document(ErrorCode.INVALID_ARGUMENT.name(), message, false, List.of()));
        }
        output.complaint("scriptorium: " + message);
        return ExitCode.USAGE;
    }

    private static void print(
            String code, String message, boolean retryable, List<Violation> violations, Output output) {
        if (output.json()) {
            output.document(document(code, message, retryable, violations));
            return;
        }
        output.complaint("scriptorium: " + code + ": " + message);
        for (Violation violation : violations) {
            String place = violation.line() == 0 ? violation.path() : violation.path() + ":" + violation.line();
            output.complaint("  " + place + "  " + violation.rule() + ": expected " + violation.expected() + ", found "
                    + violation.found());
            if (!violation.hint().isBlank()) {
                output.complaint("    " + violation.hint());
            }
        }
        if (retryable) {
            output.complaint("  nothing is lost; try again");
        }
    }

    private static JsonObject document(String code, String message, boolean retryable, List<Violation> violations) {
        List<JsonObject> places = new ArrayList<>();
        for (Violation violation : violations) {
            places.add(new JsonObject()
                    .put("path", violation.path())
                    .put("line", violation.line())
                    .put("rule", violation.rule())
                    .put("expected", violation.expected())
                    .put("found", violation.found())
                    .put("hint", violation.hint()));
        }
        return new JsonObject()
                .put("ok", false)
                .put(
                        "error",
                        new JsonObject()
                                .put("code", code)
                                .put("message", message)
                                .put("retryable", retryable)
                                .put("violations", places));
    }

    private static Optional<String> hint(ErrorCode code) {
        return Optional.ofNullable(
                switch (code) {
                    case WORKSPACE_BUSY ->
                        "another process is at work; wait longer with --set interactiveLockTimeout=60s";
                    case MEMORY_DISABLED -> "SCRIPTORIUM_BACKEND=none is set; unset it to use the memory";
                    case FORMAT_TOO_NEW -> "use the version of scriptorium that wrote it, or a newer one";
                    case WORKSPACE_CORRUPT -> "scriptorium check names what is wrong";
                    default -> null;
                });
    }
}
