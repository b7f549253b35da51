package dev.scriptorium.memory.markdown.source;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.Trust;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The names of one archive's turns and their trust, in order, and nothing they say. Packed, because a workspace has
 * millions of turns: some twenty bytes a turn besides the turn's own id. Immutable.
 */
final class ArchiveTable {
    private final String path;
    private final AppendPoint appendPoint;
    private final boolean complete;

    /** What most references of the archive begin with. */
    private final String prefix;

    private final int size;
    private final byte[] names;
    private final int[] ends;
    private final long[] keys;
    private final int[] slots;
    private final BitSet pending;

    private ArchiveTable(String path, AppendPoint appendPoint, boolean complete, String prefix, Builder builder) {
        this.path = path;
        this.appendPoint = appendPoint;
        this.complete = complete;
        this.prefix = prefix;
        this.size = builder.size;
        this.names = Arrays.copyOf(builder.names, builder.size == 0 ? 0 : builder.ends[builder.size - 1]);
        this.ends = Arrays.copyOf(builder.ends, size);
        this.keys = Arrays.copyOf(builder.keys, size);
        this.pending = builder.pending;
        this.slots = slots(keys);
    }

    /** The table of turns that are found in this order. */
    static ArchiveTable of(
            String path, AppendPoint appendPoint, boolean complete, List<SourceRef> refs, BitSet pending) {
        String prefix = refs.isEmpty() ? "" : prefix(refs.get(0));
        Builder builder = new Builder(prefix);
        refs.forEach(builder::add);
        builder.pending.or(pending);
        return new ArchiveTable(path, appendPoint, complete, prefix, builder);
    }

    /** The table once these turns have been appended. */
    ArchiveTable appended(List<SourceFrame> frames) {
        String common = size == 0 && !frames.isEmpty() ? prefix(frames.get(0).ref()) : prefix;
        Builder builder = new Builder(common);
        if (size > 0) {
            builder.take(this);
        }
        for (SourceFrame frame : frames) {
            builder.pending.set(builder.size, frame.trust() == Trust.PENDING);
            builder.add(frame.ref());
        }
        return new ArchiveTable(path, AppendPoint.AFTER_RECORD, complete, common, builder);
    }

    String path() {
        return path;
    }

    AppendPoint appendPoint() {
        return appendPoint;
    }

    boolean complete() {
        return complete;
    }

    int size() {
        return size;
    }

    SourceRef ref(int place) {
        int from = place == 0 ? 0 : ends[place - 1];
        String name = new String(names, from, ends[place] - from, StandardCharsets.UTF_8);
        return new SourceRef(name.startsWith("\n") ? name.substring(1) : prefix + name);
    }

    Trust trust(int place) {
        return pending.get(place) ? Trust.PENDING : Trust.TRUSTED;
    }

    /** The place of a turn; -1 when it is not here. */
    int find(SourceRef ref) {
        int place = find(key(ref));
        return place >= 0 && ref(place).equals(ref) ? place : -1;
    }

    /** The place of the turn whose name has this key; -1 when there is none. */
    int find(long key) {
        if (size == 0) {
            return -1;
        }
        for (int slot = slot(key, slots.length); slots[slot] != 0; slot = (slot + 1) & (slots.length - 1)) {
            if (keys[slots[slot] - 1] == key) {
                return slots[slot] - 1;
            }
        }
        return -1;
    }

    /** The first 64 bits of the hash of the name, which the anchor shows too. */
    static long key(SourceRef ref) {
        return Long.parseUnsignedLong(Sha256.hex(ref.value(), 16), 16);
    }

    private static int[] slots(long[] keys) {
        int[] slots = new int[Integer.highestOneBit(Math.max(1, keys.length)) * 4];
        for (int i = 0; i < keys.length; i++) {
            int slot = slot(keys[i], slots.length);
            while (slots[slot] != 0) {
                slot = (slot + 1) & (slots.length - 1);
            }
            slots[slot] = i + 1;
        }
        return slots;
    }

    private static int slot(long key, int length) {
        return (int) key & (length - 1);
    }

    private static String prefix(SourceRef ref) {
        return ref.value().substring(0, ref.value().length() - ref.turn().length());
    }

    private static final class Builder {
        private final String prefix;
        private int size;
        private byte[] names = new byte[256];
        private int[] ends = new int[16];
        private long[] keys = new long[16];
        private final BitSet pending = new BitSet();

        Builder(String prefix) {
            this.prefix = prefix;
        }

        /** Goes on after a table's turns; its arrays are full, so that adding copies them. */
        void take(ArchiveTable table) {
            size = table.size;
            names = table.names;
            ends = table.ends;
            keys = table.keys;
            pending.or(table.pending);
        }

        void add(SourceRef ref) {
            String value = ref.value();
            // No reference has a line feed; here it marks a name that is stored whole.
            String name = value.startsWith(prefix) ? value.substring(prefix.length()) : "\n" + value;
            byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
            int from = size == 0 ? 0 : ends[size - 1];
            if (from + bytes.length > names.length) {
                names = Arrays.copyOf(names, Math.max(from + bytes.length, names.length * 2));
            }
            if (size == ends.length) {
                ends = Arrays.copyOf(ends, size * 2);
                keys = Arrays.copyOf(keys, size * 2);
            }
            System.arraycopy(bytes, 0, names, from, bytes.length);
            ends[size] = from + bytes.length;
            keys[size] = key(ref);
            size++;
        }
    }
}
