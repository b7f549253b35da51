package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.markdown.topic.Whitespace;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Something said that a request brings along, to be archived with it.
 *
 * @param label what the request calls it: {@code new-source-} and lower-case letters, digits, hyphens
 * @param role {@code user}, {@code assistant}, {@code system} or {@code tool}
 * @param content the words, verbatim
 * @param observed when it was said, as it is archived: ISO 8601; empty when not known
 * @since 0.1
 */
public record DeclaredSource(String label, String role, String content, String observed) {
    static final Pattern LABEL = Pattern.compile("new-source-[a-z0-9-]+");
    private static final Set<String> ROLES = Set.of("user", "assistant", "system", "tool");

    /**
     * Writes the time in full.
     *
     * @throws MemoryException {@code INVALID_ARGUMENT} when a part breaks its rule
     */
    public DeclaredSource {
        if (!LABEL.matcher(label).matches()) {
            throw Refusal.invalid("a source label is new-source- and lower-case letters, digits, hyphens; found "
                    + Refusal.shown(label));
        }
        if (!ROLES.contains(role)) {
            throw Refusal.invalid(
                    "a role is user, assistant, system or tool; found " + Refusal.shown(role) + " for " + label);
        }
        if (Whitespace.isBlank(content)) {
            throw Refusal.invalid("the content of " + label + " is blank");
        }
        observed = observed.isEmpty() ? "" : ObservedTime.format(observed);
    }
}
