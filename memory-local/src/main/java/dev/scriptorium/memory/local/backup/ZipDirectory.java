package dev.scriptorium.memory.local.backup;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The directory of a zip file as it stands there: every entry, also the second of a name, and whether it is a link, which
 * the platform's own reader does not say.
 */
final class ZipDirectory {
    private static final int END = 0x06054b50;
    private static final int END_64 = 0x06064b50;
    private static final int LOCATOR_64 = 0x07064b50;
    private static final int ENTRY = 0x02014b50;
    private static final int END_LENGTH = 22;
    private static final int LOCATOR_LENGTH = 20;
    private static final int ENTRY_LENGTH = 46;
    private static final int LONGEST_COMMENT = 0xffff;
    private static final int MADE_ON_UNIX = 3;
    private static final int KIND = 0xf000;
    private static final int REGULAR = 0x8000;
    private static final long LONGEST = Integer.MAX_VALUE - 64L;

    private ZipDirectory() {}

    /**
     * An entry.
     *
     * @param name its name
     * @param special whether it stands for something else than a file: a link, a directory, a device
     * @param encrypted whether it needs a password
     */
    record Entry(String name, boolean special, boolean encrypted) {}

    /**
     * The entries of a file.
     *
     * @throws IOException when it is no zip file, or cut
     */
    static List<Entry> read(Path file) throws IOException {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            int tail = (int) Math.min(in.length(), END_LENGTH + LONGEST_COMMENT);
            ByteBuffer end = bytes(in, in.length() - tail, tail);
            int at = tail - END_LENGTH;
            while (at >= 0 && end.getInt(at) != END) {
                at--;
            }
            if (at < 0) {
                throw new IOException("no directory at its end; it is no zip file, or cut");
            }
            long length = Integer.toUnsignedLong(end.getInt(at + 12));
            long start = Integer.toUnsignedLong(end.getInt(at + 16));
            if (at >= LOCATOR_LENGTH && end.getInt(at - LOCATOR_LENGTH) == LOCATOR_64) {
                ByteBuffer large = bytes(in, end.getLong(at - LOCATOR_LENGTH + 8), 56);
                if (large.getInt(0) != END_64) {
                    throw new IOException("the end of its directory is damaged");
                }
                length = large.getLong(40);
                start = large.getLong(48);
            }
            if (length < 0 || length > LONGEST) {
                throw new IOException("its directory is damaged");
            }
            return entries(bytes(in, start, (int) length));
        }
    }

    private static ByteBuffer bytes(RandomAccessFile in, long from, int length) throws IOException {
        if (from < 0 || length < 0 || from + length > in.length()) {
            throw new IOException("its directory leads outside of it; it is damaged, or cut");
        }
        byte[] bytes = new byte[length];
        in.seek(from);
        in.readFully(bytes);
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static List<Entry> entries(ByteBuffer directory) throws IOException {
        List<Entry> entries = new ArrayList<>();
        int at = 0;
        while (at < directory.limit()) {
            if (at + ENTRY_LENGTH > directory.limit() || directory.getInt(at) != ENTRY) {
                throw new IOException("its directory is damaged");
            }
            int name = Short.toUnsignedInt(directory.getShort(at + 28));
            int extra = Short.toUnsignedInt(directory.getShort(at + 30));
            int comment = Short.toUnsignedInt(directory.getShort(at + 32));
            if (at + ENTRY_LENGTH + name > directory.limit()) {
                throw new IOException("its directory is damaged");
            }
            byte[] bytes = new byte[name];
            directory.get(at + ENTRY_LENGTH, bytes);
            boolean unix = directory.get(at + 5) == MADE_ON_UNIX;
            int kind = (directory.getInt(at + 38) >>> 16) & KIND;
            entries.add(new Entry(
                    new String(bytes, StandardCharsets.UTF_8),
                    unix && kind != 0 && kind != REGULAR,
                    (directory.getShort(at + 8) & 1) != 0));
            at += ENTRY_LENGTH + name + extra + comment;
        }
        return entries;
    }
}
