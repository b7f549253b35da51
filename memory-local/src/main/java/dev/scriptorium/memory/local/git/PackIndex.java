package dev.scriptorium.memory.local.git;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.OptionalInt;
import org.eclipse.jgit.lib.AbbreviatedObjectId;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.ObjectId;

/** Where in a pack each object begins: an {@code .idx} file of version 1 or 2. Immutable. */
final class PackIndex {
    private static final int MAGIC = 0xff744f63;
    private static final int FANOUT = 256 * 4;

    private final byte[] bytes;
    private final ByteBuffer numbers;
    private final boolean first;
    private final int fanout;
    private final int count;

    PackIndex(byte[] bytes) throws IOException {
        this.bytes = bytes;
        numbers = ByteBuffer.wrap(bytes);
        first = bytes.length < 8 || numbers.getInt(0) != MAGIC;
        fanout = first ? 0 : 8;
        if (bytes.length < fanout + FANOUT + 2 * GitHash.LENGTH || (!first && numbers.getInt(4) != 2)) {
            throw new DamagedException("no index of a pack");
        }
        count = numbers.getInt(fanout + FANOUT - 4);
        long least = fanout + FANOUT + (long) count * (first ? 24 : 28) + 2 * GitHash.LENGTH;
        if (count < 0 || least > bytes.length) {
            throw new DamagedException("an index that names " + count + " objects");
        }
    }

    static PackIndex open(Path file) throws IOException {
        return new PackIndex(Files.readAllBytes(file));
    }

    /** How many objects an index names; read without the rest of it. */
    static int count(Path file) throws IOException {
        byte[] head = new byte[8 + FANOUT];
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            in.readFully(head);
        }
        ByteBuffer numbers = ByteBuffer.wrap(head);
        return numbers.getInt(numbers.getInt(0) == MAGIC ? 8 + FANOUT - 4 : FANOUT - 4);
    }

    int count() {
        return count;
    }

    /** The n-th object in the order of their ids. */
    ObjectId id(int n) {
        return ObjectId.fromRaw(bytes, name(n));
    }

    long offset(int n) throws IOException {
        if (first) {
            return Integer.toUnsignedLong(numbers.getInt(name(n) - 4));
        }
        int offsets = fanout + FANOUT + count * (GitHash.LENGTH + 4);
        int small = numbers.getInt(offsets + 4 * n);
        if (small >= 0) {
            return small;
        }
        long large = offsets + 4L * count + 8L * (small & Integer.MAX_VALUE);
        if (large + 8 + 2 * GitHash.LENGTH > bytes.length) {
            throw new DamagedException("an index with a wrong offset");
        }
        return numbers.getLong((int) large);
    }

    /** The checksum of an entry as it lies in the pack; empty where the index has none. */
    OptionalInt crc(int n) {
        return first
                ? OptionalInt.empty()
                : OptionalInt.of(numbers.getInt(fanout + FANOUT + count * GitHash.LENGTH + 4 * n));
    }

    /** Where an object begins; -1 when the pack does not hold it. */
    long find(AnyObjectId id) throws IOException {
        int low = start(id.getFirstByte());
        int high = Math.min(count, numbers.getInt(fanout + 4 * id.getFirstByte()));
        while (low < high) {
            int middle = (low + high) >>> 1;
            int order = id.compareTo(bytes, name(middle));
            if (order == 0) {
                return offset(middle);
            }
            if (order < 0) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return -1;
    }

    /** Collects the objects whose ids begin so. */
    void resolve(AbbreviatedObjectId prefix, Collection<ObjectId> found) {
        for (int n = start(prefix.getFirstByte()); n < count; n++) {
            int order = prefix.prefixCompare(bytes, name(n));
            if (order < 0) {
                return;
            }
            if (order == 0) {
                found.add(id(n));
            }
        }
    }

    private int start(int firstByte) {
        return firstByte == 0 ? 0 : Math.max(0, numbers.getInt(fanout + 4 * (firstByte - 1)));
    }

    private int name(int n) {
        return fanout + FANOUT + (first ? 24 * n + 4 : GitHash.LENGTH * n);
    }
}
