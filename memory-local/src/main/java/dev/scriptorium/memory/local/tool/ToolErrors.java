package dev.scriptorium.memory.local.tool;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.local.internal.json.JsonObject;
import java.util.List;

/** What a model is told when the memory refuses a call. */
final class ToolErrors {
    private static final int DETAILS = 20;
    private static final int LONGEST = 2_000;

    private ToolErrors() {}

    static String of(MemoryException e) {
        List<Violation> violations = e.violations();
        String message = String.valueOf(e.getMessage());
        JsonObject error = JsonObject.create()
                .put("code", e.code().name())
                .put("message", message.length() > LONGEST ? message.substring(0, LONGEST) + "…" : message)
                .put("path", violations.isEmpty() ? "" : violations.get(0).path())
                .put("retryable", e.retryable());
        if (!violations.isEmpty()) {
            error.putObjects(
                    "details",
                    violations.stream().limit(DETAILS).map(ToolErrors::detail).toList());
        }
        return JsonObject.create().put("ok", false).put("error", error).toString();
    }

    private static JsonObject detail(Violation violation) {
        return JsonObject.create()
                .put("path", violation.path())
                .put("line", violation.line())
                .put("rule", violation.rule())
                .put("expected", violation.expected())
                .put("found", violation.found())
                .put("hint", violation.hint());
    }
}
