package dev.scriptorium.memory.local.git;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Inflates streams whose length is known, and refuses what is not exactly that long. */
final class Inflation {
    /** No file of a workspace is larger; a larger number in a header is damage. */
    static final long LARGEST = 1L << 30;

    private Inflation() {}

    /** Inflates exactly {@code size} bytes; reads beyond the end of the deflated data. */
    static byte[] exactly(long size, InputStream in) throws IOException {
        if (size < 0 || size > LARGEST) {
            throw new DamagedException("an object of " + size + " bytes");
        }
        Inflater inflater = new Inflater();
        try {
            byte[] result = new byte[(int) size];
            byte[] beyond = new byte[1];
            byte[] input = new byte[(int) Math.min(8192, 64 + size)];
            int done = 0;
            while (!inflater.finished()) {
                if (inflater.needsInput()) {
                    int read = in.read(input);
                    if (read <= 0) {
                        throw new DamagedException("deflated data end early");
                    }
                    inflater.setInput(input, 0, read);
                }
                if (done < result.length) {
                    done += inflater.inflate(result, done, result.length - done);
                } else if (inflater.inflate(beyond) > 0) {
                    throw new DamagedException("more data than the header says");
                }
                if (inflater.needsDictionary()) {
                    throw new DamagedException("deflated data with a dictionary");
                }
            }
            if (done != result.length) {
                throw new DamagedException("fewer data than the header says");
            }
            return result;
        } catch (DataFormatException e) {
            throw new DamagedException(String.valueOf(e.getMessage()), e);
        } finally {
            inflater.end();
        }
    }
}
