package dev.scriptorium.memory.local.commit;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.local.git.BlobContent;
import dev.scriptorium.memory.local.git.History;
import dev.scriptorium.memory.local.internal.io.Sha256;
import dev.scriptorium.memory.local.tx.FileAppend;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.local.tx.WorkspaceLayout;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.FileSystemException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of archives as this memory wrote them. What stands on the disk counts only when it has the hash that the
 * catalogue knows; otherwise the journal and the history together are asked. What somebody did to an archive between its
 * install and its commit so never enters history as ours.
 */
final class ArchiveBytes {
    private final WorkspaceLayout layout;
    private final Transactions transactions;
    private final Optional<History> history;

    ArchiveBytes(WorkspaceLayout layout, Transactions transactions, Optional<History> history) {
        this.layout = layout;
        this.transactions = transactions;
        this.history = history;
    }

    /** An archive after some appends that follow each other, the oldest first. */
    BlobContent after(String path, List<FileAppend> appends) {
        FileAppend first = appends.get(0);
        FileAppend last = appends.get(appends.size() - 1);
        long length = last.before() + last.length();
        return () -> {
            // First, because a power cut may have taken the entry's bytes and left the entry.
            byte[] present = known(path, length);
            if (present != null) {
                return present;
            }
            return first.before() == 0 ? joined(new byte[0], 0, appends) : rebuilt(path, first.before(), appends);
        };
    }

    /** The first bytes of an archive, so many that none of them waits in the journal. */
    BlobContent first(String path, long length) {
        return () -> {
            byte[] present = known(path, length);
            if (present == null) {
                throw modified(path);
            }
            return present;
        };
    }

    /** From the disk; null when what is there is not what the catalogue knows. */
    private byte @Nullable [] known(String path, long length) throws IOException {
        try {
            Snapshot snapshot = transactions.current();
            Optional<String> hash = snapshot.hash(path);
            byte[] bytes = new byte[Math.toIntExact(snapshot.length(path))];
            if (hash.isEmpty() || bytes.length < length) {
                return null;
            }
            try (RandomAccessFile in = new RandomAccessFile(layout.file(path).toFile(), "r")) {
                if (in.length() < bytes.length) {
                    return null;
                }
                in.readFully(bytes);
            }
            return Sha256.hex(bytes).equals(hash.get()) ? Arrays.copyOf(bytes, Math.toIntExact(length)) : null;
        } catch (IOException e) {
            return null;
        } catch (MemoryException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private byte[] rebuilt(String path, long before, List<FileAppend> appends) throws IOException {
        byte[] held;
        try {
            held = history.flatMap(known -> known.head().flatMap(head -> known.read(head, path)))
                    .orElse(new byte[0]);
        } catch (MemoryException e) {
            throw new IOException(e.getMessage(), e);
        }
        if (held.length < before) {
            throw modified(path);
        }
        byte[] whole = joined(held, Math.toIntExact(before), appends);
        int common = Math.min(held.length, whole.length);
        if (!Arrays.equals(held, 0, common, whole, 0, common)) {
            throw modified(path);
        }
        return whole;
    }

    private byte[] joined(byte[] held, int length, List<FileAppend> appends) throws IOException {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.write(held, 0, length);
        for (FileAppend append : appends) {
            if (append.before() != whole.size()) {
                throw modified(append.path());
            }
            whole.writeBytes(payload(transactions, append.payload()));
        }
        return whole.toByteArray();
    }

    /** The bytes of a payload of a waiting entry. */
    static byte[] payload(Transactions transactions, String name) throws IOException {
        try {
            return transactions.payload(name);
        } catch (MemoryException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static IOException modified(String path) {
        return new FileSystemException(
                path,
                null,
                "the archive is not what was written; restore it from history, or accept it with check --accept");
    }
}
