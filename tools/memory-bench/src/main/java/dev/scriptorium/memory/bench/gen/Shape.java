package dev.scriptorium.memory.bench.gen;

/**
 * How large a synthetic workspace becomes.
 *
 * @param blocks how many blocks; as many as fit when it is bounded by bytes
 * @param bytes how many bytes of topics and archives make it large enough
 * @param archiveBytes the least length of one large archive beside the others; 0 for none
 */
public record Shape(long blocks, long bytes, long archiveBytes) {

    /** Checks that there is something to write. */
    public Shape {
        if (blocks < 1 || bytes < 1 || archiveBytes < 0) {
            throw new IllegalArgumentException(blocks + " blocks, " + bytes + " bytes, " + archiveBytes);
        }
    }

    /** As many blocks. */
    public static Shape ofBlocks(long blocks, long archiveBytes) {
        return new Shape(blocks, Long.MAX_VALUE, archiveBytes);
    }

    /** As many bytes, or a little more. */
    public static Shape ofBytes(long bytes, long archiveBytes) {
        return new Shape(Long.MAX_VALUE, bytes, archiveBytes);
    }
}
