package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.local.internal.io.Sha256;
import dev.scriptorium.memory.markdown.source.SourceIndex;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a look shows of archives. One that begins as the memory knows it has grown; one that does not is named, and what
 * was known of it serves. Not safe for use by several threads.
 */
final class SeenArchives {
    private final @Nullable Snapshot before;
    private final SeenFiles files;
    private final OwnChanges own;
    private final CommittedFiles committed;
    private final Instant now;
    private final Map<String, OutsideArchive> outside = new HashMap<>();
    private SourceIndex sources;
    private boolean lost;

    SeenArchives(@Nullable Snapshot before, SeenFiles files, OwnChanges own, CommittedFiles committed, Instant now) {
        this.before = before;
        this.files = files;
        this.own = own;
        this.committed = committed;
        this.now = now;
        this.sources = before == null ? SourceIndex.empty() : before.sources();
        if (before != null) {
            outside.putAll(before.outsideArchives());
        }
    }

    /** How a file looked when it was read last; null when it was not. */
    @Nullable
    FileStamp stamp(String path) {
        OutsideArchive edited = outside.get(path);
        FileTree.Known known = edited == null ? files.get(path) : edited.seen();
        return known == null ? null : known.stamp();
    }

    void take(String path, FileTree.Known seen, byte[] bytes) {
        OutsideArchive edited = outside.get(path);
        FileTree.Known adopted = edited == null ? files.get(path) : edited.adopted();
        if (adopted == null && before != null) {
            // It may have been away for a moment.
            adopted = committed
                    .read(path)
                    .map(held -> new FileTree.Known(Hash.of(held), held.length, FileStamp.NONE))
                    .orElse(null);
        }
        if (edited != null && edited.seen().hash().equals(seen.hash())) {
            // Touched, and not changed.
            outside.put(path, new OutsideArchive(adopted, seen, edited.since(), edited.modified()));
            serve(path, edited.modified() && adopted != null ? served(adopted, seen) : seen);
            return;
        }
        if (before == null || isOwn(path, adopted, seen, bytes)) {
            outside.remove(path);
            serve(path, seen);
            read(
                    path,
                    bytes,
                    edited != null || adopted == null || !adopted.hash().equals(seen.hash()));
            return;
        }
        if (adopted == null || begins(bytes, adopted)) {
            outside.put(path, new OutsideArchive(adopted, seen, now, false));
            serve(path, seen);
            read(path, bytes, true);
        } else {
            outside.put(path, new OutsideArchive(adopted, seen, now, true));
            serve(path, served(adopted, seen));
        }
    }

    private boolean isOwn(String path, FileTree.@Nullable Known adopted, FileTree.Known seen, byte[] bytes) {
        if ((adopted != null && adopted.hash().equals(seen.hash())) || own.replaced(path, bytes)) {
            return true;
        }
        boolean goesOn = adopted == null || begins(bytes, adopted);
        return (goesOn && own.endWith(path, bytes)) || (own.doubtful() && goesOn && isCommitted(path, bytes));
    }

    private boolean isCommitted(String path, byte[] bytes) {
        return committed.isEmpty()
                || committed
                        .read(path)
                        .filter(held -> held.length <= bytes.length
                                && Arrays.equals(held, 0, held.length, bytes, 0, held.length))
                        .isPresent();
    }

    private static boolean begins(byte[] bytes, FileTree.Known adopted) {
        return bytes.length >= adopted.length()
                && Sha256.hex(bytes, (int) adopted.length())
                        .equals(adopted.hash().hex());
    }

    /** What is known, under the looks of what is there. */
    private static FileTree.Known served(FileTree.Known adopted, FileTree.Known seen) {
        return new FileTree.Known(adopted.hash(), adopted.length(), seen.stamp());
    }

    private void serve(String path, FileTree.Known known) {
        files.put(path, known);
    }

    private void read(String path, byte[] bytes, boolean changed) {
        if (changed || !sources.contains(path)) {
            List<SourceRef> had = sources.refs(path);
            sources = sources.with(path, bytes);
            lost |= !sources.refs(path).containsAll(had);
        }
    }

    void gone(String path) {
        outside.remove(path);
        if (files.get(path) != null) {
            files.put(path, null);
            sources = sources.without(path);
            lost = true;
        }
    }

    /** What a transaction made of them. */
    void installed(SourceIndex after) {
        sources = after;
    }

    /** A transaction has added to an archive, or taken over what somebody added. */
    void installed(String path, FileTree.Known known) {
        outside.remove(path);
        serve(path, known);
    }

    SourceIndex sources() {
        return sources;
    }

    /** Whether some turns are there no longer. */
    boolean lost() {
        return lost;
    }

    Map<String, OutsideArchive> outside() {
        return outside;
    }
}
