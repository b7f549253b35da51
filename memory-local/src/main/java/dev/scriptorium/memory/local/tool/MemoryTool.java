package dev.scriptorium.memory.local.tool;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.model.ToolSpec;

/**
 * One tool over a workspace: what a model is told of it, and what a call of it does. A host registers it its own way.
 * Safe for use by several threads; immutable.
 *
 * @since 0.1
 */
public final class MemoryTool {

    /** Answers a call. */
    interface Handler {
        /** Answers; what it throws becomes an answer that says why not. */
        String answer(ToolInput input);
    }

    private final ToolSpec spec;
    private final int longest;
    private final Handler handler;

    MemoryTool(ToolSpec spec, int longest, Handler handler) {
        this.spec = spec;
        this.longest = longest;
        this.handler = handler;
    }

    /** Its name, such as {@code memory_search}. */
    public String name() {
        return spec.name();
    }

    /** What a model is told: name, description, JSON schema. */
    public ToolSpec spec() {
        return spec;
    }

    /**
     * Carries a call out. What the memory refuses is an answer too: {@code {"ok":false,"error":{…}}} with a code of
     * {@link dev.scriptorium.memory.api.ErrorCode}, and nothing has changed then.
     *
     * @param argumentsJson what the model wrote; perhaps not JSON at all
     * @return text for the model, not longer than the tool allows
     */
    public String call(String argumentsJson) {
        try {
            return capped(handler.answer(ToolInput.of(argumentsJson)));
        } catch (MemoryException e) {
            return ToolErrors.of(e);
        }
    }

    private String capped(String text) {
        if (text.length() <= longest) {
            return text;
        }
        String note = "\n[cut here: " + text.length() + " characters are more than " + longest + "; ask for less]";
        int end = longest - note.length();
        // No half of a pair.
        end = Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end;
        return text.substring(0, end) + note;
    }
}
