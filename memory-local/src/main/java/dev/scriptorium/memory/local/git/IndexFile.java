package dev.scriptorium.memory.local.git;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.eclipse.jgit.lib.ObjectId;

/**
 * The file {@code .git/index}, rewritten entry by entry: what is not edited is copied as it is. Versions 2 to 4 are read,
 * 2 or 3 is written.
 *
 * <p>New entries hold no times and no size, as after {@code git update-index --cacheinfo}: they say which blob is
 * committed, not that the file in the work tree is that blob. {@code git status} looks, and fills them in.
 */
final class IndexFile {
    /** Times, device, inode, mode, owner, size; then the id, then the flags. */
    private static final int ID = 40;

    private static final int FLAGS = ID + GitHash.LENGTH;
    private static final int FIXED = FLAGS + 2;

    private static final int EXTENDED = 0x4000;
    private static final int STAGE = 0x3000;

    private final byte[] bytes;
    private final ByteBuffer numbers;
    private final int version;
    private final int count;
    private final SortedSet<String> conflicts = new TreeSet<>();

    private int at = 12;
    private byte[] name = new byte[0];

    private final ByteArrayOutputStream out;
    private int written;
    private boolean extended;

    private IndexFile(byte[] bytes) throws DamagedIndexException {
        this.bytes = bytes;
        numbers = ByteBuffer.wrap(bytes);
        if (bytes.length < 12 + GitHash.LENGTH || numbers.getInt(0) != 0x44495243) {
            throw new DamagedIndexException("no index");
        }
        version = numbers.getInt(4);
        count = numbers.getInt(8);
        if (version < 2 || version > 4 || count < 0) {
            throw new UnsupportedOperationException("an index of version " + version);
        }
        byte[] checksum = Arrays.copyOfRange(bytes, end(), bytes.length);
        if (!Arrays.equals(checksum, new byte[GitHash.LENGTH]) && !Arrays.equals(checksum, GitHash.of(bytes, end()))) {
            throw new DamagedIndexException("its checksum");
        }
        out = new ByteArrayOutputStream(bytes.length + 1024);
    }

    /** A rewritten index. */
    static final class Rewritten {
        private final byte[] bytes;
        private final SortedSet<String> conflicts;

        private Rewritten(byte[] bytes, SortedSet<String> conflicts) {
            this.bytes = bytes;
            this.conflicts = conflicts;
        }

        byte[] bytes() {
            return bytes;
        }

        /** The edits that were not made because their path is in an unfinished merge. */
        SortedSet<String> conflicts() {
            return conflicts;
        }
    }

    /**
     * Rewrites an index.
     *
     * @param before its bytes; empty for a new one
     * @param edits what is to become of entries, by path
     * @throws DamagedIndexException when it is damaged
     * @throws UnsupportedOperationException when it is split or sparse
     */
    static Rewritten rewrite(Optional<byte[]> before, SortedMap<String, IndexEdit> edits) throws DamagedIndexException {
        try {
            IndexFile file = new IndexFile(before.orElseGet(IndexFile::empty));
            return new Rewritten(file.rewrite(edits), file.conflicts);
        } catch (IndexOutOfBoundsException e) {
            throw new DamagedIndexException("it ends early");
        }
    }

    private static byte[] empty() {
        ByteBuffer empty = ByteBuffer.allocate(12 + GitHash.LENGTH);
        empty.putInt(0x44495243).putInt(2).putInt(0).put(GitHash.of(empty.array(), 12));
        return empty.array();
    }

    /** How many entries an index says it has. */
    static int count(byte[] header) {
        return header.length < 12 ? 0 : ByteBuffer.wrap(header).getInt(8);
    }

    private int end() {
        return bytes.length - GitHash.LENGTH;
    }

