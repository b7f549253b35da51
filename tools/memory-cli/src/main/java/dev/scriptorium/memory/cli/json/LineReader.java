package dev.scriptorium.memory.cli.json;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * The lines of a stream as bytes, ended by LF and by nothing else. A line is valid until the next one is read. Not
 * thread-safe.
 */
public final class LineReader implements Closeable {
    /** The longest line that is read. */
    public static final int MAX_BYTES = 256 << 20;

    private static final int USUAL_BYTES = 1 << 16;

    private final InputStream in;
    private byte[] buffer = new byte[USUAL_BYTES];
    private int start;
    private int limit;
    private int length;
    private int consumed;
    private long offset;
    private int number;
    private boolean terminated;

    /**
     * Reads a stream from where it stands; closing the reader closes it.
     *
     * @param offset what the first line's {@link #offset()} shall be
     */
    public LineReader(InputStream in, long offset) {
        this.in = in;
        this.offset = offset;
    }

    /**
     * Goes to the next line.
     *
     * @return false at the end
     * @throws IOException when the stream cannot be read, or a line is longer than {@link #MAX_BYTES}
     */
    public boolean next() throws IOException {
        start += consumed;
        offset += consumed;
        consumed = 0;
        int scanned = 0;
        while (true) {
            for (int i = start + scanned; i < limit; i++) {
                if (buffer[i] == '\n') {
                    return found(i - start, true);
                }
            }
            scanned = limit - start;
            if (!fill()) {
                return scanned > 0 && found(scanned, false);
            }
        }
    }

    private boolean found(int bytes, boolean withEnd) {
        length = bytes;
        terminated = withEnd;
        consumed = withEnd ? bytes + 1 : bytes;
        number++;
        return true;
    }

    private boolean fill() throws IOException {
        if (start > 0) {
            // The room that one long line took is given back.
            byte[] room =
                    limit - start < USUAL_BYTES / 2 && buffer.length > USUAL_BYTES ? new byte[USUAL_BYTES] : buffer;
            System.arraycopy(buffer, start, room, 0, limit - start);
            buffer = room;
            limit -= start;
            start = 0;
        }
        if (limit == buffer.length) {
            if (limit >= MAX_BYTES) {
                throw new IOException("line " + (number + 1) + " is longer than " + (MAX_BYTES >> 20) + " MiB");
            }
            buffer = Arrays.copyOf(buffer, Math.min(MAX_BYTES, buffer.length * 2));
        }
        int read = in.read(buffer, limit, buffer.length - limit);
        if (read > 0) {
            limit += read;
        }
        return read > 0;
    }

    /** Where the bytes of the line are. The reader's own: not to be changed or kept. */
    public byte[] bytes() {
        return buffer;
    }

    /** The first byte of the line in {@link #bytes()}. */
    public int start() {
        return start;
    }

    /** The bytes of the line, without its LF. */
    public int length() {
        return length;
    }

    /** Whether the line ends with LF; only the last may not. */
    public boolean terminated() {
        return terminated;
    }

    /** Where the line begins in the file. */
    public long offset() {
        return offset;
    }

    /** The offset after the line and its LF. */
    public long end() {
        return offset + consumed;
    }

    /** The number of the line, from 1. */
    public int number() {
        return number;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
