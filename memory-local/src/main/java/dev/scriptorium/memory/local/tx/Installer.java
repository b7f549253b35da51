package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.internal.io.Sha256;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a journal entry real. Idempotent: run again after a crash at any instruction, it ends in the same state. The
 * caller holds the install lock.
 */
final class Installer {
    private static final Logger LOG = LoggerFactory.getLogger(Installer.class);

    /** In place of the hash of what is no file that can be read. */
    private static final String FOREIGN = "foreign";

    private final WorkspaceLayout layout;
    private final Journal journal;
    private final BaseFiles bases;

    Installer(WorkspaceLayout layout, Journal journal, BaseFiles bases) {
        this.layout = layout;
        this.bases = bases;
        this.journal = journal;
    }

    /**
     * Installs an entry. What a process that died has left is forced first; when parts of it are missing the power was cut
     * before it held, and it is taken back.
     *
     * @return paths whose content is neither what the entry found nor what it brings: somebody else's, and left alone
     */
    List<String> install(JournalEntry entry) throws IOException {
        if (!journal.isForced(entry)) {
            journal.force();
            if (!isWhole(entry)) {
                journal.takeBack(entry);
                return List.of();
            }
        }
        List<String> foreign = new ArrayList<>();
        Set<Path> directories = new LinkedHashSet<>();
        for (FileChange change : entry.files()) {
            if (!install(change, directories)) {
                foreign.add(change.path());
            }
        }
        for (FileAppend append : entry.appends()) {
            try {
                install(append, layout.writable(append.path()), directories);
            } catch (MemoryException e) {
                // Named by every look from now on; it stops nothing else.
                LOG.warn("{} stays as it is: {}", append.path(), e.getMessage());
                foreign.add(append.path());
            }
        }
        if (foreign.isEmpty()) {
            install(entry.own(), directories);
        }
        for (Path directory : directories) {
            if (Files.isDirectory(directory)) {
                layout.disk().forceDirectory(directory);
            }
        }
        return foreign;
    }

    /** What is kept of a change beside it; not when somebody else's content kept the change out. */
    private void install(OwnState own, Set<Path> directories) throws IOException {
        for (FileChange file : own.files()) {
            Path target = layout.runtime(file.path());
            if (file.payload() != null && !java.util.Objects.equals(hash(target), file.after())) {
                layout.disk().replaceForced(target, Files.readAllBytes(journal.payload(file.payload())));
            }
            directories.add(Disk.parent(target));
        }
        for (FileAppend append : own.appends()) {
            install(append, layout.runtime(append.path()), directories);
        }
    }

    /**
     * A save that slipped in between the moment a file was looked at and the moment it was replaced.
     *
     * @param path the topic
     * @param madeFrom the hash of what stood there
     */
    record Slip(TopicPath path, Hash madeFrom) {}

    /** What was saved. */
    byte[] saved(Slip slip) throws IOException {
        return Files.readAllBytes(bases.file(slip.madeFrom()));
    }

    /** A save has been brought in, or kept. */
    void settled(Slip slip, byte[] saved) {
        bases.settled(slip.madeFrom(), saved);
    }

    /** The saves that went into files which an entry replaced, and that are not settled. */
    List<Slip> slips(JournalEntry entry) throws IOException {
        List<Slip> slips = new ArrayList<>();
        for (FileChange change : entry.files()) {
            if (change.before() == null
                    || change.before().equals(change.after())
                    || !change.path().startsWith(TopicPath.ROOT)) {
                continue;
            }
            Hash before = Hash.ofHex(change.before());
            if (bases.saysOtherThings(before)) {
                slips.add(new Slip(new TopicPath(change.path()), before));
            }
        }
        return slips;
    }

    /** What was saved into the files that an entry replaced is of no more interest. */
    void forget(JournalEntry entry) throws IOException {
        for (FileChange change : entry.files()) {
            if (change.before() != null) {
                bases.forget(Hash.ofHex(change.before()));
            }
        }
    }

    /** Whether every part is there that is not in its place. */
    private boolean isWhole(JournalEntry entry) throws IOException {
        for (FileChange change : entry.files()) {
            if (change.payload() != null
                    && !Files.exists(journal.payload(change.payload()))
                    && !java.util.Objects.equals(change.after(), hash(layout.writable(change.path())))) {
                return false;
            }
        }
        for (FileAppend append : entry.appends()) {
            if (!Files.exists(journal.payload(append.payload()))
                    && !append.hash().equals(Sha256.hex(present(append, layout.writable(append.path()))))) {
                return false;
            }
        }
        return isWhole(entry.own());
    }

    private boolean isWhole(OwnState own) throws IOException {
        for (FileChange file : own.files()) {
            if (file.payload() != null
                    && !Files.exists(journal.payload(file.payload()))
                    && !java.util.Objects.equals(file.after(), hash(layout.runtime(file.path())))) {
                return false;
            }
        }
        for (FileAppend append : own.appends()) {
            if (!Files.exists(journal.payload(append.payload()))
                    && !append.hash().equals(Sha256.hex(present(append, layout.runtime(append.path()))))) {
                return false;
            }
        }
        return true;
    }

