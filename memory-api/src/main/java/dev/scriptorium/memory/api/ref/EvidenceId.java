package dev.scriptorium.memory.api.ref;

import java.util.regex.Pattern;

/**
 * The label of a footnote that leads from a block to its sources, such as {@code e-0b7d7ba71d}.
 *
 * @param value letters, digits, underscores and hyphens
 * @since 0.1
 */
public record EvidenceId(String value) implements Comparable<EvidenceId> {
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]+");

    /** Refuses what is not a footnote label. */
    public EvidenceId {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException("not an evidence id: \"" + value + "\"");
        }
    }

    @Override
    public int compareTo(EvidenceId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
