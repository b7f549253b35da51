package dev.scriptorium.memory.api.session;

import java.util.regex.Pattern;

/**
 * The name of a workspace, and the value of the mark on a turn that it has written.
 *
 * @param value {@code w-} and eight lower-case hex digits
 * @since 0.1
 */
public record WorkspaceId(String value) {
    private static final Pattern FORM = Pattern.compile("w-[0-9a-f]{8}");

    /** Refuses anything of another form. */
    public WorkspaceId {
        if (!isValid(value)) {
            throw new IllegalArgumentException("a workspace id is w- and 8 hex digits: \"" + value + "\"");
        }
    }

    /** Whether the text is a workspace id. */
    public static boolean isValid(String text) {
        return FORM.matcher(text).matches();
    }

    @Override
    public String toString() {
        return value;
    }
}
