package dev.scriptorium.memory.local.git;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.eclipse.jgit.lib.ObjectId;

/** One line of the index of a pack that was just written. */
record PackedEntry(ObjectId id, long offset, int crc) {

    /** The index of a pack, in version 2. */
    static byte[] index(List<PackedEntry> entries, byte[] packChecksum) {
        PackedEntry[] sorted = entries.toArray(PackedEntry[]::new);
        Arrays.sort(sorted, Comparator.comparing(PackedEntry::id));
        int large = (int) entries.stream().filter(PackedEntry::large).count();
        ByteBuffer out = ByteBuffer.allocate(8 + 1024 + sorted.length * 28 + large * 8 + 2 * GitHash.LENGTH);
        out.putInt(0xff744f63).putInt(2);
        int n = 0;
        for (int first = 0; first < 256; first++) {
            while (n < sorted.length && sorted[n].id.getFirstByte() == first) {
                n++;
            }
            out.putInt(n);
        }
        for (PackedEntry entry : sorted) {
            entry.id.copyRawTo(out);
        }
        for (PackedEntry entry : sorted) {
            out.putInt(entry.crc);
        }
        int next = 0;
        for (PackedEntry entry : sorted) {
            out.putInt(entry.large() ? Integer.MIN_VALUE | next++ : (int) entry.offset);
        }
        for (PackedEntry entry : sorted) {
            if (entry.large()) {
                out.putLong(entry.offset);
            }
        }
        out.put(packChecksum);
        out.put(GitHash.of(out.array(), out.position()));
        return out.array();
    }

    private boolean large() {
        return offset > Integer.MAX_VALUE;
    }
}
