package dev.scriptorium.memory.api.ref;

/**
 * The stable name of a block, such as {@code 1f90f631}; the {@code ^} before it in a topic is not part of it. Records
 * from before block ids have names of the form {@code mem_…}.
 *
 * @param value letters, digits and hyphens; for old records also underscores after {@code mem_}
 * @since 0.1
 */
public record BlockId(String value) implements Comparable<BlockId> {
    private static final int MOST = 128;
    private static final String LEGACY = "mem_";

    /** Refuses what is not an id. */
    public BlockId {
        if (!isValid(value)) {
            throw new IllegalArgumentException("not a block id: \"" + value + "\"");
        }
    }

    /** Whether the text has the shape of an id. */
    public static boolean isValid(String text) {
        boolean old = text.startsWith(LEGACY);
        for (int i = old ? LEGACY.length() : 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
            if (!plain && !(old && c == '_')) {
                return false;
            }
        }
        return text.length() <= MOST && text.length() > (old ? LEGACY.length() : 0);
    }

    /** Reads an id with or without its {@code ^}. */
    public static BlockId parse(String text) {
        return new BlockId(text.startsWith("^") ? text.substring(1) : text);
    }

    /** Whether this names a record from before block ids. */
    public boolean legacy() {
        return value.startsWith(LEGACY);
    }

    @Override
    public int compareTo(BlockId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
