package dev.scriptorium.memory.testkit.fault;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The content of a file, whatever its names: what is forced, and what was written since. Not thread-safe. */
final class ModelFile extends ModelNode {
    /** What may become of a change; a larger number is how many bytes of it are kept, and {@link #TORN}. */
    static final int KEPT = 0;

    static final int LOST = 1;
    static final int ZERO = 2;
    static final int TORN = 3;

    /** Bytes at a place; without bytes, the file is emptied. */
    private static final class Change {
        private final int position;
        private final byte[] bytes;

        Change(int position, byte[] bytes) {
            this.position = position;
            this.bytes = bytes;
        }

        boolean empties() {
            return bytes.length == 0;
        }
    }

    private byte[] forced;
    private byte[] now;
    private final List<Change> pending = new ArrayList<>();

    ModelFile(byte[] forced) {
        this.forced = forced;
        this.now = forced;
    }

    void write(byte[] bytes) {
        write(now.length, bytes);
    }

    void write(long position, byte[] bytes) {
        if (bytes.length > 0) {
            change(new Change(Math.toIntExact(position), bytes));
        }
    }

    void truncate() {
        if (now.length > 0) {
            change(new Change(0, new byte[0]));
        }
    }

    private void change(Change change) {
        pending.add(change);
        now = with(now, change, KEPT);
    }

    void force() {
        forced = now;
        pending.clear();
    }

    int changes() {
        return pending.size();
    }

    /** What may become of a change: kept or lost, and if it has bytes, zero. */
    int outcomes(int change) {
        return pending.get(change).empties() ? 2 : 3;
    }

    /** How long a change is. */
    int length(int change) {
        return pending.get(change).bytes.length;
    }

    /** The content when this becomes of the changes. */
    byte[] with(int[] outcomes, int from) {
        byte[] content = forced;
        for (int i = 0; i < pending.size(); i++) {
            content = with(content, pending.get(i), outcomes[from + i]);
        }
        return content;
    }

    private static byte[] with(byte[] before, Change change, int outcome) {
        if (outcome == LOST) {
            return before;
        }
        if (change.empties()) {
            return new byte[0];
        }
        int length = outcome >= TORN ? Math.min(outcome - TORN, change.bytes.length) : change.bytes.length;
        byte[] after = Arrays.copyOf(before, Math.max(before.length, change.position + length));
        if (outcome == ZERO) {
            Arrays.fill(after, change.position, change.position + length, (byte) 0);
        } else {
            System.arraycopy(change.bytes, 0, after, change.position, length);
        }
        return after;
    }
}
