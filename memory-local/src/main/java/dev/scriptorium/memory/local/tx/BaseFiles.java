package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.internal.io.Interrupts;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Topics as they were before they were replaced, by hash, for those who still work on an older state: a long pass, a
 * reader in the middle of its answer. Kept for a while, and for as long as a pass that began before lives; never
 * needed to recover from anything.
 */
final class BaseFiles {
    private static final Logger LOG = LoggerFactory.getLogger(BaseFiles.class);
    private static final Duration KEPT = Duration.ofMinutes(1);
    private static final String PASS = ".pass";
    private static final long NANOS_BETWEEN_SWEEPS = TimeUnit.SECONDS.toNanos(30);

    private final WorkspaceLayout layout;
    private final Path directory;
    private final Clock clock;
    private final Map<Hash, Hash> settled = new ConcurrentHashMap<>();
    private volatile long swept = System.nanoTime();

    BaseFiles(WorkspaceLayout layout, Clock clock) {
        this.layout = layout;
        this.directory = layout.runtime("base");
        this.clock = clock;
    }

    /** Where a content is, if it was kept. */
    Path file(Hash hash) {
        return directory.resolve(hash.hex());
    }

    /** Keeps the file that is about to be replaced, as far as the disk lets us: nothing rests on it. */
    void keep(Path replaced, String hash) {
        Path name = directory.resolve(hash);
        try {
            if (!Files.isDirectory(directory)) {
                layout.disk().createDirectories(directory);
            }
            link(replaced, name);
        } catch (IOException e) {
            LOG.debug("{} is not kept for those who still read it", replaced.getFileName(), e);
        }
    }

    /** Keeps a copy of a content that stands in a file, where nothing else would have it once somebody saves over it. */
    void keepCopy(Path standing, Hash hash) throws IOException {
        if (Files.exists(file(hash))) {
            return;
        }
        byte[] bytes = Files.readAllBytes(standing);
        if (Hash.of(bytes).equals(hash)) {
            layout.disk().createDirectories(directory);
            layout.disk().replaceUnforced(file(hash), bytes);
        }
    }

    private void link(Path replaced, Path name) throws IOException {
        try {
            layout.disk().link(replaced, name);
        } catch (FileAlreadyExistsException e) {
            // The same content stood here before; what is saved from now on would go into this file.
            layout.disk().remove(name);
            layout.disk().link(replaced, name);
        } catch (UnsupportedOperationException | IOException e) {
            // Somebody else's file, or no links here at all.
            layout.disk().replaceUnforced(name, Files.readAllBytes(replaced));
        }
    }

    /** Whether somebody has written into a kept file after it was replaced what has not been settled yet. */
    boolean saysOtherThings(Hash hash) throws IOException {
        try {
            byte[] bytes = Files.readAllBytes(file(hash));
            Hash now = Hash.of(bytes);
            // An editor that saves in place empties the file first: there will be more to see.
            return bytes.length > 0 && !now.equals(hash) && !now.equals(settled.get(hash));
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** Lets go of a kept file that was never replaced: who wrote into it made an edit like any other. */
    void letGo(Path standing, String hash) throws IOException {
        Path name = directory.resolve(hash);
        if (Files.exists(name) && Files.exists(standing) && Files.isSameFile(name, standing)) {
            layout.disk().remove(name);
        }
    }

    /** What somebody wrote into a kept file has been brought in, or kept. */
    void settled(Hash hash, byte[] written) {
        settled.put(hash, Hash.of(written));
    }

    /** Nobody looks any more for what somebody may write into a kept file. */
    void forget(Hash hash) throws IOException {
        if (settled.remove(hash) != null) {
            layout.disk().remove(file(hash));
        }
    }

    /** Says that a pass works on what is here now; the file is to be released with {@link #release}. */
    Path register() throws IOException {
        layout.disk().createDirectories(directory);
        Path file = directory.resolve(ProcessHandle.current().pid() + "-" + Disk.randomHex(8) + PASS);
        layout.disk().replaceUnforced(file, new byte[0]);
        return file;
    }

    void release(Path registration) throws IOException {
        layout.disk().remove(registration);
    }

    /** Sweeps if nobody of this process has for a while. The caller holds a lock that others who sweep hold too. */
    void sweepNowAndThen(
            Interrupts.IoCall<? extends Collection<JournalEntry>> waiting, Interrupts.IoCall<Set<String>> held)
            throws IOException {
        if (System.nanoTime() - swept > NANOS_BETWEEN_SWEEPS) {
            sweep(waiting.call(), held.call());
        }
    }

    /**
     * Removes what nobody needs.
     *
     * @param waiting entries; what they replaced may still have been saved into
     * @param held the hashes of contents that the memory holds and that may stand nowhere else
     */
    void sweep(Collection<JournalEntry> waiting, Set<String> held) throws IOException {
        Set<String> needed = new HashSet<>(held);
        waiting.forEach(entry -> entry.files().forEach(file -> needed.add(String.valueOf(file.before()))));
        swept = System.nanoTime();
        Instant before = clock.instant().minus(KEPT);
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(directory)) {
            for (Path file : all) {
                String name = String.valueOf(file.getFileName());
                if (needed.contains(name)) {
                    continue;
                }
                if (!name.endsWith(PASS)) {
                    files.add(file);
                } else if (Disk.isOfDeadProcess(file, name)) {
                    layout.disk().remove(file);
                } else {
                    Instant began = Files.getLastModifiedTime(file).toInstant().minus(KEPT);
                    before = began.isBefore(before) ? began : before;
                }
            }
        } catch (NoSuchFileException e) {
            return;
        }
        long limit = before.getEpochSecond() * 1_000_000_000L + before.getNano();
        for (Path file : files) {
            try {
                FileStamp stamp = FileStamp.look(file, before).stamp();
                if (Math.max(stamp.changed(), stamp.modified()) < limit) {
                    layout.disk().remove(file);
                }
            } catch (NoSuchFileException e) {
                // Somebody else was quicker.
            }
        }
    }
}
