package dev.scriptorium.memory.local.git;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * One pack on disk: where its entries begin and what their headers say. Not thread-safe.
 *
 * <p>The file is opened by {@link #in} and stays open until {@link #close}; it may be opened again afterwards.
 */
final class PackFile {
    static final int OFFSET_DELTA = 6;
    static final int REFERENCE_DELTA = 7;

    private final Path path;
    private @Nullable PackIndex index;
    private @Nullable RandomAccessFile file;

    PackFile(Path path) {
        this.path = path;
    }

    /** The header of an entry. */
    record Entry(
            int type,
            long size,
            long data,
            long baseOffset,
            @Nullable ObjectId baseId) {
        boolean delta() {
            return type == OFFSET_DELTA || type == REFERENCE_DELTA;
        }
    }

    Path path() {
        return path;
    }

    Path sibling(String extension) {
        String name = String.valueOf(path.getFileName());
        return path.resolveSibling(name.substring(0, name.length() - "pack".length()) + extension);
    }

    PackIndex index() throws IOException {
        PackIndex known = index;
        if (known == null) {
            known = PackIndex.open(sibling("idx"));
            index = known;
        }
        return known;
    }

    long length() throws IOException {
        return in().length();
    }

    Entry entry(long offset) throws IOException {
        RandomAccessFile in = in();
        byte[] header = new byte[48];
        in.seek(offset);
        int length = Math.max(0, in.read(header));
        int[] at = {0};
        int c = next(header, at, length);
        int type = (c >> 4) & 7;
        long size = c & 15;
        for (int shift = 4; (c & 0x80) != 0; shift += 7) {
            c = next(header, at, length);
            size |= (long) (c & 0x7f) << shift;
            if (shift > 50) {
                throw new DamagedException("the size of an entry");
            }
        }
        if (size < 0 || size / 1100 > in.length()) {
            throw new DamagedException("an entry of " + size + " bytes");
        }
        long baseOffset = -1;
        ObjectId baseId = null;
        if (type == OFFSET_DELTA) {
            c = next(header, at, length);
            long back = c & 0x7f;
            while ((c & 0x80) != 0) {
                c = next(header, at, length);
                back = ((back + 1) << 7) | (c & 0x7f);
            }
            baseOffset = offset - back;
            if (back <= 0 || baseOffset < 12) {
                throw new DamagedException("a delta without a base");
            }
        } else if (type == REFERENCE_DELTA) {
            if (at[0] + GitHash.LENGTH > length) {
                throw new DamagedException("an entry ends early");
            }
            baseId = ObjectId.fromRaw(header, at[0]);
            at[0] += GitHash.LENGTH;
        } else if (type < 1 || type > 4) {
            throw new DamagedException("an entry of type " + type);
        }
        return new Entry(type, size, offset + at[0], baseOffset, baseId);
    }

    private static int next(byte[] header, int[] at, int length) throws IOException {
        if (at[0] >= length) {
            throw new DamagedException("an entry ends early");
        }
        return header[at[0]++] & 0xff;
    }

    /** The inflated data of an entry; of a delta, its instructions. */
    byte[] inflate(Entry entry) throws IOException {
        RandomAccessFile in = in();
        in.seek(entry.data());
        return Inflation.exactly(entry.size(), new InputStream() {
            @Override
            public int read() throws IOException {
                return in.read();
            }

            @Override
            public int read(byte[] bytes, int from, int length) throws IOException {
                return in.read(bytes, from, length);
            }
        });
    }

    /** The bytes of the file between two offsets. */
    byte[] raw(long from, long to) throws IOException {
        byte[] bytes = new byte[Math.toIntExact(to - from)];
        RandomAccessFile in = in();
        in.seek(from);
        in.readFully(bytes);
        return bytes;
    }

    private RandomAccessFile in() throws IOException {
        RandomAccessFile known = file;
        if (known == null) {
            known = new RandomAccessFile(path.toFile(), "r");
            file = known;
        }
        return known;
    }

    boolean open() {
        return file != null;
    }

    void close() {
        RandomAccessFile known = file;
        file = null;
        if (known != null) {
            try {
                known.close();
            } catch (IOException e) {
                // It was only read.
            }
        }
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
