package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.backup.UnpackedExport;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.TransactionRequest;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.markdown.normalize.EditPolicy;
import dev.scriptorium.memory.markdown.source.ParsedArchive;
import dev.scriptorium.memory.markdown.source.SourceArchive;
import dev.scriptorium.memory.markdown.source.SourceFrame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Brings an export back: as a workspace of its own where there is none, or as one more change of the workspace that it
 * was made from. It is opened and checked before anything of it is in its place.
 */
final class ExportRestore {
    private ExportRestore() {}

    /** Makes a workspace where there is none. */
    static RestoredExport fresh(Path file, LocalMemoryConfig config, Disk disk) {
        Path target = config.workspace().toAbsolutePath().normalize();
        target = Files.isSymbolicLink(target) ? real(target) : target;
        UnpackedExport.requireFree(target);
        try (UnpackedExport export = UnpackedExport.of(file, target, disk)) {
            RestoredExport restored;
            try (LocalMemoryBackend opened = LocalMemoryBackend.at(export.memory(), config, disk)) {
                requireWhole(export, opened);
                MemoryWorkspace workspace = opened.workspace();
                workspace.maintain().rebuild();
                restored = new RestoredExport(
                        export,
                        export.revision(),
                        workspace.read().status(),
                        List.of(),
                        workspace.maintain().check());
            }
            export.moveTo(target);
            return restored;
        }
    }

    private static Path real(Path link) {
        try {
            return link.toRealPath();
        } catch (IOException e) {
            throw new MemoryException(
                    ErrorCode.INVALID_ARGUMENT, link + " is a link that leads nowhere; name a directory", e);
        }
    }

    /** What opens must be what was exported. */
    private static void requireWhole(UnpackedExport export, LocalMemoryBackend opened) {
        Snapshot found = opened.transactions().current();
        String id = opened.workspace().read().status().workspace().value();
        if (!found.revision().equals(export.revision()) || !id.equals(export.workspace())) {
            throw new MemoryException(
                    ErrorCode.WORKSPACE_CORRUPT,
                    "the export says that it holds revision " + export.revision() + " of " + export.workspace()
                            + "; opened, it is revision " + found.revision() + " of " + id
                            + "; nothing has been restored, take another backup");
        }
    }

    /**
     * The change that brings a workspace back to an export of it: topics become those of the export, turns that are in no
     * archive any more are archived again, and nothing of an archive goes.
     */
    static TransactionRequest change(UnpackedExport export, LocalMemoryConfig config, Disk disk, Transactions into) {
        try (LocalMemoryBackend opened = LocalMemoryBackend.at(export.memory(), config, disk)) {
            requireWhole(export, opened);
            Snapshot then = opened.transactions().current();
            Snapshot now = into.forChange();
            Map<TopicPath, Optional<String>> edit = new TreeMap<>();
            for (TopicPath path : now.topics().paths()) {
                if (!then.topics().contains(path)) {
                    edit.put(path, Optional.empty());
                }
            }
            for (TopicPath path : then.topics().paths()) {
                if (!then.hash(path.value()).equals(now.hash(path.value()))) {
                    edit.put(path, then.topics().text(path));
                }
            }
            return TransactionRequest.builder(
                            "op-" + Disk.randomHex(12),
                            "restore-export",
                            "memory: restore the export of " + export.madeAt())
                    .edit(
                            edit,
                            now,
                            EditPolicy.puttingBack(
                                    id -> then.topics().topicOf(id).isPresent()))
                    .exact(true)
                    .archive(missing(opened.transactions(), then, now))
                    .repair(spoiled(opened.transactions(), then, now))
                    .build();
        }
    }

    /** The archives that somebody has spoiled here since, as the export holds them. */
    private static Map<String, byte[]> spoiled(Transactions exported, Snapshot then, Snapshot now) {
        Map<String, byte[]> spoiled = new TreeMap<>();
        for (String path : now.modifiedArchives()) {
            if (then.hash(path).isPresent() && then.hash(path).equals(now.hash(path))) {
                spoiled.put(path, exported.bytes(path, then));
            }
        }
        return spoiled;
    }

    private static List<SourceFrame> missing(Transactions exported, Snapshot then, Snapshot now) {
        List<SourceFrame> frames = new ArrayList<>();
        for (String path : then.hashes().keySet()) {
            if (path.startsWith(TopicPath.ROOT) || then.hash(path).equals(now.hash(path))) {
                continue;
            }
            ParsedArchive archive = exported.archive(path, then);
            if (archive instanceof SourceArchive v2) {
                v2.frames().stream()
                        .filter(frame -> !now.sources().archived(frame.ref()))
                        .forEach(frames::add);
            } else {
                throw new MemoryException(
                        ErrorCode.MISSING_SOURCE,
                        path + " is not what it was, and an archive of this form is never written; restore the export"
                                + " into an empty directory and copy the file from there");
            }
        }
        return frames;
    }
}