    /** What is there of the bytes of an append. */
    private static byte[] present(FileAppend append, Path target) throws IOException {
        long length = Files.exists(target, LinkOption.NOFOLLOW_LINKS) ? Files.size(target) : 0;
        return tail(target, append.before(), (int) Math.max(0, Math.min(length - append.before(), append.length())));
    }

    private boolean install(FileChange change, Set<Path> directories) throws IOException {
        Path target = layout.writable(change.path());
        @Nullable String present = hash(target);
        if (java.util.Objects.equals(present, change.after())) {
            if (present == null) {
                removeEmptyParents(Disk.parent(target), directories);
            } else {
                // Who saved it may have let others read it.
                Disk.restrict(target);
                Disk.restrict(Disk.parent(target));
            }
            directories.add(Disk.parent(target));
            return true;
        }
        if (!java.util.Objects.equals(present, change.before())) {
            if (change.before() != null) {
                bases.letGo(target, change.before());
            }
            return false;
        }
        if (change.payload() == null) {
            keep(change, target);
            layout.disk().remove(target);
            removeEmptyParents(Disk.parent(target), directories);
        } else {
            layout.disk().createDirectories(Disk.parent(target));
            // A copy: who saves in place writes into the file itself, and the journal's must stay as it was.
            byte[] bytes = Files.readAllBytes(journal.payload(change.payload()));
            boolean[] foreign = new boolean[1];
            layout.disk().replaceForced(target, bytes, () -> {
                // To force a file takes long enough for somebody to put another one in the place of the old.
                foreign[0] = !java.util.Objects.equals(hash(target), change.before());
                if (!foreign[0]) {
                    keep(change, target);
                }
                return !foreign[0];
            });
            if (foreign[0]) {
                return false;
            }
        }
        directories.add(Disk.parent(target));
        return true;
    }

    private void keep(FileChange change, Path target) {
        if (change.before() != null && !change.path().equals(WorkspaceLayout.CORE_VIEW)) {
            bases.keep(target, change.before());
        }
    }

    private static @Nullable String hash(Path file) throws IOException {
        try {
            return Sha256.hex(Files.readAllBytes(file));
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            // A directory, or what nobody may read: somebody else's.
            LOG.debug("{} is no content that could be replaced", file.getFileName(), e);
            return FOREIGN;
        }
    }

    private void removeEmptyParents(Path directory, Set<Path> directories) throws IOException {
        Path at = directory;
        while (!at.equals(layout.file(WorkspaceLayout.TOPICS)) && at.startsWith(layout.root())) {
            try {
                layout.disk().removeDirectory(at);
            } catch (DirectoryNotEmptyException e) {
                return;
            } catch (NoSuchFileException e) {
                // Gone already, as after a crash right here.
            }
            at = Disk.parent(at);
            directories.add(at);
        }
    }

    private void install(FileAppend append, Path target, Set<Path> directories) throws IOException {
        boolean isNew = !Files.exists(target, LinkOption.NOFOLLOW_LINKS);
        long length = isNew ? 0 : Files.size(target);
        long done = length - append.before();
        if (done < 0) {
            throw new MemoryException(
                    ErrorCode.SOURCE_MODIFIED,
                    append.path() + " is " + length + " bytes long, expected at least " + append.before()
                            + "; restore it from history before anything is added to it");
        }
        byte[] present = present(append, target);
        if (present.length < append.length() || !Sha256.hex(present).equals(append.hash())) {
            complete(append, target, present);
        }
        directories.add(Disk.parent(target));
    }

    /** A kill leaves the first of the bytes; a power cut leaves of each what was written, or zero. */
    private void complete(FileAppend append, Path target, byte[] present) throws IOException {
        byte[] bytes = Files.readAllBytes(journal.payload(append.payload()));
        int same = 0;
        while (same < present.length && present[same] == bytes[same]) {
            same++;
        }
        for (int i = same; i < present.length; i++) {
            if (present[i] != 0 && present[i] != bytes[i]) {
                throw new MemoryException(
                        ErrorCode.SOURCE_MODIFIED,
                        append.path() + " continues after byte " + append.before()
                                + " with something that was not archived by this workspace");
            }
        }
        layout.disk().createDirectories(Disk.parent(target));
        byte[] missing = Arrays.copyOfRange(bytes, same, bytes.length);
        if (same < present.length) {
            layout.disk().overwrite(target, append.before() + same, missing);
        } else {
            layout.disk().append(target, missing);
        }
    }

    private static byte[] tail(Path file, long from, int length) throws IOException {
        byte[] bytes = new byte[length];
        if (length == 0) {
            return bytes;
        }
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            in.seek(from);
            in.readFully(bytes);
        }
        return bytes;
    }
}
