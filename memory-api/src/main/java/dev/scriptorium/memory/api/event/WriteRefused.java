package dev.scriptorium.memory.api.event;

import dev.scriptorium.memory.api.write.FailureCode;
import java.util.List;

/**
 * An edit of the writer's broke rules and was not installed. It may get one try to mend it. Immutable.
 *
 * @since 0.1
 */
public final class WriteRefused extends MemoryEvent {
    private final FailureCode code;
    private final List<String> rules;

    private WriteRefused(Operation operation, FailureCode code, List<String> rules) {
        super(operation);
        this.code = code;
        this.rules = List.copyOf(rules);
    }

    /**
     * A refused edit.
     *
     * @param operation what it belongs to
     * @param code why
     * @param rules names of the broken rules, one for each violation
     */
    public static WriteRefused of(Operation operation, FailureCode code, List<String> rules) {
        return new WriteRefused(operation, code, rules);
    }

    /** Why. */
    public FailureCode code() {
        return code;
    }

    /** Names of the broken rules, one for each violation. */
    public List<String> rules() {
        return rules;
    }

    @Override
    public void deliverTo(MemoryListener listener) {
        listener.writeRefused(this);
    }

    @Override
    String details() {
        return "code=" + code + ", rules=" + rules;
    }
}
