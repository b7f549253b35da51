package dev.scriptorium.memory.markdown.topic;

import java.util.Optional;

/**
 * A link inside a block, outside code.
 *
 * @param start offset of its {@code [} in the block's raw text
 * @param targetStart offset of the target
 * @param targetEnd offset after the target
 * @param text the display text
 * @param target the target as written
 * @since 0.1
 */
public record Link(int start, int targetStart, int targetEnd, String text, String target) {

    /** The part before the fragment, as written. */
    public String path() {
        int hash = target.indexOf('#');
        return hash < 0 ? target : target.substring(0, hash);
    }

    /** The id of the block it leads to; empty when it is no link to a block. */
    public Optional<String> blockId() {
        int hash = target.indexOf('#');
        if (hash < 0) {
            return Optional.empty();
        }
        String fragment = target.substring(hash + 1);
        if (fragment.startsWith("^") && fragment.length() > 1) {
            return Optional.of(fragment.substring(1));
        }
        return fragment.startsWith("mem_") ? Optional.of(fragment) : Optional.empty();
    }
}
