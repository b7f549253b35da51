package dev.scriptorium.memory.testkit.workspace;

import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.local.CheckFinding;
import dev.scriptorium.memory.local.CheckReport;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.WorkspaceStatus;
import dev.scriptorium.memory.local.tx.WorkspaceLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What must hold of every workspace when nobody works on it. */
final class WorkspaceInvariants {
    private static final Set<String> LOCKS = Set.of("write.lock", "writer.lock", "history.lock", "packing.lock");
    private static final Set<String> NOTES_THAT_MEAN_TROUBLE =
            Set.of("HISTORY_BEHIND", "HISTORY_DAMAGED", "EDIT_NOT_ADOPTED", "INDEX_BEHIND");
    private static final String HAND_EDIT = "EDIT_NOT_ADOPTED";

    private WorkspaceInvariants() {}

    /**
     * Looks at a workspace that is closed, and again once it is open.
     *
     * @throws AssertionError with everything that does not hold
     */
    static void verify(TemporaryWorkspace workspace) {
        List<String> broken = new ArrayList<>();
        locks(workspace, broken);
        leftovers(workspace, broken);
        ByteSnapshot closed = workspace.bytes();
        LocalMemoryBackend backend = workspace.open();
        try {
            // A search brings the index up to date, if it was not.
            backend.search(MemoryQuery.of("anything"));
            check(backend, workspace.isHandEdited(), broken);
            status(backend, broken);
        } finally {
            backend.close();
        }
        // Opening and checking a sound workspace changes nothing that people read, nor the history.
        for (String part :
                List.of("topics", "sources", "timeline", "core.md", "recent_events.jsonl", "relations.json")) {
            closed.below(part)
                    .differences(workspace.bytes().below(part))
                    .forEach(difference -> broken.add("opening it changed " + difference));
        }
        locks(workspace, broken);
        leftovers(workspace, broken);
        if (!broken.isEmpty()) {
            throw new AssertionError("the workspace is not sound:\n  " + String.join("\n  ", broken));
        }
    }

    private static Path runtime(TemporaryWorkspace workspace) {
        Path old = workspace.directory().resolve(".nativemem");
        return Files.isDirectory(old) ? old : workspace.directory().resolve(".scriptorium");
    }

    private static void locks(TemporaryWorkspace workspace, List<String> broken) {
        for (String name : LOCKS) {
            Path file = runtime(workspace).resolve(name);
            if (Files.exists(file)) {
                Optional<WorkspaceLock.Held> held = new WorkspaceLock(file).tryAcquire();
                held.ifPresentOrElse(WorkspaceLock.Held::close, () -> broken.add(name + " is still held"));
            }
        }
    }

    private static void leftovers(TemporaryWorkspace workspace, List<String> broken) {
        String runtime = String.valueOf(runtime(workspace).getFileName());
        for (String file : workspace.bytes().files()) {
            String name = file.substring(file.lastIndexOf('/') + 1);
            boolean temporary = name.startsWith(".scriptorium-") && name.endsWith(".tmp");
            boolean working = file.startsWith(runtime + "/tx/") || file.startsWith(runtime + "/stage/");
            if (temporary || working) {
                broken.add(file + " is left over");
            }
        }
    }

    private static void check(LocalMemoryBackend backend, boolean handEdited, List<String> broken) {
        CheckReport report = backend.workspace().maintain().check();
        report.problems().forEach(problem -> broken.add("problem " + describe(problem)));
        report.notes().stream()
                .filter(note -> NOTES_THAT_MEAN_TROUBLE.contains(note.code()))
                .filter(note -> !(handEdited && note.code().equals(HAND_EDIT)))
                .forEach(note -> broken.add("note " + describe(note)));
    }

    private static String describe(CheckFinding finding) {
        return finding.code() + " " + finding.path() + ":" + finding.line() + " " + finding.message();
    }

    private static void status(LocalMemoryBackend backend, List<String> broken) {
        WorkspaceStatus status = backend.workspace().read().status();
        if (!status.indexCurrent()) {
            broken.add("the index is not current after a search");
        }
        if (status.history().behind() > 0) {
            broken.add("the history is behind by " + status.history().behind() + ": "
                    + status.history().reason().orElse("no reason given"));
        }
    }
}
