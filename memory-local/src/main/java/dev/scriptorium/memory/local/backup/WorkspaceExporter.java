package dev.scriptorium.memory.local.backup;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.session.WorkspaceId;
import dev.scriptorium.memory.local.commit.EntrySettler;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.git.History;
import dev.scriptorium.memory.local.internal.io.Interrupts;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.local.tx.WorkspaceLayout;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts one whole state of a workspace into a file: written beside its name, forced, read back from the first byte to the
 * last, and only then called by its name. Writers go on meanwhile; commits and marks wait for the moment in which it is
 * noted where they stand.
 *
 * <p>Safe for use by several threads and processes.
 *
 * @since 0.1
 */
public final class WorkspaceExporter {
    private static final Logger LOG = LoggerFactory.getLogger(WorkspaceExporter.class);
    private static final int ATTEMPTS = 5;

    private final WorkspaceLayout layout;
    private final WorkspaceId workspace;
    private final Transactions transactions;
    private final EntrySettler settler;
    private final Optional<History> history;

    /** The exporter of a workspace that is open. */
    public WorkspaceExporter(
            WorkspaceLayout layout,
            WorkspaceId workspace,
            Transactions transactions,
            EntrySettler settler,
            Optional<History> history) {
        this.layout = layout;
        this.workspace = workspace;
        this.transactions = transactions;
        this.settler = settler;
        this.history = history;
    }

    /**
     * Exports what is there now.
     *
     * @param timeout how long to wait for those who commit
     * @throws MemoryException {@code INVALID_ARGUMENT} when the file exists, has no directory or is in the workspace;
     *     {@code STORAGE_UNAVAILABLE} when the disk refuses or a file cannot be read; {@code WORKSPACE_BUSY};
     *     {@code CONCURRENT_UPDATE} when people rewrite files faster than they can be read. There is no file then
     */
    public ExportSummary export(Path file, Duration timeout) {
        try {
            return Interrupts.deferred(() -> {
                Path target = target(file);
                // Beside the target, so that what is read back is what gets the name.
                Path beside = Disk.temporaryBeside(target);
                boolean placed = false;
                try {
                    ExportManifest manifest = write(beside, timeout);
                    ExportFile.verify(beside, manifest);
                    ExportSummary summary = ExportSummary.of(target, Files.size(beside), manifest);
                    place(beside, target);
                    placed = true;
                    return summary;
                } finally {
                    remove(beside, placed);
                }
            });
        } catch (IOException e) {
            throw new MemoryException(
                    ErrorCode.STORAGE_UNAVAILABLE,
                    file + " cannot be written: " + e.getClass().getSimpleName() + " " + e.getMessage()
                            + "; nothing is left of it",
                    e);
        }
    }

    private Path target(Path file) throws IOException {
        Path target = file.toAbsolutePath().normalize();
        Path directory = target.getParent();
        if (directory == null || !Files.isDirectory(directory)) {
            throw refused(file + " has no directory; make " + directory + " first");
        }
        if (directory.toRealPath().startsWith(layout.root())) {
            throw refused(file + " is in the workspace; a backup belongs elsewhere, best on another disk");
        }
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw refused(file + " exists; name another file, an export replaces none");
        }
        return target;
    }

    private static MemoryException refused(String why) {
        return new MemoryException(ErrorCode.INVALID_ARGUMENT, why);
    }

    private ExportManifest write(Path beside, Duration timeout) throws IOException {
        for (int attempt = 1; ; attempt++) {
            // From here on what is replaced stays readable.
            Transactions.Registration reading = transactions.register();
            try (ExportWriter writer = new ExportWriter(layout.disk(), beside)) {
                ExportState state = ExportState.now(layout, transactions, settler, history, timeout);
                return writer.write(workspace, state, layout, transactions);
            } catch (MemoryException e) {
                // Somebody saved a file by hand between the look and the reading: there is a newer state.
                if (e.code() != ErrorCode.CONCURRENT_UPDATE || attempt == ATTEMPTS) {
                    throw e;
                }
            } finally {
                reading.close();
            }
            layout.disk().remove(beside);
        }
    }

    /** Removes the other name of an export; what cannot be removed then is no reason to say that there is none. */
    private void remove(Path beside, boolean placed) throws IOException {
        try {
            layout.disk().remove(beside);
        } catch (IOException e) {
            if (!placed) {
                throw e;
            }
            LOG.warn("{} is left over: {}", beside.getFileName(), e.toString());
        }
    }

    /** Gives the file its name, over no other; without a name that holds, it has none. */
    private void place(Path beside, Path target) throws IOException {
        link(beside, target);
        boolean holds = false;
        try {
            layout.disk().forceDirectory(Disk.parent(target));
            holds = true;
        } finally {
            if (!holds) {
                layout.disk().remove(target);
            }
        }
    }

    private void link(Path beside, Path target) throws IOException {
        Disk disk = layout.disk();
        try {
            disk.link(beside, target);
        } catch (FileAlreadyExistsException e) {
            throw refused(target + " has been made meanwhile; name another file");
        } catch (UnsupportedOperationException | IOException e) {
            // No hard links here.
            if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
                throw refused(target + " has been made meanwhile; name another file");
            }
            disk.move(beside, target);
        }
    }
}