    private byte[] rewrite(SortedMap<String, IndexEdit> edits) throws DamagedIndexException {
        out.write(bytes, 0, 12);
        // UTF-16 sorts otherwise than UTF-8, which is the order of the index.
        TreeMap<byte[], Map.Entry<String, IndexEdit>> sorted = new TreeMap<>(Arrays::compareUnsigned);
        edits.entrySet().forEach(edit -> sorted.put(edit.getKey().getBytes(StandardCharsets.UTF_8), edit));
        Iterator<Map.Entry<byte[], Map.Entry<String, IndexEdit>>> rest =
                sorted.entrySet().iterator();
        Map.Entry<byte[], Map.Entry<String, IndexEdit>> edit = rest.hasNext() ? rest.next() : null;
        byte[] last = null;
        for (int n = 0; n < count; n++) {
            int start = at;
            int flags = numbers.getShort(start + FLAGS);
            int fixed = FIXED + ((flags & EXTENDED) == 0 ? 0 : 2);
            readName(start + fixed);
            while (edit != null && Arrays.compareUnsigned(edit.getKey(), name) < 0) {
                if (!Arrays.equals(edit.getKey(), last)) {
                    added(edit.getKey(), edit.getValue().getValue());
                }
                edit = rest.hasNext() ? rest.next() : null;
            }
            if (edit == null || !Arrays.equals(edit.getKey(), name)) {
                copy(start, fixed);
                continue;
            }
            last = name;
            IndexEdit wanted = edit.getValue().getValue();
            if ((flags & STAGE) != 0) {
                conflicts.add(edit.getValue().getKey());
                copy(start, fixed);
            } else if (!wanted.applies(Optional.of(ObjectId.fromRaw(bytes, start + ID)))) {
                copy(start, fixed);
            } else if (wanted.next().isPresent()) {
                fresh(name, wanted.next().get());
            }
        }
        for (; edit != null; edit = rest.hasNext() ? rest.next() : null) {
            if (!Arrays.equals(edit.getKey(), last)) {
                added(edit.getKey(), edit.getValue().getValue());
            }
        }
        extensions();
        return finished();
    }

    private void added(byte[] path, IndexEdit edit) {
        if (edit.applies(Optional.empty()) && edit.next().isPresent()) {
            fresh(path, edit.next().get());
        }
    }

    private void readName(int from) throws DamagedIndexException {
        int start = from;
        int kept = 0;
        if (version == 4) {
            int c = bytes[start++];
            int dropped = c & 0x7f;
            while ((c & 0x80) != 0) {
                c = bytes[start++];
                dropped = ((dropped + 1) << 7) | (c & 0x7f);
            }
            kept = name.length - dropped;
        }
        int stop = start;
        while (bytes[stop] != 0) {
            stop++;
        }
        if (kept < 0 || stop >= end()) {
            throw new DamagedIndexException("a name");
        }
        byte[] read = Arrays.copyOf(name, kept + stop - start);
        System.arraycopy(bytes, start, read, kept, stop - start);
        name = read;
        at = version == 4 ? stop + 1 : stop + padding(stop - at);
    }

    private static int padding(int length) {
        return 8 - length % 8;
    }

    private void copy(int start, int fixed) {
        extended |= fixed > FIXED;
        out.write(bytes, start, fixed);
        finish(fixed, name);
    }

    private void fresh(byte[] path, ObjectId id) {
        ByteBuffer entry = ByteBuffer.allocate(FIXED);
        entry.putInt(24, 0100644);
        id.copyRawTo(entry.position(ID));
        entry.putShort(FLAGS, (short) Math.min(path.length, 0xfff));
        out.write(entry.array(), 0, FIXED);
        finish(FIXED, path);
    }

    private void finish(int fixed, byte[] path) {
        out.write(path, 0, path.length);
        out.write(new byte[8], 0, padding(fixed + path.length));
        written++;
    }

    /** Keeps how conflicts were resolved; drops what is a cache of the entries. */
    private void extensions() throws DamagedIndexException {
        while (at + 8 <= end()) {
            String signature = new String(bytes, at, 4, StandardCharsets.ISO_8859_1);
            int length = numbers.getInt(at + 4);
            if (length < 0 || at + 8 + length > end()) {
                throw new DamagedIndexException("an extension");
            }
            if (Character.isLowerCase(signature.charAt(0))) {
                throw new UnsupportedOperationException("an index with extension " + signature);
            }
            if (signature.equals("REUC")) {
                out.write(bytes, at, 8 + length);
            }
            at += 8 + length;
        }
    }

    private byte[] finished() {
        byte[] result = Arrays.copyOf(out.toByteArray(), out.size() + GitHash.LENGTH);
        ByteBuffer.wrap(result).putInt(4, extended ? 3 : 2).putInt(8, written);
        System.arraycopy(GitHash.of(result, out.size()), 0, result, out.size(), GitHash.LENGTH);
        return result;
    }
}
