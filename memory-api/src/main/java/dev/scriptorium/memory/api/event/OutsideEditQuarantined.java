package dev.scriptorium.memory.api.event;

/**
 * What a person changed in their own editor breaks a rule; the last good version of the file serves. Immutable.
 *
 * @since 0.1
 */
public final class OutsideEditQuarantined extends MemoryEvent {
    private final String path;
    private final int line;
    private final String rule;

    private OutsideEditQuarantined(Operation operation, String path, int line, String rule) {
        super(operation);
        this.path = path;
        this.line = line;
        this.rule = rule;
    }

    /**
     * An edit that was set aside.
     *
     * @param operation what it belongs to
     * @param path workspace path of the file
     * @param line line of the first violation from 1; 0 when the whole file is meant
     * @param rule name of the rule it breaks
     */
    public static OutsideEditQuarantined of(Operation operation, String path, int line, String rule) {
        return new OutsideEditQuarantined(operation, path, line, rule);
    }

    /** Workspace path of the file. */
    public String path() {
        return path;
    }

    /** Line of the first violation from 1; 0 when the whole file is meant. */
    public int line() {
        return line;
    }

    /** Name of the rule it breaks. */
    public String rule() {
        return rule;
    }

    @Override
    public void deliverTo(MemoryListener listener) {
        listener.outsideEditQuarantined(this);
    }

    @Override
    String details() {
        return "path=" + path + ", line=" + line + ", rule=" + rule;
    }
}
