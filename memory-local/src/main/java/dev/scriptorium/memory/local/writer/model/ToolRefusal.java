package dev.scriptorium.memory.local.writer.model;

/** A tool call that is not carried out; the model is told why and may try again. */
final class ToolRefusal extends Exception {
    private static final long serialVersionUID = 1L;

    private final String code;

    /**
     * A refusal.
     *
     * @param code what kind, for people; never a word of the model's
     * @param message for the model
     */
    ToolRefusal(String code, String message) {
        super(message);
        this.code = code;
    }

    String code() {
        return code;
    }

    /** What the model is told. */
    String answer() {
        return String.valueOf(getMessage());
    }
}
