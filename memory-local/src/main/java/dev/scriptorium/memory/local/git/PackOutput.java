package dev.scriptorium.memory.local.git;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * A pack being written, beside the others under a temporary name until {@link #finish}. Nothing is created before the
 * first object; closing it before the end leaves nothing. Not thread-safe.
 */
final class PackOutput implements Closeable {
    private static final byte[] HEADER = {'P', 'A', 'C', 'K', 0, 0, 0, 2, 0, 0, 0, 0};

    private final GitFiles files;
    private final Path directory;
    private final Deflater deflater = new Deflater(Deflater.BEST_SPEED);
    private final CRC32 crc = new CRC32();
    private final List<PackedEntry> entries = new ArrayList<>();
    private final Map<ObjectId, PackedEntry> byId = new HashMap<>();
    private byte[] buffer = new byte[16 << 10];
    private int buffered;
    private long flushed;
    private @Nullable Path temporary;
    private @Nullable RandomAccessFile file;

    PackOutput(GitLayout layout) {
        this.files = layout.files();
        this.directory = layout.packs();
    }

    /** Where an object is in the pack; -1 when it is not in it. */
    long offset(ObjectId id) {
        PackedEntry entry = byId.get(id);
        return entry == null ? -1 : entry.offset();
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    int size() {
        return entries.size();
    }

    /** Adds a whole object, once. */
    void whole(ObjectId id, int type, byte[] bytes) throws IOException {
        if (!byId.containsKey(id)) {
            long offset = begin();
            header(type, bytes.length);
            deflate(bytes, bytes.length);
            end(id, offset);
        }
    }

    /** Adds an object as a delta of one that is in the pack already. */
    void delta(ObjectId id, long base, byte[] instructions) throws IOException {
        if (!byId.containsKey(id)) {
            long offset = begin();
            header(PackFile.OFFSET_DELTA, instructions.length);
            back(offset - base);
            deflate(instructions, instructions.length);
            end(id, offset);
        }
    }

    /** Adds an entry whose data are deflated already: a whole object, or with a base the instructions of a delta. */
    void deflated(ObjectId id, int type, long size, long base, byte[] data) throws IOException {
        if (!byId.containsKey(id)) {
            long offset = begin();
            header(type, size);
            if (type == PackFile.OFFSET_DELTA) {
                back(offset - base);
            }
            put(data, data.length);
            end(id, offset);
        }
    }

    private long begin() throws IOException {
        if (file == null) {
            Path created = files.temporary(directory);
            temporary = created;
            file = GitFiles.writable(created);
            put(HEADER, HEADER.length);
        }
        crc.reset();
        return flushed + buffered;
    }

    private void end(ObjectId id, long offset) {
        PackedEntry entry = new PackedEntry(id, offset, (int) crc.getValue());
        entries.add(entry);
        byId.put(id, entry);
    }

    private void header(int type, long size) throws IOException {
        byte[] header = new byte[10];
        int length = 0;
        long rest = size >>> 4;
        int c = (type << 4) | (int) (size & 15);
        while (rest != 0) {
            header[length++] = (byte) (c | 0x80);
            c = (int) (rest & 0x7f);
            rest >>>= 7;
        }
        header[length++] = (byte) c;
        put(header, length);
    }

    private void back(long distance) throws IOException {
        byte[] bytes = new byte[10];
        int at = bytes.length;
        long rest = distance;
        bytes[--at] = (byte) (rest & 0x7f);
        while ((rest >>>= 7) != 0) {
            rest--;
            bytes[--at] = (byte) (0x80 | (rest & 0x7f));
        }
        byte[] used = Arrays.copyOfRange(bytes, at, bytes.length);
        put(used, used.length);
    }

    private void deflate(byte[] bytes, int length) throws IOException {
        byte[] out = new byte[8192];
        deflater.reset();
        deflater.setInput(bytes, 0, length);
        deflater.finish();
        while (!deflater.finished()) {
            put(out, deflater.deflate(out));
        }
    }

    private void put(byte[] bytes, int length) throws IOException {
        crc.update(bytes, 0, length);
        if (buffered + length > buffer.length) {
            flush();
        }
        if (length > buffer.length) {
            RandomAccessFile out = open();
            files.appending(written(), bytes, 0, length);
            out.write(bytes, 0, length);
            flushed += length;
        } else {
            System.arraycopy(bytes, 0, buffer, buffered, length);
            buffered += length;
        }
    }

    private void flush() throws IOException {
        RandomAccessFile out = open();
        files.appending(written(), buffer, 0, buffered);
        out.write(buffer, 0, buffered);
        flushed += buffered;
        buffered = 0;
    }

    private RandomAccessFile open() {
        RandomAccessFile known = file;
        if (known == null) {
            throw new IllegalStateException("an empty pack");
        }
        return known;
    }

    private Path written() {
        return Objects.requireNonNull(temporary);
    }

    /**
     * Puts the pack into its directory, durably: its data, its index, then both names.
     *
     * @return where it is
     */
    Path finish() throws IOException {
        flush();
        byte[] checksum = seal(open());
        String name = "pack-" + HexFormat.of().formatHex(checksum);
        Path index = files.temporary(directory);
        boolean renamed = false;
        try {
            files.write(index, PackedEntry.index(entries, checksum), true);
            Path pack = directory.resolve(name + ".pack");
            files.rename(written(), pack);
            temporary = null;
            files.rename(index, directory.resolve(name + ".idx"));
            renamed = true;
            files.forceDirectory(directory);
            return pack;
        } finally {
            if (!renamed) {
                files.remove(index);
            }
            close();
        }
    }

    /** Writes the number of objects and the checksum, which are known at the end only. */
    private byte[] seal(RandomAccessFile out) throws IOException {
        byte[] count = ByteBuffer.allocate(4).putInt(entries.size()).array();
        files.overwriting(written(), 8, count);
        out.seek(8);
        out.write(count);
        out.seek(0);
        MessageDigest digest = GitHash.digest();
        for (int read = out.read(buffer); read > 0; read = out.read(buffer)) {
            digest.update(buffer, 0, read);
        }
        byte[] checksum = digest.digest();
        files.appending(written(), checksum, 0, checksum.length);
        out.write(checksum);
        files.forcing(written());
        out.getFD().sync();
        out.close();
        return checksum;
    }

    @Override
    public void close() throws IOException {
        deflater.end();
        RandomAccessFile out = file;
        Path path = temporary;
        file = null;
        temporary = null;
        buffer = new byte[0];
        if (out != null) {
            out.close();
        }
        if (path != null) {
            files.remove(path);
        }
    }
}
